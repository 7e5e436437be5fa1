import type { PreviewView } from '#machines/preview/preview.view.types.ts';
import { css, cx } from '#styled/css/index.js';
import dayjs from 'dayjs';
import { CloudOff, TriangleAlert } from 'lucide-react';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';

const notice = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  fontSize: 'sm',
  color: 'text.muted',
  '& svg': { flexShrink: '0' },
});
const failed = css({ color: 'danger.text' });

/** What there is to say of the page that is seen. */
export function PreviewNotice({ view: { notice: told, status, hasPage, words } }: { readonly view: PreviewView }) {
  const text = told === null || !hasPage ? null : `${told.text}${told.at === null ? '' : ` ${timeOf(told.at)}`}`;
  const Icon = told?.tone === 'error' ? TriangleAlert : CloudOff;
  return (
    <div role="status">
      {text === null ? null : (
        <span className={cx(notice, told?.tone === 'error' && failed)}>
          <Icon size={16} aria-hidden="true" />
          {text}
        </span>
      )}
      {status === 'loading' ? <span className={visuallyHidden}>{words}</span> : null}
    </div>
  );
}

function timeOf(at: number): string {
  const time = dayjs(at);
  return time.isSame(dayjs(), 'day') ? time.format('H:mm') : time.format('D MMM, H:mm');
}
