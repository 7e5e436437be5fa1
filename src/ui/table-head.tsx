import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { css, cx } from '#styled/css/index.js';
import { Checkbox } from './checkbox.tsx';
import type { TableColumn, TableSelection } from './table-column.ts';
import { visuallyHidden } from './visually-hidden.ts';

// On a small screen the head shows only its sort buttons, and nothing where no column sorts.
const headRow = css({
  _narrowBox: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '1',
    position: 'relative',
    padding: '2',
    // The buttons stand above the names of the rows in every line, and the checkbox above their checkboxes.
    '&:has(> [data-select-all])': { paddingInlineStart: '11' },
    borderBottom: 'hairline',
    '&:not(:has(button))': { display: 'none' },
  },
});
const headCell = css({
  position: { _columns: 'sticky' },
  width: { _columns: '[var(--column-width)]' },
  top: '[var(--table-top, 0px)]',
  zIndex: 'raised',
  paddingInline: { _columns: { base: '3', xl: '4' } },
  paddingBlock: { _columns: '2' },
  backgroundColor: 'surface',
  borderBottom: { _columns: 'hairline' },
  color: 'text.muted',
  textStyle: 'columnHead',
  textAlign: 'start',
  verticalAlign: 'middle',
  '&:first-child': { borderStartStartRadius: 'md' },
  '&:last-child': { borderStartEndRadius: 'md' },
  '&:not(:has(button))': { _narrowBox: { display: 'none' } },
});
const selectHead = css({
  width: { _columns: '11!' },
  paddingInlineEnd: { _columns: '0' },
  paddingInlineStart: { _columns: '4' },
  '&:not(:has(button))': { _narrowBox: { display: 'flex!' } },
  _narrowBox: { position: 'absolute', top: '2', insetInlineStart: '4', height: '7', alignItems: 'center' },
});
const sortStyle = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  minHeight: '7',
  marginInline: { _columns: '-2' },
  paddingInline: '2',
  borderRadius: 'sm',
  font: 'inherit',
  letterSpacing: 'wide',
  textAlign: 'start',
  cursor: 'pointer',
  _hover: { color: 'text', backgroundColor: 'surface.hover' },
  '& svg': { flexShrink: '0', width: '3.5', height: '3.5' },
});
const endStyle = css({ textAlign: { _columns: 'end' } });

interface TableHeadProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly sort: { readonly id: string; readonly descending: boolean } | null;
  readonly onSort?: (columnId: string) => void;
  readonly rows: readonly Row[];
  readonly selection?: TableSelection<Row>;
}

/** The names of the columns, which are buttons where a column sorts. */
export function TableHead<Row>({ columns, sort, onSort, rows, selection }: TableHeadProps<Row>) {
  return (
    <tr className={headRow}>
      {selection ? <SelectAll rows={rows} selection={selection} /> : null}
      {columns.map((column) => (
        <HeadCell key={column.id} column={column} sort={sort?.id === column.id ? sort.descending : null} onSort={onSort} />
      ))}
    </tr>
  );
}

function SelectAll<Row>({
  rows,
  selection: { selected, isSelectable, onToggleAll },
}: {
  readonly rows: readonly Row[];
  readonly selection: TableSelection<Row>;
}) {
  const selectable = rows.filter(isSelectable).length;
  const all = selectable > 0 && selected.size === selectable;
  return (
    <th scope="col" data-select-all="" className={cx(headCell, selectHead)}>
      <Checkbox
        label="Select all rows of this page"
        labelHidden
        checked={all}
        indeterminate={!all && selected.size > 0}
        disabled={selectable === 0}
        onChange={() => onToggleAll(!all)}
      />
    </th>
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
