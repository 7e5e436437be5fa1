/** The part of Web Storage that is used. Any of it may throw: storage can be full, blocked or missing. */
export type RevocationStorageArea = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Revoke handles of sessions whose sign-out has not reached the server. A handle can end its session and do nothing else, so
 * it may rest here after the token has gone. Imports no Dexie: it is part of the sign-in bundle.
 */
export interface RevocationStore {
  /** False where only memory could take it: it is then lost with this tab. */
  keep(handle: string): boolean;
  list(): readonly string[];
  remove(handle: string): void;
}

// A key for each handle: two tabs that write at once can't undo each other's.
const prefix = 'frontage.revoke.';

/** The revoke handles in `local` storage, for whoever opens the console here next. None of its calls throws. */
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
      const kept = use((area) => {
        area.setItem(prefix + handle, '1');
        return true;
      }, false);
      if (!kept) memory.add(handle);
      return kept;
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
