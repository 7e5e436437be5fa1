/** The part of Web Storage that is used. Any of it may throw: storage can be full, blocked or missing. */
export type RevocationStorageArea = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Revoke handles of sessions whose sign-out has not reached the server. A handle can only end its session, so it may be stored after the token
 * is gone. Imports no Dexie: it is part of the sign-in bundle.
 */
export interface RevocationStore {
  /** False where it is only in memory, and lost with this tab. */
  keep(handle: string): boolean;
  list(): readonly string[];
  remove(handle: string): void;
}

// One key for each handle, so that two tabs that write at once don't overwrite each other's.
const prefix = 'frontage.revoke.';

/** The revoke handles in `local` storage, which any later start of the console reads. None of its calls throws. */
export function createRevocationStore(local: () => RevocationStorageArea | null = () => globalThis.localStorage ?? null): RevocationStore {
  const memory = new Set<string>();
  const use = <Result>(work: (area: RevocationStorageArea) => Result, otherwise: Result): Result => {
    try {
      const area = local();
      return area ? work(area) : otherwise;
    } catch {
      // The browser blocks site data, or its storage is full.
      return otherwise;
    }
  };
  return {
    keep(handle) {
      const isStored = use((area) => {
        area.setItem(prefix + handle, '1');
        return true;
      }, false);
      if (!isStored) memory.add(handle);
      return isStored;
    },
    list() {
      const keys = use((area) => Array.from({ length: area.length }, (_, at) => area.key(at) ?? ''), []);
      const stored = keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
      return [...new Set([...stored, ...memory])];
    },
    remove(handle) {
      memory.delete(handle);
      use((area) => area.removeItem(prefix + handle), undefined);
    },
  };
}
