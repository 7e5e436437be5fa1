/** How long after the load of the page prefetching begins, so that it does not slow the screen down. ms. */
const quietMs = 1500;

/** Runs background work, some time after the page has loaded and when the browser is idle. */
export function whenIdle(work: () => Promise<unknown>): void {
  const run = () => {
    work().catch((error: unknown) => console.warn('Background work failed.', error));
  };
  const idle = () => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 5000 });
    else run();
  };
  const waitForQuiet = () => setTimeout(idle, quietMs);
  if (document.readyState === 'complete') waitForQuiet();
  else window.addEventListener('load', waitForQuiet, { once: true });
}

/**
 * Loads code ahead when the browser is idle. Without a connection, and without a service worker that has the code, it waits for the
 * connection: a failed load is reported to the person, who has not asked for anything yet.
 */
export function prefetchWhenIdle(load: () => Promise<unknown>): void {
  whenIdle(async () => {
    if (!navigator.onLine && !navigator.serviceWorker?.controller)
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    await load();
  });
}

/** Runs work once: at the first input of a person, or else when the browser is idle. */
export function onFirstInput(work: () => Promise<unknown>): void {
  let done = false;
  const once = async () => {
    if (done) return;
    done = true;
    for (const sign of signs) window.removeEventListener(sign, start);
    await work();
  };
  const start = () => void once().catch(() => undefined);
  for (const sign of signs) window.addEventListener(sign, start, { passive: true });
  whenIdle(once);
}

const signs = ['keydown', 'pointerdown', 'input'] as const;
