import type { PendingReason } from '#contract/pending-reason.ts';
import type { PendingChange } from '#machines/ports.ts';
import { describePendingBriefly } from '#machines/pending-briefly.ts';
import { describePending } from '#machines/save-messages.ts';
import { PendingMark } from '#src/ui/pending-mark.tsx';
import type { PendingNote } from '#src/ui/pending-marks.ts';

export interface PendingMarkProps {
  readonly waiting: PendingChange;
  readonly offline: boolean;
}

/** The status of a field's outbox entry, and why it is still pending, as far as that is known. */
export function FieldPendingMark({ waiting, offline }: PendingMarkProps) {
  return <PendingMark status={waiting.isUncertain ? 'uncertain' : waiting.status} reason={pendingNote(waiting, offline)} />;
}

/** Why a change is still pending. Null where no reason is known, or the change is rejected or in conflict. */
export function pendingNote({ status, ...mark }: PendingChange, offline: boolean): PendingNote | null {
  if (status !== 'pending') return null;
  const lastReason = mark.reason ?? null;
  const isOfConnection = lastReason === null || lastReason.kind === 'offline' || lastReason.kind === 'notAnswered';
  const reason: PendingReason | null = offline && isOfConnection ? { kind: 'offline' } : lastReason?.kind === 'offline' ? null : lastReason;
  return reason && { brief: describePendingBriefly(reason), sentence: describePending(reason) };
}
