import { type PendingReason, pendingReasonOf, reasonNow } from '#contract/pending-reason.ts';
import type { SaveStatus } from '#db/save-status.ts';
import type { StorePlace } from '#db/store-place.ts';
import type { EntryStatus } from '#contract/outbox-entry.ts';
import type { PendingField } from '#db/overlay.ts';
import type { PendingChange } from '#machines/ports.ts';

/**
 * The reason to show for pending saves: of several, the one that a person can do most about. `knownReason`: why every save stays
 * pending now.
 */
export function pendingReason(statuses: readonly SaveStatus[], knownReason: PendingReason | null, place: StorePlace): PendingReason {
  const reason = reasonOf(statuses, knownReason);
  return place === 'device' ? reason : { ...reason, isInTab: true };
}

function reasonOf(statuses: readonly SaveStatus[], knownReason: PendingReason | null): PendingReason {
  const pending = statuses.filter((status) => status.kind === 'pending');
  const behind = pending.find((status) => status.behind)?.behind;
  if (behind) return { kind: 'behindConflict', fields: behind };
  // What holds for every save now is newer than the errors of earlier attempts.
  const known = pending.flatMap(({ error }) => {
    const last = pendingReasonOf(error);
    return (knownReason === null ? last : reasonNow(last, knownReason)) ?? [];
  });
  if (knownReason !== null) known.push(knownReason);
  const byUse = (['signInNeeded', 'codeMissing', 'serverTrouble', 'blocked', 'offline'] as const).map((kind) =>
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

/** The mark of a field that has an outbox entry. */
export function pendingMarkOf({ opId, status, message, isUncertain, began, theirs, tried, stuck }: PendingField): PendingChange {
  const known = tried ? pendingReasonOf(tried) : null;
  // One call without an answer does not prove that there is no connection.
  const reason: PendingReason | null = tried?.code === 'no_answer' ? { kind: 'notAnswered' } : known;
  const mark = {
    status: markOf[status],
    message,
    ...(isUncertain ? { isUncertain } : {}),
    ...(began === undefined ? {} : { began }),
    ...(status === 'sending' ? { isSending: true as const } : {}),
    ...(reason ? { reason } : {}),
    ...(known && stuck ? { stuck: known } : {}),
  };
  return theirs === undefined ? mark : { ...mark, conflict: { opId, ...theirs } };
}
