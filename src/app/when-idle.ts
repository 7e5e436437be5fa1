/** What is fetched ahead must never be in the way of what is on the screen. ms. */
const quietMs = 1500;

/** Runs work that nobody waits for, well after the page has loaded and when it has nothing better to do. */
export function whenIdle(work: () => Promise<unknown>): void {
  const run = () => {
    work().catch((error: unknown) => console.warn('Work behind the screen failed.', error));
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

/** Runs work at the first sign that somebody is about to use the page; in any case when it is idle. Once. */
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
