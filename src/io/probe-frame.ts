import type { FrameProbe } from '#machines/frame/frame.machine.ts';

const noAnswer: FrameProbe = { kind: 'failed', message: 'The server of this page does not answer.' };

/**
 * Asks whether the server of a framed page answers, without the key. Of a server on another origin only that it answers can be seen, and
 * not what: most need a sign-in first.
 */
export async function probeFrame(address: URL, signal: AbortSignal): Promise<FrameProbe> {
  const isOwn = address.origin === location.origin;
  const mode: RequestInit = isOwn ? { mode: 'same-origin', redirect: 'manual' } : { mode: 'no-cors' };
  try {
    const { status } = await fetch(address, { ...mode, ...quiet, signal });
    return status >= 500 ? { kind: 'failed', message: `The server of this page answered ${status}.` } : { kind: 'answered' };
  } catch {
    return noAnswer;
  }
}

const quiet: RequestInit = { method: 'HEAD', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' };

/** Whether a frame shows an error page of the browser; never known of a page on another origin. */
export function isErrorPage(frame: HTMLIFrameElement, origin: string): boolean {
  return origin === location.origin && frame.contentDocument === null;
}
