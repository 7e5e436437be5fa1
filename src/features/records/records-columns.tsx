import { choiceListsOf } from '#contract/fields/index.ts';
import type { ResourceDefinition } from '#contract/resources/define.ts';
import type { ListedRecord } from '#machines/record-list/record-list.ports.ts';
import type { EndValues } from '#machines/running-rows/running-rows.machine.ts';
import { css } from '#styled/css/index.js';
import { useNavigate } from '@tanstack/react-router';
import { ChartColumn, Eye, PenLine, Trash2 } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useDisconnection } from '#src/app/use-disconnection.ts';
import { ChoicesData } from '#src/form/choices-data.tsx';
import type { MenuItem } from '#src/ui/menu.tsx';
import { moveItems } from '#src/ui/move-items.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import type { TableColumn } from '#src/ui/table-column.ts';
import { controlName, NameCell, valueCell } from './record-cells.tsx';
import { linkTo, recordRoute, type RecordsPath } from './record-link.tsx';
import { RowActionButton } from './row-action-button.tsx';

const actionsStyle = css({ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: '2' });

interface ColumnChoicesProps {
  readonly websiteId: string;
  readonly resource: ResourceDefinition;
  readonly children: ReactNode;
}

/** Provides the lists that the columns name records of. */
export function ColumnChoices({ websiteId, resource, children }: ColumnChoicesProps) {
  const keys = new Set(resource.list.columns.filter(({ kind }) => kind === 'choice').map(({ key }) => key));
  const lists = new Set(resource.fields.filter(({ key }) => keys.has(key)).flatMap(choiceListsOf));
  return [...lists].reduce(
    (content, list) => (
      <ChoicesData key={list} websiteId={websiteId} list={list}>
        {content}
      </ChoicesData>
    ),
    children,
  );
}

interface ColumnsInput {
  readonly listPath: RecordsPath;
  readonly ask: (rows: readonly ListedRecord[]) => void;
  /** Moves a row by one, in a list with an order. */
  readonly move: (row: ListedRecord, by: 1 | -1) => Promise<unknown>;
  /** False at either end, and for a row that is being deleted. */
  readonly canMove: (row: ListedRecord, by: 1 | -1) => boolean;
  readonly keptReason: (row: ListedRecord) => string | null;
  readonly running: EndValues;
  readonly onStarted: (row: ListedRecord) => void;
}

/** The columns of a resource's list, and that of the rows' actions. */
export function useColumns(
  resource: ResourceDefinition,
  { listPath, ask, move, canMove, keptReason, running, onStarted }: ColumnsInput,
): readonly TableColumn<ListedRecord>[] {
  const navigate = useNavigate();
  const disconnection = useDisconnection();
  return useMemo(() => {
    const {
      calls,
      list: { columns, rowActions = [] },
    } = resource;
    const hasMenu = Boolean(resource.view ?? calls.update ?? calls.remove);
    const runningIn = Object.fromEntries(
      rowActions.flatMap((action) => (action.running ? [[action.running.until, action.running.text] as const] : [])),
    );
    const open = (rest: string) => () => void navigate(linkTo(listPath, rest));
    const itemsOf = (row: ListedRecord): readonly MenuItem[] => [
      ...(resource.view
        ? [{ id: 'view', label: 'View', icon: <Eye aria-hidden="true" />, disabled: row.isDeleting, onSelect: open(row.id) }]
        : []),
      ...(resource.details
        ? [
            {
              id: 'details',
              label: 'Details',
              icon: <ChartColumn aria-hidden="true" />,
              disabled: row.isDeleting,
              onSelect: () => void navigate(recordRoute(listPath, `details/${row.id}`)),
            },
          ]
        : []),
      ...(calls.update
        ? [
            {
              id: 'edit',
              label: 'Edit',
              icon: <PenLine aria-hidden="true" />,
              disabled: row.isDeleting,
              onSelect: open(`edit/${row.id}`),
            },
          ]
        : []),
      ...(resource.list.order
        ? moveItems({
            canMoveUp: !row.isDeleting && canMove(row, -1),
            canMoveDown: !row.isDeleting && canMove(row, 1),
            onMove: (by) => void move(row, by === 'up' ? -1 : 1),
          })
        : []),
      ...(calls.remove
        ? [
            {
              id: 'delete',
              label: 'Delete…',
              icon: <Trash2 aria-hidden="true" />,
              tone: 'danger' as const,
              ...disabledBy(keptReason(row)),
              onSelect: () => ask([row]),
            },
          ]
        : []),
    ];
    const actions: TableColumn<ListedRecord> = {
      id: 'actions',
      header: 'Actions',
      quiet: true,
      align: 'end',
      width: rowActions.length > 0 ? 'var(--row-actions)' : '4rem',
      cell: (row) => (
        <div className={actionsStyle}>
          {rowActions
            .filter(({ offered }) => offered?.(row.values) !== false)
            .map((action) => (
              <RowActionButton
                key={action.label}
                action={action}
                row={row}
                name={controlName(resource, row)}
                isRunning={action.running !== undefined && row.id in running}
                onStarted={action.running ? onStarted : null}
              />
            ))}
          {hasMenu ? <RowMenu name={controlName(resource, row)} items={() => itemsOf(row)} /> : null}
        </div>
      ),
    };
    const primary = columns.find(({ key }) => key === resource.nameKey) ?? columns[0];
    return [
      ...columns.map((column): TableColumn<ListedRecord> => {
        const { key, label, kind, sortable = false, width } = column;
        return {
          id: key,
          header: label,
          sortable,
          ...(width === undefined ? {} : { width }),
          ...(kind === 'date' ? { noWrap: true } : {}),
          ...(column === primary
            ? {
                primary: true,
                cell: (row) => <NameCell resource={resource} row={row} listPath={listPath} disconnection={disconnection} />,
              }
            : { cell: (row) => (row.id in running && runningIn[key]) || valueCell(resource, column, row) }),
        };
      }),
      ...(hasMenu || rowActions.length > 0 ? [actions] : []),
    ];
  }, [resource, listPath, ask, move, canMove, keptReason, navigate, disconnection, running, onStarted]);
}

const disabledBy = (reason: string | null) => (reason === null ? {} : { disabled: true, sub: reason });
