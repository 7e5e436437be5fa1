import type { Disconnection } from '#contract/disconnection.ts';
import { pendingReasonWith } from '#machines/disconnection-messages.ts';
import { bind } from '#contract/resources/bind.ts';
import { pendingReasonOf, reasonNow } from '#contract/pending-reason.ts';
import { asksWhetherCreated, maybeCreated, mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { ReadEntry } from '#db/migrate-entry.ts';
import { describeConflict, type OtherChange } from '#machines/describe-conflict.ts';
import { describePending } from '#machines/save-messages.ts';
import { conflictLabels } from '#db/conflict-fields.ts';

const problems: Readonly<Record<string, string>> = {
  quota: 'This device is out of space.',
  gone: 'What this would change has been deleted elsewhere.',
  forbidden: 'You are not allowed to change this.',
  payload_too_large: 'The change is too large for the server.',
  unreadable: 'This change can’t be read by this version.',
  [maybeCreated]: 'This may have been created already: its answer was lost, and it can’t be looked up from here. See whether it is there.',
  fault: 'This change could not be prepared for sending.',
};

const isGone = ({ status, lastError }: OutboxEntry): boolean => status === 'conflict' && lastError?.code === 'gone';

/** True where both sides have a value to choose from. A record that was deleted elsewhere has none. */
export function canResolve({ status, lastError }: OutboxEntry): boolean {
  return status === 'conflict' && lastError?.theirs !== undefined;
}

type Changed = Readonly<Record<string, Pick<OtherChange, 'by' | 'isOwn'>>>;

interface StatusContext {
  /** The conflict that must be resolved before the entry is sent. */
  readonly blockedBy?: OutboxEntry | null;
  /** Who changed each field in conflict, as far as this device knows. */
  readonly changed?: Changed;
  /** What keeps the console from the server now. */
  readonly disconnection?: Disconnection | null;
}

/** Describes the status of an entry in a sentence: the same one as in the toast of its save, while the reason is the same. */
export function describeStatus(entry: OutboxEntry, { blockedBy = null, disconnection = null, changed = {} }: StatusContext = {}): string {
  const { status, lastError } = entry;
  const known = reasonNow(pendingReasonOf(lastError), disconnection && pendingReasonWith(disconnection));
  const reason = known ? describePending(known) : '';
  if (blockedBy) return describePending({ kind: 'behindConflict', fields: conflictLabels(blockedBy) });
  switch (status) {
    case 'sending':
      return 'Saving…';
    case 'indeterminate':
      return `${reason || 'The last try got no answer. Trying again.'} Whether the server has the change is looked up first.`;
    case 'conflict':
      if (isGone(entry)) return problems['gone'] ?? '';
      return `${describeConflict(changesOf(entry, changed))} Choose which to keep.`;
    case 'rejected':
      return describeRejection(lastError);
    case 'pending':
      return reason || 'Not sent yet.';
  }
}

function changesOf(entry: OutboxEntry, changed: Changed): readonly OtherChange[] {
  const fields = Object.keys(entry.lastError?.theirs ?? {});
  const bound = bind(entry);
  if (fields.length === 0) return [{ label: 'the same', by: null, isOwn: false }];
  return fields.map((field) => ({ label: bound?.labelOf(field) ?? field, by: null, isOwn: false, ...changed[field] }));
}

/** The question before an entry is discarded. `description`: of the entry. */
export function discardQuestion(entry: ReadEntry, description: string): string {
  if (entry.kind !== 'readable')
    return `Whether “${description}” has reached the server is not known. Discarded, it is not sent from here any more.`;
  const { mayHaveBeenApplied, status } = entry.entry;
  if (asksWhetherCreated(entry.entry))
    return `“${description}” is not sent again. Changes of it that wait here are not sent either: make them once more in its list.`;
  return mayHaveBeenApplied || status === 'sending'
    ? `“${description}” may be on the server already. Discarded, it is not sent again; what the server has of it stays there.`
    : `“${description}” has not reached the server. Discarded, it is gone for good.`;
}

/** The server's message; empty where there is none, or where it is only for the log. */
function answerOf(error: OutboxEntry['lastError']): string {
  return error?.code === 'fault' || error?.code === 'unreadable' ? '' : (error?.message ?? '');
}

/** The messages of single fields that `describeStatus` does not contain. */
export function fieldMessages(entry: OutboxEntry): readonly string[] {
  const status = describeStatus(entry);
  return [...new Set(Object.values(entry.lastError?.fields ?? {}))].filter((message) => message !== status);
}

/** Why an entry was rejected: the server's message, or our own where that is only for the log. */
function describeRejection(error: OutboxEntry['lastError']): string {
  return answerOf(error) || problems[error?.code ?? ''] || 'The server did not take this change.';
}

/** The path of the screen that created the entry; null where there is none any more. */
export function screenPathOf(entry: OutboxEntry): string | null {
  return isGone(entry) ? null : (bind(entry)?.screenPath ?? null);
}

/** Describes what an entry changes. Of an unreadable one only its problem is known. */
export function describeEntry(entry: ReadEntry): string {
  if (entry.kind === 'unreadable') return entry.problem === 'newer' ? 'A change made by a newer version' : 'A change that can’t be read';
  return bind(entry.entry)?.description ?? mutationName(entry.entry);
}
