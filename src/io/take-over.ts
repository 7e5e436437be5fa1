/** The part of `navigator.serviceWorker` that is used. */
export interface Controlled {
  readonly controller: object | null;
  addEventListener(type: 'controllerchange', listener: () => void): void;
}

/**
 * A new version takes over every tab at once, when one of them asks for it. Only the tab that asked is reloaded: in
 * another one something may be half typed or half sent, and it is reloaded when its own user says so.
 */
export function createTakeOver(workers: Controlled, reload: () => void) {
  let asked = false;
  let tookOver = false;
  let controlled = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    // The first worker of all claims a page that runs its version already.
    tookOver = controlled;
    controlled = true;
    if (asked) reload();
  });
  return {
    /** Reloads now or as soon as the new version has taken over; `isWaiting`: it waits for the message to do so. */
    ask(): { readonly isWaiting: boolean } {
      asked = true;
      if (tookOver) reload();
      return { isWaiting: !tookOver };
    },
  };
}
