/**
 * Loads an address in a hidden frame. Resolves when it has loaded, failed or taken too long: signing out here must not wait for
 * the content-management admin, which has a session of its own.
 */
export function loadInHiddenFrame(url: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.title = 'Signing out of the content-management admin';
    frame.referrerPolicy = 'no-referrer';
    const timer = setTimeout(finish, timeoutMs);
    function finish(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      frame.remove();
      resolve();
    }
    frame.addEventListener('load', finish, { once: true });
    frame.addEventListener('error', finish, { once: true });
    signal.addEventListener('abort', finish, { once: true });
    frame.src = url;
    document.body.append(frame);
  });
}
