import { type ReadRow, readRow, type StoredRow } from '#db/migrate-row.ts';

const known = new WeakMap<StoredRow, ReadRow>();

/** An entry as the store reads it. What rests never changes: each writing is read once. */
export function readEntry(stored: StoredRow): ReadRow {
  const read = known.get(stored) ?? readRow(stored);
  known.set(stored, read);
  return read;
}
