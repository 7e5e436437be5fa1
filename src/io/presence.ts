/** Who is signed in in which tab of this browser, so that no tab removes data that another one uses. */
export interface Presence {
  /** Registers this tab for a user; null: nobody is signed in. */
  enter(userId: string | null): void;
  /** Users who are signed in in any tab, this one included. Empty where the browser has no Web Locks. */
  users(): Promise<readonly string[]>;
}

const prefix = 'frontage-signed-in-';

/** Shared locks, which the browser frees by itself when a tab closes or dies. */
export function createPresence(locks: LockManager | null): Presence {
  let release = (): void => undefined;
  return {
    enter(userId) {
      release();
      release = () => undefined;
      if (userId === null || !locks) return;
      const stay = new Promise<void>((resolve) => {
        release = resolve;
      });
      locks.request(`${prefix}${userId}`, { mode: 'shared' }, () => stay).catch(() => undefined);
    },
    async users() {
      const { held = [] } = (await locks?.query()) ?? {};
      return held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : []));
    },
  };
}
