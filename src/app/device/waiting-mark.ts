import { pendingReasonOf } from '#contract/pending-reason.ts';
import type { RowStatus } from '#contract/queue.ts';
import type { WaitingField } from '#db/overlay.ts';
import type { WaitingMark } from '#machines/ports.ts';

const markOf: { readonly [Status in RowStatus]: WaitingMark['status'] } = {
  queued: 'waiting',
  sending: 'waiting',
  unknown: 'waiting',
  parked: 'parked',
  conflict: 'conflict',
};

/** How a pending change of a field stands, as the screens show it. */
export function waitingMark({ opId, status, message, theirs, stuck }: WaitingField): WaitingMark {
  const reason = stuck && pendingReasonOf(stuck);
  const mark = { status: markOf[status], message, ...(reason ? { stuck: reason } : {}) };
  return theirs === undefined ? mark : { ...mark, conflict: { opId, ...theirs } };
}
