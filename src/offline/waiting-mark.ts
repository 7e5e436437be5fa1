import { type PendingReason, pendingReasonOf } from '#contract/pending-reason.ts';
import type { EntryStatus } from '#contract/outbox-entry.ts';
import type { WaitingField } from '#db/overlay.ts';
import type { WaitingMark } from '#machines/ports.ts';

const markOf: { readonly [Status in EntryStatus]: WaitingMark['status'] } = {
  pending: 'pending',
  sending: 'pending',
  indeterminate: 'pending',
  rejected: 'rejected',
  conflict: 'conflict',
};

/** How a pending change of a field stands, as the screens show it. */
export function waitingMark({ opId, status, message, began, theirs, tried, stuck }: WaitingField): WaitingMark {
  const known = tried ? pendingReasonOf(tried) : null;
  // One call without an answer is no word about the connection.
  const reason: PendingReason | null = tried?.code === 'no_answer' ? { kind: 'notAnswered' } : known;
  const mark = {
    status: markOf[status],
    message,
    ...(began === undefined ? {} : { began }),
    ...(status === 'sending' ? { isSending: true as const } : {}),
    ...(reason ? { reason } : {}),
    ...(known && stuck ? { stuck: known } : {}),
  };
  return theirs === undefined ? mark : { ...mark, conflict: { opId, ...theirs } };
}
