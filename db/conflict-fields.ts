import type { Json } from '#contract/json.ts';
import type { EntryError, OutboxEntry } from '#contract/outbox-entry.ts';
import type { Patch } from '#contract/resources/mutation.ts';
import { bind } from '#contract/resources/bind.ts';
import { freshEntry } from './fresh-entry.ts';
import { maybeAppliedAfter, maybeOursAfter } from './merge-entries.ts';
import type { QueueDeps } from './queue-deps.ts';
import { sameTarget } from './outbox-entries.ts';

/** The fields that an entry changes. */
export const patchedFields = (row: Omit<OutboxEntry, 'seq'>): readonly string[] => Object.keys(bind(row)?.values ?? {});

/** What a conflict is about, as people call it, for a sentence: of many fields, how many. */
export function conflictLabels(row: OutboxEntry): readonly string[] {
  const fields = Object.keys(row.lastError?.theirs ?? {});
  const bound = bind(row);
  if (bound?.isByField && fields.length > 3) return [`${fields.length} fields`];
  return [...new Set(fields.map((field) => bound?.labelOf(field) ?? field))];
}

/** Whether a change has to wait for one ahead of it that a person is to decide about: where they share a field, or a whole record. */
export function waitsFor(row: OutboxEntry, ahead: OutboxEntry): boolean {
  if (!sameTarget(row, ahead)) return false;
  const isGone = ahead.status === 'conflict' && !ahead.lastError?.theirs;
  if (isGone || !bind(row)?.isByField || !bind(ahead)?.isByField) return true;
  const fields = new Set(patchedFields(ahead));
  return patchedFields(row).some((field) => fields.has(field));
}

/** A change of which only some fields are in conflict. */
interface SplitChange {
  /** Waits for a person, with the fields in conflict alone. */
  readonly disputed: OutboxEntry;
  /** Goes ahead with the others, under a key of its own. */
  readonly rest: Omit<OutboxEntry, 'seq'>;
}

/** Null where every field is in conflict, or where there are no fields to tell apart. */
export function splitConflict(deps: QueueDeps, row: OutboxEntry, error: EntryError): SplitChange | null {
  const asked = Object.keys(error.theirs ?? {});
  const bound = bind(row);
  const rest = bound?.isByField && asked.length > 0 ? bound.resolve(error, all(asked, 'theirs')) : null;
  if (!rest) return null;
  const disputed = withoutFields(row, patchedFields({ ...row, ...rest }));
  if (!disputed) return null;
  // What the rest may have put there is noted, and not said of the entry itself: a later save that joins it was never sent.
  const indeterminate = { maybeOurs: maybeOursAfter(row), maybeApplied: maybeAppliedAfter(row) };
  return {
    disputed: { ...row, ...disputed },
    rest: { ...freshEntry(deps, { ...row, ...rest }), ...indeterminate, createdAt: row.createdAt },
  };
}

/** A change in conflict of which a person has decided some fields. */
interface PartlyDecided {
  /** Still waits for a person, with the other fields. */
  readonly undecided: OutboxEntry;
  /** What the decision leaves to be sent; null: nothing. */
  readonly decided: Patch<Json> | null;
}

/** Null where every field in conflict is named, or where there are no fields to tell apart. */
export function splitDecided(row: OutboxEntry, choices: Readonly<Record<string, 'mine' | 'theirs'>>): PartlyDecided | null {
  const theirs = row.lastError?.theirs ?? {};
  const open = Object.keys(theirs).filter((field) => !(field in choices));
  const undecided =
    open.length > 0
      ? withoutFields(
          row,
          patchedFields(row).filter((field) => !open.includes(field)),
        )
      : null;
  if (!row.lastError || !undecided) return null;
  const lastError = { ...row.lastError, theirs: Object.fromEntries(open.map((field) => [field, theirs[field] ?? null])) };
  const decided = bind(row)?.resolve(row.lastError, { ...choices, ...all(open, 'theirs') }) ?? null;
  return { undecided: { ...row, ...undecided, lastError }, decided };
}

/** A change without some of its fields; null where none is left. */
export function withoutFields(row: Omit<OutboxEntry, 'seq'>, fields: readonly string[]): Patch<Json> | null {
  const theirs = Object.fromEntries(fields.map((field) => [field, null]));
  return bind(row)?.resolve({ code: 'conflict', message: '', fields: {}, theirs }, all(fields, 'theirs')) ?? null;
}

function all<Side extends string>(fields: readonly string[], side: Side): Readonly<Record<string, Side>> {
  return Object.fromEntries(fields.map((field) => [field, side]));
}
