import { type ReadEntry, readEntry as parseEntry, type StoredEntry } from '#db/migrate-entry.ts';

const known = new WeakMap<StoredEntry, ReadEntry>();

/** An entry as the store reads it. Stored rows never change, so each is parsed once. */
export function readEntry(stored: StoredEntry): ReadEntry {
  const read = known.get(stored) ?? parseEntry(stored);
  known.set(stored, read);
  return read;
}
