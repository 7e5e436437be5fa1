import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { css, cva } from '#styled/css/index.js';
import type { Tone } from './notice.tsx';

const style = cva({
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    paddingInline: '4',
    paddingBlock: '2',
    borderBottomStyle: 'solid',
    borderBottomWidth: 'thin',
  },
  variants: {
    tone: {
      info: { color: 'info.text', backgroundColor: 'info.subtle', borderBottomColor: 'info.border' },
      success: { color: 'success.text', backgroundColor: 'success.subtle', borderBottomColor: 'success.border' },
      warning: { color: 'warning.text', backgroundColor: 'warning.subtle', borderBottomColor: 'warning.border' },
      danger: { color: 'danger.text', backgroundColor: 'danger.subtle', borderBottomColor: 'danger.border' },
    },
  },
});
const body = css({ flex: '1', minWidth: '0', display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3', rowGap: '1' });
const text = css({ flex: '1', minWidth: '[min(14rem, 100%)]', fontWeight: 'medium' });
const closeStyle = css({ display: 'inline-flex', padding: '1', borderRadius: 'sm', cursor: 'pointer' });

export interface BannerProps {
  readonly tone: Tone;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly onDismiss?: () => void;
}

/** A line across the page, about the whole of it: a new version, a restored draft. */
export function Banner({ tone, children, actions, onDismiss }: BannerProps) {
  return (
    <div role="status" className={style({ tone })}>
      <div className={body}>
        <div className={text}>{children}</div>
        {actions}
      </div>
      {onDismiss ? (
        <button type="button" aria-label="Dismiss" className={closeStyle} onClick={onDismiss}>
          <X size={16} aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
}
