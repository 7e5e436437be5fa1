import { type PendingReason, pendingReasonOf } from '#contract/pending-reason.ts';
import type { SaveStatus } from '#db/save-status.ts';
import type { EntryStatus } from '#contract/outbox-entry.ts';
import type { PendingField } from '#db/overlay.ts';
import type { PendingChange } from '#machines/ports.ts';

/**
 * The reason to show for pending saves: of several, the one that a person can do most about. `hold`: a reason that is known to
 * keep every save on this device now.
 */
export function pendingReason(outcomes: readonly SaveStatus[], hold: PendingReason | null): PendingReason {
  const waiting = outcomes.filter((outcome) => outcome.kind === 'pending');
  const behind = waiting.find((outcome) => outcome.behind)?.behind;
  if (behind) return { kind: 'behindConflict', fields: behind };
  const known = [...waiting.flatMap(({ error }) => pendingReasonOf(error) ?? []), ...(hold === null ? [] : [hold])];
  const byUse = (['signInNeeded', 'serverTrouble', 'blocked', 'offline'] as const).map((kind) =>
    known.find((reason) => reason.kind === kind),
  );
  return byUse.find((reason) => reason !== undefined) ?? { kind: 'notAnswered' };
}

const markOf: { readonly [Status in EntryStatus]: PendingChange['status'] } = {
  pending: 'pending',
  sending: 'pending',
  indeterminate: 'pending',
  rejected: 'rejected',
  conflict: 'conflict',
};

/** How a pending change of a field stands, as the screens show it. */
export function waitingMark({ opId, status, message, began, theirs, tried, stuck }: PendingField): PendingChange {
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
