import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { css, cva, cx } from '#styled/css/index.js';
import { Skeleton } from './skeleton.tsx';
import { visuallyHidden } from './visually-hidden.ts';

const frame = css({ backgroundColor: 'surface', border: 'hairline', borderRadius: 'md' });
const tableStyle = css({
  width: 'full',
  borderCollapse: 'separate',
  borderSpacing: '0',
  fontVariantNumeric: 'tabular-nums',
  mdDown: { display: 'block' },
});
const oneLine = css({ height: '[1.3125rem]', maxWidth: '[12rem]' });
const twoLines = css({ height: '[2.53125rem]', maxWidth: '[16rem]' });
const fixedStyle = css({ tableLayout: { md: 'fixed' } });
const headStyle = css({ mdDown: { display: 'block' } });
const bodyStyle = cva({
  base: { transitionProperty: 'common', transitionDuration: 'normal', mdDown: { display: 'block' } },
  variants: { dimmed: { true: { opacity: 'stale' } } },
});
// On a small screen only the buttons that sort are left of it; where there are none, nothing is.
const headRow = css({
  mdDown: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '1',
    padding: '2',
    borderBottom: 'hairline',
    '&:not(:has(button))': { display: 'none' },
  },
});
const headCell = css({
  position: { md: 'sticky' },
  width: { md: '[var(--column-width)]' },
  top: '[var(--table-top, 0px)]',
  zIndex: 'raised',
  paddingInline: { md: '4' },
  paddingBlock: { md: '2' },
  backgroundColor: 'surface',
  borderBottom: { md: 'hairline' },
  color: 'text.muted',
  fontSize: 'xs',
  fontWeight: 'semibold',
  letterSpacing: 'wide',
  textAlign: 'start',
  whiteSpace: 'nowrap',
  '&:first-child': { borderStartStartRadius: 'md' },
  '&:last-child': { borderStartEndRadius: 'md' },
  '&:not(:has(button))': { mdDown: { display: 'none' } },
});
const sortStyle = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  minHeight: '7',
  marginInline: { md: '-2' },
  paddingInline: '2',
  borderRadius: 'sm',
  font: 'inherit',
  letterSpacing: 'wide',
  cursor: 'pointer',
  _hover: { color: 'text', backgroundColor: 'surface.hover' },
  '& svg': { width: '3.5', height: '3.5' },
});
const rowStyle = css({
  '&:not(:last-child) > *': { md: { borderBottom: 'hairline' } },
  '&:hover > *': { backgroundColor: 'surface.hover' },
  '&:last-child > :first-child': { borderEndStartRadius: 'md' },
  '&:last-child > :last-child': { borderEndEndRadius: 'md' },
  mdDown: {
    display: 'grid',
    gridTemplateColumns: '[minmax(0, 1fr) auto]',
    paddingBlock: '3',
    '&:not(:last-child)': { borderBottom: 'hairline' },
    '&:hover > *': { backgroundColor: 'transparent' },
  },
});
const cellStyle = cva({
  base: {
    position: 'relative',
    minWidth: '0',
    paddingInline: '4',
    paddingBlock: { base: '1', md: '2.5' },
    verticalAlign: 'middle',
    overflowWrap: 'anywhere',
    mdDown: {
      gridColumn: '[1 / -1]',
      display: 'flex',
      alignItems: 'baseline',
      gap: '3',
      '&[data-label]::before': { content: 'attr(data-label)', flexShrink: '0', width: '[7rem]', color: 'text.muted', fontSize: 'sm' },
    },
  },
  variants: {
    end: { true: { textAlign: { md: 'end' } } },
    noWrap: { true: { whiteSpace: 'nowrap' } },
    primary: { true: { fontWeight: 'medium', textAlign: 'start', mdDown: { gridRow: '1', gridColumn: '1', alignItems: 'center' } } },
    // In a card the buttons stand beside its title: last in the row, they would be a line of their own at its end.
    quiet: { true: { mdDown: { gridRow: '1', gridColumn: '2', alignItems: 'center' } } },
  },
});
const endStyle = css({ textAlign: { md: 'end' } });

