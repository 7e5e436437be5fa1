import type { StashArea } from '../stash.ts';

/** Web Storage of a browser, which all its tabs share. */
export const stashAreaOf = (rows: () => Map<string, string>, hasRoom: () => boolean = () => true): StashArea => ({
  get length() {
    return rows().size;
  },
  key: (at) => [...rows().keys()][at] ?? null,
  getItem: (key) => rows().get(key) ?? null,
  setItem(key, value) {
    if (!hasRoom()) throw new DOMException('full', 'QuotaExceededError');
    rows().set(key, value);
  },
  removeItem: (key) => void rows().delete(key),
});
