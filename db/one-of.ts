import { isStopped, type OutboxEntry } from '#contract/outbox-entry.ts';
import { bind } from '#contract/resources/bind.ts';
import { type NewEntry, patched } from './entry-transitions.ts';
import { isOpen, readEntriesOfKind, sameTarget } from './outbox-entries.ts';
import { putEntry } from './outbox-writes.ts';
import type { ClientDatabase } from './stores.ts';

/*
 * A flag of `oneOf` belongs to the record that got it last, and the server takes it from the other when a write gives it. So the writes of
 * two records that give the same flag must not overtake each other, although writes of different records otherwise may.
 */

/** The entries of other records that give a flag which this one gives, in outbox order; without those that wait for a person. */
async function rivalsOf(db: ClientDatabase, entry: NewEntry): Promise<readonly OutboxEntry[]> {
  const flags = bind(entry)?.gives ?? [];
  if (flags.length === 0) return [];
  return (await readEntriesOfKind(db, entry.userId, entry.target)).filter(
    (other) =>
      other.resource === entry.resource &&
      !sameTarget(other, entry) &&
      !isStopped(other) &&
      (bind(other)?.gives ?? []).some((flag) => flags.includes(flag)),
  );
}

/**
 * Whether an entry has to wait for one that gives the same flag to another record: for each earlier one, and for one that is being sent.
 */
export async function isBehindRival(db: ClientDatabase, entry: OutboxEntry): Promise<boolean> {
  return (await rivalsOf(db, entry)).some(({ seq, status }) => seq < entry.seq || status === 'sending');
}

interface TakenFlags {
  /** Nothing is left of these: they are to be dequeued. */
  readonly emptied: readonly OutboxEntry[];
  /** Others may have been sent. The new entry has to stay behind them, and so must not be merged into an earlier one. */
  readonly areLeft: boolean;
}

/** Takes the flags that a new entry gives out of the entries of other records that were never sent. */
export async function takeFlags(db: ClientDatabase, entry: NewEntry): Promise<TakenFlags> {
  const flags = bind(entry)?.gives ?? [];
  const emptied: OutboxEntry[] = [];
  let areLeft = false;
  for (const rival of await rivalsOf(db, entry)) {
    const rest = isOpen(rival) ? bind(rival)?.withoutGiven(flags) : undefined;
    if (rest === undefined) areLeft = true;
    else if (rest === null) emptied.push(rival);
    else await putEntry(db, patched(rival, rest));
  }
  return { emptied, areLeft };
}
