import type { ViewEntry } from '#contract/resources/view.ts';
import { css } from '#styled/css/index.js';
import dayjs from 'dayjs';
import { Skeleton } from '#src/ui/skeleton.tsx';

const list = css({ display: 'flex', flexDirection: 'column' });
const entry = css({
  display: 'grid',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', md: '[minmax(8rem, 1fr) minmax(0, 3fr)]' },
  columnGap: '6',
  rowGap: '1',
  paddingBlock: '3',
  borderTop: 'hairline',
  _first: { borderTop: 'none' },
  // On a wide screen, in a narrow card beside others: each label is above its value.
  '[data-narrow] > &': { gridTemplateColumns: { lg: '[minmax(0, 1fr)]' } },
});
const labelStyle = css({ color: 'text.muted', overflowWrap: 'anywhere' });
const valueStyle = css({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });
const nothing = css({ color: 'text.muted' });
const outlined = ['first', 'second', 'third', 'fourth'];
// As high as a line of text.
const outlinedLabel = css({ height: '[1.3125rem]', maxWidth: '[8rem]' });
const outlinedValue = css({ height: '[1.3125rem]', maxWidth: '[16rem]' });

interface ViewEntriesProps {
  readonly entries: readonly ViewEntry[];
  readonly isNarrow?: boolean;
}

/** Values of a record, each with its label. They are shown as text. */
export function ViewEntries({ entries, isNarrow = false }: ViewEntriesProps) {
  return (
    <dl className={list} data-narrow={isNarrow ? '' : undefined}>
      {entries.map((each) => (
        <div key={each.key} className={entry}>
          <dt className={labelStyle}>{each.label}</dt>
          <dd className={valueStyle}>{textOf(each) || <span className={nothing}>Empty</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The rows of values that are loading. */
export function ViewOutline() {
  return (
    <div className={list}>
      {outlined.map((each) => (
        <div key={each} className={entry}>
          <Skeleton className={outlinedLabel} />
          <Skeleton className={outlinedValue} />
        </div>
      ))}
    </div>
  );
}

function textOf({ value, date }: ViewEntry): string {
  return date !== undefined && dayjs(value).isValid() ? dayjs(value).format(date) : value;
}