export interface TableColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly sortable?: boolean;
  readonly align?: 'start' | 'end';
  /** Names the row: a row header, and the title of its card on a small screen. */
  readonly primary?: boolean;
  /** How many lines its cells take; the outline has as many. */
  readonly lines?: 1 | 2;
  /** Such as "40%". With widths, columns stay where they are from page to page. */
  readonly width?: string;
  /** Its cells stay in one line, as dates and sizes do. */
  readonly noWrap?: boolean;
  /** A column of buttons: its header is for screen readers only, and in the card of a small screen it stands beside the title. */
  readonly quiet?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

export interface TableProps<Row> {
  /** What the rows are; read out before the table. */
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly sort?: { readonly id: string; readonly descending: boolean } | null;
  readonly onSort?: (columnId: string) => void;
  /** First load: rows in outline. */
  readonly loading?: boolean;
  /** A refetch: rows stay, and dim. */
  readonly refreshing?: boolean;
  /** Instead of rows, where there are none. */
  readonly empty?: ReactNode;
}

/** The rows in outline. As many as a screen shows: fewer would let what stands below jump. */
const outlines = Array.from({ length: 12 }, (_, at) => `outline-${at}`);

/** Draws rows; what they are, their order and their page is the caller's (or TanStack Table's). */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowId, sort = null, onSort, loading = false, refreshing = false, empty } = props;
  if (!loading && rows.length === 0 && empty) return <div className={frame}>{empty}</div>;
  return (
    <div className={frame}>
      <table
        className={cx(tableStyle, columns.some((column) => column.width) && fixedStyle)}
        aria-busy={loading || refreshing || undefined}
      >
        <caption className={visuallyHidden}>{caption}</caption>
        <thead className={headStyle}>
          <tr className={headRow}>
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sort={sort?.id === column.id ? sort.descending : null} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody className={bodyStyle({ dimmed: refreshing })}>
          {loading
            ? outlines.map((outline) => (
                <tr key={outline} className={rowStyle}>
                  {columns.map((column) => (
                    <td key={column.id} className={cellStyle({ primary: column.primary, quiet: column.quiet })}>
                      <Skeleton className={column.lines === 2 ? twoLines : oneLine} />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => (
                <tr key={rowId(row)} className={rowStyle}>
                  {columns.map((column) => (
                    <BodyCell key={column.id} column={column}>
                      {column.cell(row)}
                    </BodyCell>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

type HeadCellProps<Row> = {
  readonly column: TableColumn<Row>;
  readonly sort: boolean | null;
  readonly onSort?: (columnId: string) => void;
};

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const Icon = sort === null ? ChevronsUpDown : sort ? ArrowDown : ArrowUp;
  const order = sort === null ? 'none' : sort ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      style={column.width === undefined ? undefined : { ['--column-width' as string]: column.width }}
      className={cx(headCell, column.align === 'end' && endStyle)}
      aria-sort={column.sortable ? order : undefined}
    >
      {column.sortable && onSort ? (
        <button type="button" className={sortStyle} onClick={() => onSort(column.id)}>
          {column.header}
          <Icon aria-hidden="true" />
        </button>
      ) : (
        <span className={column.quiet ? visuallyHidden : undefined}>{column.header}</span>
      )}
    </th>
  );
}

function BodyCell<Row>({ column, children }: { readonly column: TableColumn<Row>; readonly children: ReactNode }) {
  const { primary, quiet, noWrap } = column;
  const className = cellStyle({ primary, quiet, noWrap, end: column.align === 'end' });
  if (primary) {
    return (
      <th scope="row" className={className}>
        {children}
      </th>
    );
  }
  return (
    <td className={className} data-label={quiet ? undefined : column.header}>
      {children}
    </td>
  );
}
