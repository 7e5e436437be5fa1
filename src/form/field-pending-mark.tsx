import type { Disconnection } from '#contract/disconnection.ts';
import { reasonNow } from '#contract/pending-reason.ts';
import type { PendingChange } from '#machines/ports.ts';
import { pendingReasonWith } from '#machines/disconnection-messages.ts';
import { describePendingBriefly } from '#machines/pending-briefly.ts';
import { describePending } from '#machines/save-messages.ts';
import { PendingMark } from '#src/ui/pending-mark.tsx';
import { type PendingNote, pendingMarks } from '#src/ui/pending-marks.ts';
import { css } from '#styled/css/index.js';

const toggle = css({
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: '6',
  height: '6',
  borderRadius: 'sm',
  cursor: 'pointer',
  textDecoration: 'underline',
  textUnderlineOffset: '3px',
  _hover: { backgroundColor: 'warning.subtle' },
  _focusVisible: { outlineOffset: '[-2px]' },
});
export const chooseTitle = 'Choose which to keep';
/** The name of the mark that opens and closes a conflict picker. It begins with what is to be seen of the mark. */
export const chooseName = (label: string, isResolved: boolean): string =>
  isResolved
    ? `${pendingMarks.resolved.text}. Close the choice for ${label}`
    : `${pendingMarks.conflict.text}. ${chooseTitle} for ${label}`;

export interface PendingMarkProps {
  /** Null where only a conflict that has ended is shown. */
  readonly pending: PendingChange | null;
  readonly disconnection: Disconnection | null;
  /** Of a conflict: the mark opens and closes its picker. */
  readonly choosing: ConflictToggleProps | null;
}

export interface ConflictToggleProps {
  readonly label: string;
  readonly isOpen: boolean;
  /** The conflict has ended while its picker is open: the mark stays, with the focus that it may have. */
  readonly isResolved: boolean;
  readonly onToggle: () => void;
}

/** The status of a field's outbox entry, and why it is still pending, as far as that is known. */
export function FieldPendingMark({ pending, disconnection, choosing }: PendingMarkProps) {
  const mark =
    pending === null || choosing?.isResolved ? (
      <PendingMark status="resolved" />
    ) : (
      <PendingMark status={pending.isUncertain ? 'uncertain' : pending.status} reason={pendingNote(pending, disconnection)} />
    );
  if (!choosing) return mark;
  const { label, isOpen, isResolved, onToggle } = choosing;
  return (
    <button
      type="button"
      className={toggle}
      aria-expanded={isOpen}
      aria-label={chooseName(label, isResolved)}
      title={isResolved ? undefined : chooseTitle}
      onClick={onToggle}
    >
      {mark}
    </button>
  );
}

/** Why a change is still pending. Null where no reason is known, or the change is rejected or in conflict. */
export function pendingNote({ status, ...mark }: PendingChange, disconnection: Disconnection | null): PendingNote | null {
  if (status !== 'pending') return null;
  const reason = reasonNow(mark.reason ?? null, disconnection && pendingReasonWith(disconnection));
  return reason && { brief: describePendingBriefly(reason), sentence: describePending(reason) };
}
