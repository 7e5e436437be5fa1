import type { CommandName, QueueRow, RowError } from '#contract/queue.ts';
import { bind } from './commands/index.ts';
import { freshRow } from './fresh-row.ts';
import type { QueueDeps } from './queue-deps.ts';
import { sameTarget } from './queue-rows.ts';

/** Commands whose fields are independent of each other. */
const byField: ReadonlySet<CommandName> = new Set(['settings.save', 'block-settings.save']);

export const fieldsOf = (row: Omit<QueueRow, 'seq'>): readonly string[] => Object.keys(bind(row)?.values ?? {});

/** Whether a change has to wait for one ahead of it that a person is to decide about: where they share a field, or a whole record. */
export function waitsFor(row: QueueRow, ahead: QueueRow): boolean {
  if (!sameTarget(row, ahead)) return false;
  const isGone = ahead.status === 'conflict' && !ahead.lastError?.theirs;
  if (isGone || !byField.has(row.command) || !byField.has(ahead.command)) return true;
  const fields = new Set(fieldsOf(ahead));
  return fieldsOf(row).some((field) => fields.has(field));
}

/** A change of which only some fields are in conflict. */
interface SplitChange {
  /** Waits for a person, with the fields in conflict alone. */
  readonly disputed: QueueRow;
  /** Goes ahead with the others, under a key of its own. */
  readonly rest: Omit<QueueRow, 'seq'>;
}

/** Null where every field is in conflict, or where there are no fields to tell apart. */
export function splitConflict(deps: QueueDeps, row: QueueRow, error: RowError): SplitChange | null {
  const bound = byField.has(row.command) && error.theirs ? bind(row) : null;
  const all = <Side extends string>(fields: readonly string[], side: Side) => Object.fromEntries(fields.map((field) => [field, side]));
  const rest = bound?.resolve(error, all(Object.keys(error.theirs ?? {}), 'theirs'));
  if (!bound || !rest) return null;
  const undisputed = fieldsOf({ ...row, ...rest });
  const theirs = Object.fromEntries(undisputed.map((field) => [field, null]));
  const disputed = bound.resolve({ ...error, theirs }, all(undisputed, 'theirs'));
  if (!disputed) return null;
  const { mayHaveBeenApplied, createdAt } = row;
  return { disputed: { ...row, ...disputed }, rest: { ...freshRow(deps, { ...row, ...rest }), mayHaveBeenApplied, createdAt } };
}
