import type { Json } from '#contract/json.ts';
import type { EntryError, OutboxEntry } from '#contract/outbox-entry.ts';
import type { Patch } from '#contract/resources/mutation.ts';
import { bind } from '#contract/resources/bind.ts';
import { type EntrySource, type NewEntry, patched, stillAsked } from './entry-transitions.ts';
import { maybeAppliedAfter, splitOff } from './merge-entries.ts';
import { sameTarget } from './outbox-entries.ts';

/** The fields that an entry changes. */
export const patchedFields = (entry: NewEntry): readonly string[] => Object.keys(bind(entry)?.values ?? {});

/** The labels of the fields in conflict, for a sentence; their count where they are many. */
export function conflictLabels(entry: OutboxEntry): readonly string[] {
  const fields = Object.keys(entry.lastError?.theirs ?? {});
  const bound = bind(entry);
  if (bound?.isByField && fields.length > 3) return [`${fields.length} fields`];
  return [...new Set(fields.map((field) => bound?.labelOf(field) ?? field))];
}

/** Whether an entry must wait for an entry in conflict ahead of it: where both change the same field, or the whole record. */
export function waitsFor(entry: OutboxEntry, ahead: OutboxEntry): boolean {
  if (!sameTarget(entry, ahead)) return false;
  const isGone = ahead.status === 'conflict' && !ahead.lastError?.theirs;
  if (isGone || !bind(entry)?.isByField || !bind(ahead)?.isByField) return true;
  const fields = new Set(patchedFields(ahead));
  return patchedFields(entry).some((field) => fields.has(field));
}

/** A change of which only some fields are in conflict. */
interface SplitChange {
  /** Has only the fields in conflict, and waits for a person's choice. */
  readonly disputed: OutboxEntry;
  /** Has the other fields, and is sent under a new key. */
  readonly rest: NewEntry;
}

/** Null where every field is in conflict, or where the mutation has no separate fields. */
export function splitConflict(deps: EntrySource, entry: OutboxEntry, error: EntryError): SplitChange | null {
  const asked = Object.keys(error.theirs ?? {});
  const bound = bind(entry);
  const rest = bound?.isByField && asked.length > 0 ? bound.resolve(error, all(asked, 'theirs')) : null;
  if (!rest) return null;
  const disputed = withoutFields(entry, patchedFields(patched(entry, rest)));
  if (!disputed) return null;
  // `maybeApplied` records what the rest may have written. Not `mayHaveBeenApplied`: a later save that is merged into it was never sent.
  return { disputed: patched(entry, disputed), rest: splitOff(deps, entry, rest, maybeAppliedAfter(entry)) };
}

/** A change in conflict of which a person has decided some fields. */
interface PartlyDecided {
  /** Has the other fields, and still waits for a person's choice. */
  readonly undecided: OutboxEntry;
  /** The decided fields that are still to be sent; null: none. */
  readonly decided: Patch<Json> | null;
}

/** Null where every field in conflict is named, or where the mutation has no separate fields. */
export function splitDecided(entry: OutboxEntry, choices: Readonly<Record<string, 'mine' | 'theirs'>>): PartlyDecided | null {
  const theirs = entry.lastError?.theirs ?? {};
  const open = Object.keys(theirs).filter((field) => !(field in choices));
  const undecided =
    open.length > 0
      ? withoutFields(
          entry,
          patchedFields(entry).filter((field) => !open.includes(field)),
        )
      : null;
  if (!entry.lastError || !undecided) return null;
  const asked = Object.fromEntries(open.map((field) => [field, theirs[field] ?? null]));
  const decided = bind(entry)?.resolve(entry.lastError, { ...choices, ...all(open, 'theirs') }) ?? null;
  return { undecided: stillAsked(entry, undecided, entry.lastError, asked), decided };
}

/** A change without some of its fields; null where none is left. */
export function withoutFields(entry: NewEntry, fields: readonly string[]): Patch<Json> | null {
  const theirs = Object.fromEntries(fields.map((field) => [field, null]));
  return bind(entry)?.resolve({ code: 'conflict', message: '', fields: {}, theirs }, all(fields, 'theirs')) ?? null;
}

function all<Side extends string>(fields: readonly string[], side: Side): Readonly<Record<string, Side>> {
  return Object.fromEntries(fields.map((field) => [field, side]));
}
