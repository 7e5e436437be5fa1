import { type ReadEntry, readEntry as parseEntry, type StoredEntry } from '#db/migrate-entry.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { isOfContacts, placeOfContacts } from './contacts.ts';
import { inModel, type Place, placeOfWebsite } from './places.ts';

const [known, inModels] = [new WeakMap<StoredEntry, ReadEntry>(), new WeakMap<StoredEntry, ReadEntry>()];

/** An entry as the store reads it. Stored rows never change, so each is parsed once. */
export function readStored(stored: StoredEntry): ReadEntry {
  const read = known.get(stored) ?? parseEntry(stored);
  known.set(stored, read);
  return read;
}

/** The same with the ids of the server's model. */
export function readEntry(stored: StoredEntry): ReadEntry {
  const read = inModels.get(stored) ?? withModelIds(readStored(stored));
  inModels.set(stored, read);
  return read;
}

export function withModelIds(read: ReadEntry): ReadEntry {
  if (read.kind !== 'readable') return read;
  const place = placeOfEntry(read.entry);
  return place === '' ? read : { ...read, entry: inModel(place, read.entry) };
}

/** Where the record of an entry stands in the server's model. */
export const placeOfEntry = (entry: Pick<OutboxEntry, 'resource' | 'websiteId' | 'accountId'>): Place =>
  isOfContacts(entry) ? placeOfContacts(entry) : placeOfWebsite(entry.websiteId);
