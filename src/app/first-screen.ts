/** Where no screen says that it is there, such as one that failed: this long after the start. ms. */
const longestMs = 2_000;

const { promise, resolve } = Promise.withResolvers<void>();
setTimeout(resolve, longestMs);

/** For what nobody waits for at a start: code that no screen needs, asking whose token this is where the device knows it. */
export const afterFirstScreen: Promise<void> = promise;

/** Called by a screen that can be used. Deferred work begins behind the frame that shows it. */
export function firstScreenShown(): void {
  requestAnimationFrame(() => setTimeout(resolve));
}
