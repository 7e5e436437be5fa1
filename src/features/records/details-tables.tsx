import type { ResourceDefinition, Values } from '#contract/resources/define.ts';
import type { RecordDetailsDefinition } from '#contract/resources/details.ts';
import { limits } from '#contract/limits.ts';
import { recordListView } from '#machines/record-list/record-list.view.ts';
import { css } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { NotOnDevice } from '#src/app/not-on-device.tsx';
import { useDisconnection } from '#src/app/use-disconnection.ts';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { useRestoredEvents } from '#src/app/use-online-events.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Table } from '#src/ui/table.tsx';
import type { TableColumn } from '#src/ui/table-column.ts';
import { inOrder } from './move-records.ts';
import { NameCell, valueCell } from './record-cells.tsx';
import { useParts } from './record-parts.tsx';
import { ColumnChoices } from './records-columns.tsx';
import { recordsLabels } from './records-labels.ts';
import { wireRecords } from './wire-records.ts';

const heading = css({ marginBottom: '3', fontSize: 'lg', fontWeight: 'semibold', letterSpacing: 'tight', lineHeight: 'tight' });

function Titled({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}

interface Line {
  readonly id: string;
  readonly cells: readonly string[];
}

interface DetailsContentsProps {
  readonly contents: RecordDetailsDefinition['contents'];
  readonly values: Values;
}

/** What a record consists of, such as the fields of a form. */
export function DetailsContents({ contents: { title, columns, rows, none }, values }: DetailsContentsProps) {
  const lines = useMemo(() => rows(values).map((cells, at): Line => ({ id: String(at), cells })), [rows, values]);
  return (
    <Titled title={title}>
      <Table
        caption={title}
        columns={columns.map((header, at) => ({
          id: header,
          header,
          // At most 40 %, or the words of the other columns would be broken.
          ...(at === 0 ? { primary: true, width: '40%' } : {}),
          cell: (line: Line) => line.cells[at] ?? '',
        }))}
        rows={lines}
        rowId={({ id }) => id}
        empty={<EmptyState kind="none" title={none} />}
      />
    </Titled>
  );
}

/** The room that is kept for the parts of a record while they load. */
const usualParts = 3;

interface DetailsPartsProps {
  readonly websiteId: string;
  /** Of the parts. */
  readonly resource: ResourceDefinition;
  readonly parentId: string;
}

/** The parts of a record, such as the actions of a form, each with a link to its form. */
export function DetailsParts({ websiteId, resource: declared, parentId }: DetailsPartsProps) {
  const { resource, source } = useParts(declared, websiteId, parentId);
  const [machine] = useState(() => wireRecords(source).list);
  const query = { page: 0, perPage: limits.perPageMax, sort: resource.list.defaultSort, q: '' };
  const actor = useMachineActor(machine, { input: { query } });
  useRestoredEvents(actor);
  const snapshot = useSelector(actor, (current) => current);
  const view = useMemo(() => recordListView(snapshot), [snapshot]);
  const disconnection = useDisconnection();
  const { list, nameKey, path } = resource;
  const listPath = { websiteId, path };
  const columns = list.columns.map((column): TableColumn<(typeof view.rows)[number]> => {
    const { key, label, width } = column;
    const shared = { id: key, header: label, ...(width === undefined ? {} : { width }) };
    if (key !== nameKey) return { ...shared, cell: (row) => valueCell(resource, column, row) };
    return {
      ...shared,
      primary: true,
      cell: (row) => <NameCell resource={resource} row={row} listPath={listPath} disconnection={disconnection} />,
    };
  });
  const labels = recordsLabels(resource);
  const retry = <Button onClick={() => actor.send({ type: 'retry.requested' })}>Try again</Button>;
  const empty =
    view.empty === 'failed' ? (
      <EmptyState kind="failed" title={labels.failed} actions={retry}>
        {view.message}
      </EmptyState>
    ) : view.empty === 'offline' ? (
      <NotOnDevice what={labels.neverLoaded} actions={retry} />
    ) : (
      <EmptyState kind="none" title={labels.none.title}>
        {labels.none.text}
      </EmptyState>
    );
  return (
    <Titled title={labels.title}>
      <ColumnChoices websiteId={websiteId} resource={resource}>
        <Table
          caption={labels.title}
          columns={columns}
          rows={inOrder(resource, view.rows)}
          rowId={({ id }) => id}
          loading={view.status === 'loading'}
          outlineRows={usualParts}
          refreshing={view.status === 'refreshing'}
          empty={view.empty === null ? undefined : empty}
        />
      </ColumnChoices>
    </Titled>
  );
}
