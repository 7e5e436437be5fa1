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

/** How a pending change of a field stands, and why it is still on this device, as far as is known. */
export function FieldPendingMark({ waiting, offline }: PendingMarkProps) {
  return <PendingMark status={waiting.status} reason={pendingNote(waiting, offline)} />;
}

/** Why a change is still on this device; null where nothing is known against it, or it does not simply wait. */
export function pendingNote({ status, ...waiting }: PendingChange, offline: boolean): PendingNote | null {
  if (status !== 'pending') return null;
  const tried = waiting.reason ?? null;
  const isOfConnection = tried === null || tried.kind === 'offline' || tried.kind === 'notAnswered';
  const reason: PendingReason | null = offline && isOfConnection ? { kind: 'offline' } : tried?.kind === 'offline' ? null : tried;
  return reason && { brief: describePendingBriefly(reason), sentence: describePending(reason) };
}
