import { ScreenTitle } from '#src/app/screen-title.tsx';
import { choiceListsOf } from '#contract/fields/index.ts';
import {
  type DeleteQuestion,
  dialogPathOf,
  type ListDownload,
  type ResourceDefinition,
  searchedColumns,
} from '#contract/resources/define.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { namingsOf } from '#contract/resources/uses.ts';
import type { ListedRecord } from '#machines/record-list/record-list.ports.ts';
import { isUnfiltered, recordListView } from '#machines/record-list/record-list.view.ts';
import type { EndValues } from '#machines/running-rows/running-rows.machine.ts';
import { recordsScreenView } from '#machines/records-screen/records-screen.view.ts';
import { css } from '#styled/css/index.js';
import { useNavigate } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { Eye, PenLine, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useEmitted } from '#src/app/use-emitted.ts';
import { usePageView } from '#src/app/use-page-view.ts';
import { useUser } from '#src/app/use-session.ts';
import { useToasts } from '#src/app/use-toasts.ts';
import { ChoicesData } from '#src/form/choices-data.tsx';
import { DeleteDialog } from '#src/list/delete-dialog.tsx';
import { asOf, ListScreen, type ListLabels } from '#src/list/list-screen.tsx';
import { rowLink, rowMenu, useRowFocus } from '#src/list/row-focus.ts';
import { RowMenu } from '#src/list/row-menu.tsx';
import { SelectionBar } from '#src/list/selection-bar.tsx';
import { useList } from '#src/list/use-list.ts';
import { type ListAddress, useListAddress } from '#src/list/use-list-address.ts';
import type { RecordsSource } from '#src/offline/records-source.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import type { MenuItem } from '#src/ui/menu.tsx';
import type { TableColumn, TableSelection } from '#src/ui/table-column.ts';
import { DownloadButton } from './download-button.tsx';
import { controlName, NameCell, nameOf, valueCell } from './record-cells.tsx';
import { RecordFilter } from './record-filter.tsx';
import { RecordLink, recordRoute, type RecordsPath } from './record-link.tsx';
import { RowActionButton } from './row-action-button.tsx';
import { useRunningRows } from './use-running-rows.ts';
import { wireRecords } from './wire-records.ts';

const actionsStyle = css({ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: '2' });
const page = css({ width: 'full', maxWidth: 'page', marginInline: 'auto' });

interface RecordsListProps {
  readonly websiteId: string;
  readonly resource: ResourceDefinition;
  readonly source: RecordsSource;
  /** A form is open over the list. It sets the title of the page. */
  readonly isCovered: boolean;
  /** The record that was last saved in the form. */
  readonly saved: { readonly id: string | null; readonly count: number };
}

