import { ScreenTitle } from '#src/app/screen-title.tsx';
import type { ResourceDefinition } from '#contract/resources/define.ts';
import type { ListDownload } from '#contract/resources/list-definition.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { namingsOf } from '#contract/resources/uses.ts';
import type { ListedRecord } from '#machines/record-list/record-list.ports.ts';
import { isUnfiltered, recordListView } from '#machines/record-list/record-list.view.ts';
import { recordsScreenView } from '#machines/records-screen/records-screen.view.ts';
import { css } from '#styled/css/index.js';
import { useMissingAnswer } from '#src/app/use-disconnection.ts';
import { useSelector } from '@xstate/react';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useEmitted } from '#src/app/use-emitted.ts';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { usePageView } from '#src/app/use-page-view.ts';
import { useUser } from '#src/app/use-session.ts';
import { useToasts } from '#src/app/use-toasts.ts';
import { DeleteDialog } from '#src/list/delete-dialog.tsx';
import { asOf, ListScreen } from '#src/list/list-screen.tsx';
import { rowLink, rowMenu, useRowFocus } from '#src/list/row-focus.ts';
import { SelectionBar } from '#src/list/selection-bar.tsx';
import { useList } from '#src/list/use-list.ts';
import { type ListAddress, useListAddress } from '#src/list/use-list-address.ts';
import type { RecordsSource } from '#src/offline/records-source.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import type { TableSelection } from '#src/ui/table-column.ts';
import { DownloadButton } from './download-button.tsx';
import { controlName } from './record-cells.tsx';
import { inOrder, movesOf } from './move-records.ts';
import { RecordFilter, withChoice } from './record-filter.tsx';
import { RecordLink, type RecordsPath } from './record-link.tsx';
import { ColumnChoices, useColumns } from './records-columns.tsx';
import { deletionOf, keptReasonOf } from './records-deletion.ts';
import { recordsLabels } from './records-labels.ts';
import { useRunningRows } from './use-running-rows.ts';
import { wireRecords } from './wire-records.ts';

const page = css({
  width: 'full',
  maxWidth: 'page',
  marginInline: 'auto',
  // Of the column of actions, where rows have some besides their menu.
  '--row-actions': { base: '6.5rem', xl: '10rem' },
});

interface RecordsListProps {
  readonly websiteId: string;
  readonly resource: ResourceDefinition;
  readonly source: RecordsSource;
  /** It is a part of a page that has a title and a heading. */
  readonly isPart?: boolean;
  /** A form is open over the list. It sets the title of the page. */
  readonly isCovered: boolean;
  /** The record that was last saved in the form. */
  readonly saved: { readonly id: string | null; readonly count: number };
}

/** The list of one kind of record: search, sort and page are in the address, and rows have actions. */
export function RecordsList({ websiteId, resource, source, isPart = false, isCovered, saved }: RecordsListProps) {
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
  const screen = useMachineActor(machines.screen, {
    input: {
      websiteId,
      resource: {
        labels,
        confirmDelete: resource.confirmDelete,
        namedBy: namedByOf(resource),
      },
    },
  });
  useToasts(screen);
  const missingAnswer = useMissingAnswer();
  const snapshot = useSelector(screen, (current) => current);
  const { selected, count } = recordsScreenView(snapshot);
  const dialog = snapshot.children.confirmDelete;
  const { view } = list;
  const rows = useMemo(() => inOrder(resource, view.rows), [resource, view.rows]);

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
  const movesNow = useMemo(
    () => (row: ListedRecord, by: 1 | -1) => movesOf(resource, inOrder(resource, recordListView(list.actor.getSnapshot()).rows), row, by),
    [resource, list.actor],
  );
  const canMove = useMemo(() => (row: ListedRecord, by: 1 | -1) => movesNow(row, by).length > 0, [movesNow]);
  const move = useMemo(
    () => async (row: ListedRecord, by: 1 | -1) => {
      await Promise.all(movesNow(row, by).map((change) => source.submit({ change }, new AbortController().signal)));
    },
    [movesNow, source],
  );
  const columns = useColumns(resource, {
    listPath,
    move,
    canMove,
    ask: askFromRow,
    keptReason,
    ...useRunningRows(resource, machines.running, view),
  });
  const texts = useMemo(() => recordsLabels(resource), [resource]);
  const createNew = (text: string) =>
    calls.create && resource.about.length === 0 ? (
      <RecordLink listPath={listPath} rest={resource.newPath ?? 'new'} className={buttonClass({ variant: 'primary' })}>
        <Plus aria-hidden="true" />
        {text}
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
      {isCovered || isPart ? null : <ScreenTitle>{labels.heading}</ScreenTitle>}
      <ColumnChoices websiteId={websiteId} resource={resource}>
        <ListScreen
          list={list}
          labels={texts}
          isPart={isPart}
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
              {createNew(labels.add ?? 'Create New')}
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
              ? `${missingAnswer} These are the ${labels.many} that this device has${asOf(view.fetchedAt)}${view.isFromDevice ? ', searched and sorted here' : ''}.`
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

/** What may name records of this kind, for the question before a delete. */
function namedByOf(resource: ResourceDefinition): readonly string[] {
  const named = namingsOf(resource, resources).map(({ resource: naming }) => naming.labels.many);
  return resource.details ? [...named, 'settings', 'blocks'] : named;
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
