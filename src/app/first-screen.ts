/** How long after the start the promise resolves where no screen reports itself, such as one that failed. ms. */
const timeoutMs = 2_000;

const { promise, resolve } = Promise.withResolvers<void>();
setTimeout(resolve, timeoutMs);

/** Resolves when deferred work may begin: code that no screen needs, and requests that only confirm cached data. */
export const afterFirstScreen: Promise<void> = promise;

/** Deferred work begins this long after the frame at the latest, if the browser is never idle. ms. */
const idleTimeoutMs = 200;

/** Called by a screen that is usable. Deferred work begins after the frame that shows it, when the browser has drawn it and is idle. */
export function firstScreenShown(): void {
  requestAnimationFrame(() => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: idleTimeoutMs });
    else setTimeout(resolve, idleTimeoutMs / 4);
  });
}
