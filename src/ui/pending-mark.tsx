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
/** On a narrow screen the rest would be cut beside a label of some length: the bar and the choice say it. */
const rest = css({ mdDown: { srOnly: true } });
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
  const [lead, detail = null] = text.split(/(?=: )/u);
  return (
    <span className={cx(mark, calm.has(status) ? pendingTone : warningTone)} title={reason?.sentence}>
      <Icon size={14} aria-hidden="true" />
      <span className={textStyle}>
        {reason === null ? lead : `${text}: ${reason.brief}`}
        {reason === null && detail !== null ? <span className={rest}>{detail}</span> : null}
      </span>
    </span>
  );
}