/** The list of one kind of record: search, sort and page are in the address, and rows have actions. */
export function RecordsList({ websiteId, resource, source, isCovered, saved }: RecordsListProps) {
  const { labels, list: declared, path, calls } = resource;
  usePageView(labels.heading);
  const listPath = useMemo((): RecordsPath => ({ websiteId, path }), [websiteId, path]);
  const [order] = useState(() => ({
    sortable: declared.columns.filter(({ sortable }) => sortable).map(({ key }) => key),
    defaultSort: declared.defaultSort,
    filters: (declared.filters ?? []).map(({ key }) => key),
  }));
  const [machines] = useState(() => wireRecords(source));
  const [address, setAddress] = useListAddress(order);
  const list = useList(machines.list, address, setAddress);
  const screen = useActorRef(machines.screen, {
    input: {
      websiteId,
      resource: {
        labels,
        confirmDelete: resource.confirmDelete,
        namedBy: namingsOf(resource, resources).map(({ resource: naming }) => naming.labels.many),
      },
    },
  });
  useToasts(screen);
  const snapshot = useSelector(screen, (current) => current);
  const { selected, count } = recordsScreenView(snapshot);
  const dialog = snapshot.children.confirmDelete;
  const { view } = list;
  const { rows } = view;

  const userId = useUser()?.id ?? '';
  // Of a search, and of the rows on this device, the number says nothing about all records.
  const total = isUnfiltered(view.query) && !view.isFromDevice ? (view.range?.total ?? null) : null;
  const keptReason = useMemo(() => keptReasonOf(resource, { userId, total }), [resource, userId, total]);
  const selectable = useMemo(() => rows.filter((row) => keptReason(row) === null).map(({ id }) => id), [rows, keptReason]);
  useEffect(() => {
    screen.send({ type: 'rows.shown', ids: selectable });
  }, [screen, selectable]);

  const focusRow = useRowFocus(rows, view.status !== 'loading' && view.status !== 'refreshing');
  const focusAfter = useRef<string | null>(null);
  useEmitted(screen, 'rows.deleted', (deleted) => {
    list.actor.send({ type: 'refresh.requested' });
    focusAfter.current = deleted.focusAfter;
    focusRow(deleted.focusAfter);
  });
  const wasSaved = useRef(0);
  useEffect(() => {
    // Not while the form is open: it would take the focus back.
    if (saved.count === wasSaved.current || isCovered) return;
    wasSaved.current = saved.count;
    list.actor.send({ type: 'refresh.requested' });
    focusRow(saved.id);
  }, [saved, isCovered, list.actor, focusRow]);

  const ask = useMemo(
    () => (records: readonly ListedRecord[]) => {
      const visibleRows = recordListView(list.actor.getSnapshot()).rows;
      screen.send({ type: 'delete.requested', ...deletionOf(resource, visibleRows, records) });
    },
    [resource, screen, list.actor],
  );
  const askedRow = useRef<string | null>(null);
  const askFromRow = useMemo(
    () => (records: readonly ListedRecord[]) => {
      askedRow.current = records[0]?.id ?? null;
      ask(records);
    },
    [ask],
  );
  const columns = useColumns(resource, { listPath, ask: askFromRow, keptReason, ...useRunningRows(resource, machines.running, view) });
  const texts = useMemo(() => listLabelsOf(resource), [resource]);
  const createNew = (name?: string) =>
    calls.create && resource.about.length === 0 ? (
      <RecordLink listPath={listPath} rest={resource.newPath ?? 'new'} className={buttonClass({ variant: 'primary' })} label={name}>
        <Plus aria-hidden="true" />
        {labels.add ?? 'Create New'}
      </RecordLink>
    ) : null;
  const selection: TableSelection<ListedRecord> = {
    selected,
    labelOf: (row) => `Select ${controlName(resource, row)}`,
    isSelectable: (row) => keptReason(row) === null,
    onToggle: (id) => screen.send({ type: 'row.toggled', id }),
    onToggleAll: (select) => screen.send({ type: 'rows.selected', ids: select ? selectable : [] }),
  };
  return (
    <div className={page} data-state={view.status}>
      {isCovered ? null : <ScreenTitle>{labels.heading}</ScreenTitle>}
      <ColumnChoices websiteId={websiteId} resource={resource}>
        <ListScreen
          list={list}
          labels={texts}
          address={address}
          onAddress={setAddress}
          columns={columns}
          rows={rows}
          rowId={(row) => row.id}
          actions={
            <>
              {(declared.downloads ?? []).map((download) => (
                <Download key={download.label} websiteId={websiteId} download={download} filters={address.filters} />
              ))}
              {createNew()}
            </>
          }
          tools={declared.filters?.map((filter) => (
            <RecordFilter
              key={filter.key}
              websiteId={websiteId}
              filter={filter}
              chosen={address.filters[filter.key] ?? null}
              onChange={(id) => setAddress({ page: 0, filters: withChoice(address.filters, filter.key, id) }, 'push')}
            />
          ))}
          noneActions={createNew(labels.create)}
          offlineNote={
            view.status === 'offline'
              ? `You are offline. These are the ${labels.many} that this device has${asOf(view.fetchedAt)}${view.isFromDevice ? ', searched and sorted here' : ''}.`
              : null
          }
          {...(calls.remove ? { selection } : {})}
        />
      </ColumnChoices>
      {count === null ? null : (
        <SelectionBar count={count} onClear={() => screen.send({ type: 'rows.selected', ids: [] })}>
          <Button
            onClick={() => {
              askedRow.current = null;
              ask(rows.filter(({ id }) => selected.has(id)));
            }}
          >
            <Trash2 aria-hidden="true" />
            {`Delete ${selected.size}…`}
          </Button>
        </SelectionBar>
      )}
      {dialog ? <DeleteDialog actor={dialog} finalFocus={() => takeFocus(focusAfter) ?? rowMenu(askedRow.current)} /> : null}
    </div>
  );
}

