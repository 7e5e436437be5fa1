import type { ReactNode } from 'react';
import { css, cva, cx } from '#styled/css/index.js';
import { Checkbox } from './checkbox.tsx';
import { Skeleton } from './skeleton.tsx';
import type { TableColumn, TableSelection } from './table-column.ts';
import { TableHead } from './table-head.tsx';
import { visuallyHidden } from './visually-hidden.ts';

// Its own width decides between columns and cards: beside the navigation, with large text or with the state flows it is narrow in any window.
const frame = css({ backgroundColor: 'surface', border: 'hairline', borderRadius: 'md', containerType: 'inline-size' });
const tableStyle = css({
  width: 'full',
  borderCollapse: 'separate',
  borderSpacing: '0',
  fontVariantNumeric: 'tabular-nums',
  _narrowBox: { display: 'block' },
});
const oneLine = css({ height: '[1.3125rem]', maxWidth: '[12rem]' });
const twoLines = css({ height: '[2.53125rem]', maxWidth: '[16rem]' });
const button = css({ height: '[1.75rem]', maxWidth: '[12rem]' });
const fixedStyle = css({ tableLayout: { _columns: 'fixed' } });
const headStyle = css({ _narrowBox: { display: 'block' } });
const bodyStyle = cva({
  base: { transitionProperty: 'common', transitionDuration: 'normal', _narrowBox: { display: 'block' } },
  variants: { dimmed: { true: { opacity: 'stale' } } },
});
const rowStyle = css({
  '&:not(:last-child) > *': { _columns: { borderBottom: 'hairline' } },
  '&:hover > *': { backgroundColor: 'surface.hover' },
  '&:last-child > :first-child': { borderEndStartRadius: 'md' },
  '&:last-child > :last-child': { borderEndEndRadius: 'md' },
  '&[data-selected]:is(*, :hover) > *': { backgroundColor: { _columns: 'accent.subtle' } },
  _narrowBox: {
    display: 'grid',
    gridTemplateColumns: '[minmax(0, 1fr) auto]',
    '&:has(> [data-select])': { gridTemplateColumns: '[auto minmax(0, 1fr) auto]' },
    paddingBlock: '3',
    '&:not(:last-child)': { borderBottom: 'hairline' },
    '&:hover > *': { backgroundColor: 'transparent' },
    // The whole card, including the gaps between its lines.
    '&[data-selected]': { backgroundColor: 'accent.subtle' },
  },
});
const cellStyle = cva({
  base: {
    position: 'relative',
    minWidth: '0',
    paddingInline: { base: '4', _columns: { base: '3', xl: '4' } },
    paddingBlock: { base: '1', _columns: '2.5' },
    verticalAlign: 'middle',
    overflowWrap: 'anywhere',
    _narrowBox: {
      gridColumn: '[1 / -1]',
      // Below the title, and not below its checkbox.
      '[data-select] ~ &': { gridColumn: '[2 / -1]' },
      display: 'flex',
      alignItems: 'baseline',
      columnGap: '3',
      // Below its label, where that takes most of the line.
      flexWrap: { _tinyBox: 'wrap' },
      // A line without content, such as a mark that is not there.
      '&:empty': { display: 'none' },
      '&[data-label]::before': { content: 'attr(data-label)', flexShrink: '0', width: '[6rem]', color: 'text.muted', fontSize: 'sm' },
    },
  },
  variants: {
    end: { true: { textAlign: { _columns: 'end' } } },
    // A card may be too narrow for a date with its time.
    noWrap: { true: { whiteSpace: { _columns: 'nowrap' } } },
    primary: {
      true: { fontWeight: 'medium', textAlign: 'start', _narrowBox: { gridRow: '1', gridColumn: '[-3 / -2]!', alignItems: 'center' } },
    },
    // In a card the buttons are beside the title: at their place in the row they would take a line of their own.
    quiet: { true: { paddingBlock: { _columns: '2' }, _narrowBox: { gridRow: '1', gridColumn: '[-2 / -1]!', alignItems: 'center' } } },
    select: {
      true: {
        width: { _columns: '11' },
        paddingInlineStart: { _columns: '4' },
        paddingInlineEnd: '0',
        _narrowBox: { gridRow: '1', gridColumn: '1', alignItems: 'center' },
      },
    },
  },
});

export interface TableProps<Row> {
  /** Names the table; screen readers announce it first. */
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly sort?: { readonly id: string; readonly descending: boolean } | null;
  readonly onSort?: (columnId: string) => void;
  /** First load: shows skeleton rows. */
  readonly loading?: boolean;
  /** How many of them; by default as many as fill a screen. */
  readonly outlineRows?: number;
  /** A refetch: the rows stay, and are dimmed. */
  readonly refreshing?: boolean;
  readonly selection?: TableSelection<Row>;
  /** Shown where there are no rows. */
  readonly empty?: ReactNode;
}

/** As many skeleton rows fill a screen: with fewer, the content below would jump. */
const screenOfRows = 12;

/** Draws rows. The caller decides on their order and page. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowId, sort = null, onSort, loading = false, refreshing = false, selection, empty } = props;
  const outlines = loading ? Array.from({ length: props.outlineRows ?? screenOfRows }, (_, at) => `outline-${at}`) : [];
  if (!loading && rows.length === 0 && empty) return <div className={frame}>{empty}</div>;
  return (
    <div className={frame}>
      <table
        className={cx(tableStyle, columns.some((column) => column.width) && fixedStyle)}
        aria-busy={loading || refreshing || undefined}
      >
        <caption className={visuallyHidden}>{caption}</caption>
        <thead className={headStyle}>
          <TableHead columns={columns} sort={sort} onSort={onSort} rows={rows} selection={selection} />
        </thead>
        <tbody className={bodyStyle({ dimmed: refreshing })}>
          {loading
            ? outlines.map((outline) => (
                <tr key={outline} className={rowStyle}>
                  {selection ? <td data-select="" className={cellStyle({ select: true })} /> : null}
                  {columns.map((column) => (
                    <td key={column.id} className={cellStyle({ primary: column.primary, quiet: column.quiet })}>
                      <Skeleton className={column.quiet ? button : column.lines === 2 ? twoLines : oneLine} />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => (
                <tr
                  key={rowId(row)}
                  data-row={rowId(row)}
                  data-selected={selection?.selected.has(rowId(row)) ? '' : undefined}
                  className={rowStyle}
                >
                  {selection ? (
                    <td data-select="" className={cellStyle({ select: true })}>
                      <Checkbox
                        label={selection.labelOf(row)}
                        labelHidden
                        disabled={!selection.isSelectable(row)}
                        checked={selection.selected.has(rowId(row))}
                        onChange={() => selection.onToggle(rowId(row))}
                      />
                    </td>
                  ) : null}
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
