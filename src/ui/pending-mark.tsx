import { css, cx } from '#styled/css/index.js';
import { type PendingNote, type PendingStatus, useMark } from './pending-marks.ts';

const mark = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  maxWidth: 'full',
  minWidth: '0',
  fontSize: 'xs',
  fontWeight: 'medium',
  '& > svg': { flexShrink: '0' },
});
const textStyle = css({ minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis' });
const pendingTone = css({ color: 'text.muted' });
const warningTone = css({ color: 'warning.text' });
const calm: ReadonlySet<PendingStatus> = new Set(['pending', 'deleting', 'resolved']);

interface PendingMarkProps {
  readonly status: PendingStatus;
  /** Why it is still pending. */
  readonly reason?: PendingNote | null;
}

/** The status of a pending change, with the reason. */
export function PendingMark({ status, reason = null }: PendingMarkProps) {
  const { Icon, text } = useMark(status);
  return (
    <span className={cx(mark, calm.has(status) ? pendingTone : warningTone)} title={reason?.sentence}>
      <Icon size={14} aria-hidden="true" />
      <span className={textStyle}>{reason === null ? text : `${text}: ${reason.brief}`}</span>
    </span>
  );
}
