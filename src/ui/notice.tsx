import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { css, cva, cx } from '#styled/css/index.js';

const style = cva({
  base: {
    display: 'flex',
    gap: '3',
    paddingInline: '4',
    paddingBlock: '3',
    borderRadius: 'md',
    borderStyle: 'solid',
    borderWidth: 'thin',
    '& > svg': { flexShrink: '0', marginTop: '0.5' },
  },
  variants: {
    tone: {
      info: { backgroundColor: 'info.subtle', borderColor: 'info.border', '& > svg': { color: 'info.text' } },
      success: { backgroundColor: 'success.subtle', borderColor: 'success.border', '& > svg': { color: 'success.text' } },
      warning: { backgroundColor: 'warning.subtle', borderColor: 'warning.border', '& > svg': { color: 'warning.text' } },
      danger: { backgroundColor: 'danger.subtle', borderColor: 'danger.border', '& > svg': { color: 'danger.text' } },
    },
  },
});
const body = css({ flex: '1', minWidth: '0', display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '4', rowGap: '3' });
const textStyle = css({ flex: '1', minWidth: '[min(16rem, 100%)]', overflowWrap: 'anywhere' });
const titleStyle = css({ fontWeight: 'semibold' });
// Buttons are higher than a line of text. The padding absorbs the difference, so that the text stays beside its icon.
const actionRow = css({ display: 'flex', flexWrap: 'wrap', gap: '1.5', marginBlock: '-1' });

export type Tone = 'info' | 'success' | 'warning' | 'danger';

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

export interface NoticeProps {
  readonly tone: Tone;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** `alert` interrupts a screen reader, `status` waits for a pause. Leave it out for a notice that is there from the start. */
  readonly live?: 'alert' | 'status';
  readonly className?: string;
}

export function Notice({ tone, title, children, actions, live, className }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div role={live} className={cx(style({ tone }), className)}>
      <Icon size={18} aria-hidden="true" />
      <div className={body}>
        <div className={textStyle}>
          {title ? <div className={titleStyle}>{title}</div> : null}
          {children ? <div>{children}</div> : null}
        </div>
        {actions ? <div className={actionRow}>{actions}</div> : null}
      </div>
    </div>
  );
}
