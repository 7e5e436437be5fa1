import type { Tabs } from '#db/tabs.ts';

/** The part of Web Storage that is used. Any of it may throw: storage can be full, blocked or missing. */
export type TabStorageArea = Pick<Storage, 'getItem' | 'setItem'>;

interface Deps {
  /** Web Storage of this tab alone; reading the property itself may throw, so it is a function. */
  readonly storage: () => TabStorageArea | null;
  /** An insecure address has none. */
  readonly locks: LockManager | null;
  readonly newId: () => string;
  /** How long the page that a reload replaces may take to release its name, ms. */
  readonly patienceMs?: number;
}

const key = 'frontage.tab';
const prefix = 'frontage-tab-';

/**
 * Gives this tab a name that outlives a reload. Browsers copy the name when a tab is duplicated: each tab holds a Web Lock in its
 * name, and a tab that finds the lock taken gets a new name. Without Web Locks a duplicate shares the name and the drafts of its
 * original, and no other tab counts as open. Never rejects.
 */
export async function enterTab({ storage, locks, newId, patienceMs = 300 }: Deps): Promise<Tabs> {
  const known = read(storage);
  const isMine = known !== null && (await hold(locks, known, patienceMs));
  const own = isMine ? known : newId();
  if (!isMine) {
    write(storage, own);
    await hold(locks, own, patienceMs);
  }
  return {
    own,
    async living() {
      const { held = [] } = (await locks?.query().catch(() => null)) ?? {};
      return held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : []));
    },
  };
}

/** Holds a tab's name for as long as this page lives. False where another page does. */
async function hold(locks: LockManager | null, name: string, patienceMs: number): Promise<boolean> {
  if (!locks) return true;
  // `ifAvailable` reports a free name also in a slow browser. Only the lock of the page before a reload is waited for.
  return (await request(locks, name, { ifAvailable: true })) || request(locks, name, { signal: AbortSignal.timeout(patienceMs) });
}

/** False where the lock was not granted. */
function request(locks: LockManager, name: string, options: LockOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const onLock = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise<never>(() => undefined);
    };
    locks.request(`${prefix}${name}`, options, onLock).catch(() => resolve(false));
  });
}

function read(storage: Deps['storage']): string | null {
  try {
    return storage()?.getItem(key) ?? null;
  } catch {
    // SecurityError: the browser blocks site data.
    return null;
  }
}

function write(storage: Deps['storage'], name: string): void {
  try {
    storage()?.setItem(key, name);
  } catch {
    // The name lasts until the next reload.
  }
}
