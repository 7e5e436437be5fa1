import { bind } from '#contract/resources/bind.ts';
import { pendingReasonOf } from '#contract/pending-reason.ts';
import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { ReadEntry } from '#db/migrate-entry.ts';
import { describePending, joinNames } from '#machines/save-messages.ts';
import { conflictLabels } from '#db/conflict-fields.ts';

const problems: Readonly<Record<string, string>> = {
  quota: 'This device is out of space.',
  gone: 'What this would change has been deleted elsewhere.',
  forbidden: 'You are not allowed to change this.',
  payload_too_large: 'The change is too large for the server.',
  unreadable: 'This change can’t be read by this version.',
  fault: 'This change could not be prepared for sending.',
};

/** True where both sides have a value to choose from; what was deleted elsewhere leaves nothing to choose. */
export function canResolve({ status, lastError }: OutboxEntry): boolean {
  return status === 'conflict' && lastError?.theirs !== undefined;
}

interface Around {
  /** The change in conflict that it waits for. */
  readonly behind?: OutboxEntry | null;
  readonly isOffline?: boolean;
}

/** The status of an entry, in a sentence: the one that the toast of its save had, where the reason is still the same. */
export function describeStatus(entry: OutboxEntry, { behind = null, isOffline = false }: Around = {}): string {
  const { status, lastError } = entry;
  const waits = lastTry(lastError) || (isOffline ? describePending({ kind: 'offline' }) : '');
  if (behind) return describePending({ kind: 'behindConflict', fields: conflictLabels(behind) });
  switch (status) {
    case 'sending':
      return 'Saving…';
    case 'indeterminate':
      return `${waits || 'The last try got no answer. Trying again.'} Whether the server has the change is looked up first.`;
    case 'conflict':
      if (lastError?.code === 'gone') return problems['gone'] ?? '';
      return `Somebody else changed ${joinNames(conflictLabels(entry)) || 'the same'} too. Choose which to keep.`;
    case 'rejected':
      return describeRejection(lastError);
    case 'pending':
      return waits || 'On this device, not sent yet.';
  }
}

/** What discarding an entry means; `description`: what it changes. */
export function discardQuestion(entry: ReadEntry, description: string): string {
  if (entry.kind !== 'readable')
    return `Whether “${description}” has reached the server is not known. Discarded, it is not sent from here any more.`;
  const { mayHaveBeenApplied, status } = entry.entry;
  return mayHaveBeenApplied || status === 'sending'
    ? `“${description}” may be on the server already. Discarded, it is not sent again; what the server has of it stays there.`
    : `“${description}” has not reached the server. Discarded, it is gone for good.`;
}

/** The answer of the last attempt; empty where there was none. */
function lastTry(error: OutboxEntry['lastError']): string {
  const reason = pendingReasonOf(error);
  return reason === null || reason.kind === 'offline' ? '' : describePending(reason);
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

/** The server's message for what it refused; our own where the message is only for the log. */
function describeRejection(error: OutboxEntry['lastError']): string {
  return answerOf(error) || problems[error?.code ?? ''] || 'The server did not take this change.';
}

/** The path of the screen on which the entry was made; null where this version has none. */
export function screenPathOf(entry: OutboxEntry): string | null {
  return bind(entry)?.screenPath ?? null;
}

/** Describes an entry for people; an unreadable one by what is known of it. */
export function describeEntry(entry: ReadEntry): string {
  if (entry.kind === 'unreadable') return entry.problem === 'newer' ? 'A change made by a newer version' : 'A change that can’t be read';
  return bind(entry.entry)?.description ?? mutationName(entry.entry);
}
