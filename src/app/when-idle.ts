/** Runs work that nobody waits for once the page has nothing better to do; Safari has no idle callback. */
export function whenIdle(work: () => Promise<unknown>): void {
  const run = () => {
    work().catch((error: unknown) => console.error('Work behind the screen failed.', error));
  };
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 5000 });
  else setTimeout(run, 500);
}
