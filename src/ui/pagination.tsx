import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { css } from '#styled/css/index.js';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

const root = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '3', paddingBlock: '3' });
const textStyle = css({ color: 'text.muted', fontVariantNumeric: 'tabular-nums' });
const row = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' });

export interface PaginationProps {
  /** From 0. */
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  /** After the count, such as "and 2 waiting". */
  readonly note?: string;
  readonly onPage: (page: number) => void;
}

export function Pagination({ page, perPage, total, note, onPage }: PaginationProps) {
  const last = Math.max(0, Math.ceil(total / perPage) - 1);
  const start = page <= 0;
  const end = page >= last;
  return (
    <nav aria-label="Pages" className={root}>
      <span className={textStyle} role="status">
        {rangeText({ page, perPage, total })}
        {note ? `, ${note}` : ''}
      </span>
      {last > 0 ? (
        <div className={row}>
          {/* Only aria-disabled: a disabled button would lose the focus at the last page. */}
          {last > 1 ? (
            <IconButton label="First page" icon={<ChevronFirst />} aria-disabled={start || undefined} onClick={() => !start && onPage(0)} />
          ) : null}
          <Button size="small" aria-disabled={start || undefined} onClick={() => onPage(page - 1)}>
            <ChevronLeft aria-hidden="true" />
            Previous
          </Button>
          <Button size="small" aria-disabled={end || undefined} onClick={() => onPage(page + 1)}>
            Next
            <ChevronRight aria-hidden="true" />
          </Button>
          {last > 1 ? (
            <IconButton label="Last page" icon={<ChevronLast />} aria-disabled={end || undefined} onClick={() => !end && onPage(last)} />
          ) : null}
        </div>
      ) : null}
    </nav>
  );
}

/** "Showing 1 to 25 of 83"; `page` counts from 0. */
export function rangeText({ page, perPage, total }: { page: number; perPage: number; total: number }): string {
  const number = (value: number): string => value.toLocaleString('en');
  if (total === 0) return 'Nothing to show';
  const first = page * perPage + 1;
  if (first > total) return `Page ${number(page + 1)} is past the end of ${number(total)}`;
  return `Showing ${number(first)} to ${number(Math.min(first + perPage - 1, total))} of ${number(total)}`;
}
