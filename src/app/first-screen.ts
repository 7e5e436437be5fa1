/** How long after the start the promise resolves where no screen reports itself, such as one that failed. ms. */
const timeoutMs = 2_000;

const { promise, resolve } = Promise.withResolvers<void>();
setTimeout(resolve, timeoutMs);

/** Resolves when deferred work may begin: code that no screen needs, and requests that only confirm cached data. */
export const afterFirstScreen: Promise<void> = promise;

/** Called by a screen that is usable. Deferred work begins after the frame that shows it. */
export function firstScreenShown(): void {
  requestAnimationFrame(() => setTimeout(resolve));
}
