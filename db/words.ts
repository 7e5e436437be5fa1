import { mutationName } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import type { ReadEntry } from './migrate-entry.ts';

/** A row of the queue in words, for people; an unreadable one by what is known of it. */
export function describeEntry(entry: ReadEntry): string {
  if (entry.kind === 'unreadable') return entry.problem === 'newer' ? 'A change made by a newer version' : 'A change that can’t be read';
  return bind(entry.entry)?.description ?? mutationName(entry.entry);
}