/** Provides the lists that the columns name records of. */
function ColumnChoices({
  websiteId,
  resource,
  children,
}: Pick<RecordsListProps, 'websiteId' | 'resource'> & { readonly children: ReactNode }) {
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

/** The element to focus once rows were deleted: without it the dialog would focus the menu of a deleted row. */
function takeFocus(focusAfter: { current: string | null }): HTMLElement | null {
  const id = focusAfter.current;
  focusAfter.current = null;
  return id === null ? null : rowLink(id);
}

/** The button of a download; of one choice of a filter, only once that is chosen. */
function Download({ download, websiteId, filters }: DownloadProps) {
  const { chosen } = download;
  if (!chosen) return <DownloadButton websiteId={websiteId} download={download} />;
  const id = filters[chosen.filter];
  return id === undefined ? null : <DownloadButton key={id} websiteId={websiteId} download={download} params={{ [chosen.param]: id }} />;
}

interface DownloadProps {
  readonly websiteId: string;
  readonly download: ListDownload;
  readonly filters: ListAddress['filters'];
}

function withChoice(filters: ListAddress['filters'], key: string, id: string | null): ListAddress['filters'] {
  const { [key]: _, ...others } = filters;
  return id === null ? others : { ...others, [key]: id };
}

/** Why a row can't be deleted; null where it can. */
function keptReasonOf({ cannotDelete }: ResourceDefinition, asked: DeleteQuestion): (row: ListedRecord) => string | null {
  return ({ id, values, isDeleting }) => (isDeleting ? 'It is being deleted.' : (cannotDelete?.({ ...values, id }, asked) ?? null));
}

/** The rows to delete, and the row that gets the focus then: the next one that remains, else the previous one. */
function deletionOf(resource: ResourceDefinition, rows: readonly ListedRecord[], records: readonly ListedRecord[]) {
  const ids = new Set(records.map(({ id }) => id));
  const last = rows.findLastIndex(({ id }) => ids.has(id));
  const remains = ({ id, isDeleting }: ListedRecord) => !ids.has(id) && !isDeleting;
  const next = rows.slice(last + 1).find(remains) ?? rows.slice(0, Math.max(last, 0)).findLast(remains);
  const asked = records.map((row) => ({ id: row.id, name: nameOf(resource, row), note: resource.deleteNote?.(row.values) ?? null }));
  return { rows: asked, focusAfter: next?.id ?? null };
}

interface ColumnsInput {
  readonly listPath: RecordsPath;
  readonly ask: (rows: readonly ListedRecord[]) => void;
  readonly keptReason: (row: ListedRecord) => string | null;
  readonly running: EndValues;
  readonly onStarted: (row: ListedRecord) => void;
}

function useColumns(
  resource: ResourceDefinition,
  { listPath, ask, keptReason, running, onStarted }: ColumnsInput,
): readonly TableColumn<ListedRecord>[] {
  const navigate = useNavigate();
  const { connection } = useClientServices();
  const offline = useSelector(connection, (snapshot) => snapshot.hasTag('offline'));
  return useMemo(() => {
    const {
      calls,
      list: { columns, rowActions = [] },
    } = resource;
    const hasMenu = Boolean(resource.view ?? calls.update ?? calls.remove);
    const runningIn = Object.fromEntries(rowActions.map((action) => [action.ends, action.running]));
    const open = (rest: string) => () => void navigate({ ...recordRoute(listPath, rest), state: { isOverlay: true } });
    const itemsOf = (row: ListedRecord): readonly MenuItem[] => [
      ...(resource.view
        ? [{ id: 'view', label: 'View', icon: <Eye aria-hidden="true" />, disabled: row.isDeleting, onSelect: open(row.id) }]
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
      width: rowActions.length > 0 ? '10rem' : '4rem',
      cell: (row) => (
        <div className={actionsStyle}>
          {rowActions.map((action) => (
            <RowActionButton
              key={action.label}
              action={action}
              row={row}
              name={controlName(resource, row)}
              isRunning={row.id in running}
              onStarted={onStarted}
            />
          ))}
          {hasMenu ? <RowMenu name={controlName(resource, row)} items={itemsOf(row)} /> : null}
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
                cell: (row) => (
                  <NameCell
                    row={row}
                    name={nameOf(resource, row)}
                    label={controlName(resource, row)}
                    listPath={listPath}
                    rest={dialogPathOf(resource, row.id)}
                    offline={offline}
                  />
                ),
              }
            : { cell: (row) => (row.id in running && runningIn[key]) || valueCell(resource, column, row) }),
        };
      }),
      ...(hasMenu || rowActions.length > 0 ? [actions] : []),
    ];
  }, [resource, listPath, ask, keptReason, navigate, offline, running, onStarted]);
}

const disabledBy = (reason: string | null) => (reason === null ? {} : { disabled: true, sub: reason });

function listLabelsOf(resource: ResourceDefinition): ListLabels {
  const { labels, list } = resource;
  const [filter] = list.filters ?? [];
  const searched = new Intl.ListFormat('en').format(searchedColumns(resource).map(({ label }) => label));
  return {
    title: labels.heading,
    ...(labels.intro === undefined ? {} : { intro: labels.intro }),
    search: list.isSearchable
      ? { label: `Search ${labels.many}`, placeholder: `Search ${labels.many}`, scope: `${searched} are searched.` }
      : null,
    failed: `The ${labels.many} could not be loaded`,
    neverLoaded: `The ${labels.many} of this website have not been loaded here before, and there is no connection now.`,
    noMatch: (q) => `No ${labels.one} matches “${q}”`,
    ...(filter ? { noneChosen: { title: filter.none, all: filter.all } } : {}),
    none: { title: `No ${labels.many} yet`, text: labels.none },
  };
}
