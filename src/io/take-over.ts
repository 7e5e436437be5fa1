/** The part of `navigator.serviceWorker` that is used. */
export interface Controlled {
  readonly controller: object | null;
  addEventListener(type: 'controllerchange', listener: () => void): void;
}

/**
 * A new version takes over every tab at once when one tab asks for it. Only that tab is reloaded: another one may have typing or
 * requests in progress, and is reloaded when its user asks for it.
 */
export function createTakeOver(workers: Controlled, reload: () => void) {
  let asked = false;
  let tookOver = false;
  let controlled = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    // The very first worker claims a page that already runs its version.
    tookOver = controlled;
    controlled = true;
    if (asked) reload();
  });
  return {
    /** Reloads now or as soon as the new version has taken over. `isWaiting`: it waits for the message to take over. */
    ask(): { readonly isWaiting: boolean } {
      asked = true;
      if (tookOver) reload();
      return { isWaiting: !tookOver };
    },
  };
}
