import { isBlankText } from '#contract/invisible.ts';
import { css } from '#styled/css/index.js';
import dayjs from 'dayjs';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { NotOnDevice } from '#src/app/not-on-device.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { Pagination } from '#src/ui/pagination.tsx';
import { Table, type TableProps } from '#src/ui/table.tsx';
import type { TableColumn } from '#src/ui/table-column.ts';
import { TextInput } from '#src/ui/text-input.tsx';
import { limits } from '#contract/limits.ts';
import { nextSort, type ListAddress, type SetListAddress } from './use-list-address.ts';
import type { List } from './use-list.ts';

const tools = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
  marginBottom: '4',
});
const searchBox = css({
  position: 'relative',
  width: 'full',
  maxWidth: { md: 'popover' },
  '& svg': {
    position: 'absolute',
    insetInlineStart: '3',
    top: '[50%]',
    transform: 'translateY(-50%)',
    color: 'text.muted',
    pointerEvents: 'none',
  },
});
const searchInput = css({ paddingInlineStart: '9' });
const notice = css({ marginBottom: '4' });
const partHead = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
  marginBottom: '4',
});
const partActions = css({ display: 'flex', gap: '2' });
const countStyle = css({ paddingBlock: '3', color: 'text.muted' });

/** The texts of a list. */
export interface ListLabels {
  /** The heading, and the name of the table. */
  readonly title: string;
  readonly intro?: string;
  readonly search: { readonly label: string; readonly placeholder: string /** "Names are searched." */; readonly scope: string } | null;
  /** "The files could not be loaded". */
  readonly failed: string;
  /** That this device has never had the list, without a full stop. */
  readonly neverLoaded: string;
  /** "No file matches “logo”". */
  readonly noMatch: (q: string) => string;
  /** Where a filter leaves no rows, without a search: that, and the button for all of them. */
  readonly noneChosen?: { readonly title: string; readonly all: string };
  readonly none: { readonly title: string; readonly text: string };
}

export interface ListScreenProps<Row> extends Pick<TableProps<Row>, 'selection'> {
  readonly list: List;
  readonly labels: ListLabels;
  readonly address: ListAddress;
  readonly onAddress: SetListAddress;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** It is a part of a page that has a heading. */
  readonly isPart?: boolean;
  /** In the heading, such as Create New. */
  readonly actions?: ReactNode;
  /** Beside the search box, or in its place. */
  readonly tools?: ReactNode;
  /** Above the table. */
  readonly notices?: ReactNode;
  /** Shown above rows that the server has not answered just now. */
  readonly offlineNote?: ReactNode;
  /** Actions for a list that has no rows yet. */
  readonly noneActions?: ReactNode;
}

/** A list that is paged on the server: heading, search, table, pages, and a message where there are no rows. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { list, labels, address, onAddress, columns, rows, rowId, offlineNote = null } = props;
  const { actor, view } = list;
  const { sort } = address;
  const retry = <Button onClick={() => actor.send({ type: 'retry.requested' })}>Try again</Button>;
  return (
    <>
      {props.isPart ? (
        <div className={partHead}>
          <p className={countStyle}>{labels.intro}</p>
          <div className={partActions}>{props.actions}</div>
        </div>
      ) : (
        <PageHeader title={labels.title} description={labels.intro} actions={props.actions} />
      )}
      {labels.search || props.tools ? (
        <div className={tools}>
          {labels.search ? (
            <div className={searchBox}>
              <Search size={16} aria-hidden="true" />
              <TextInput
                type="search"
                aria-label={labels.search.label}
                placeholder={labels.search.placeholder}
                className={searchInput}
                value={view.typed}
                maxLength={limits.searchCharacters}
                onChange={(event) => actor.send({ type: 'search.typed', text: event.currentTarget.value })}
              />
            </div>
          ) : null}
          {props.tools}
        </div>
      ) : null}
      {props.notices}
      {view.status === 'error' && view.empty !== 'failed' ? (
        <Notice tone="warning" live="status" className={notice} title="The list could not be updated" actions={retry}>
          {view.message}
        </Notice>
      ) : null}
      {offlineNote === null || offlineNote === undefined || view.empty === 'offline' ? null : (
        <Notice tone="info" live="status" className={notice}>
          {offlineNote}
        </Notice>
      )}
      <Table
        caption={labels.title}
        columns={columns}
        rows={rows}
        rowId={rowId}
        sort={{ id: sort.replace(/^-/, ''), descending: sort.startsWith('-') }}
        onSort={(key) => onAddress({ page: 0, sort: nextSort(sort, key) }, 'push')}
        loading={view.status === 'loading'}
        refreshing={view.status === 'refreshing'}
        selection={props.selection}
        // `rows` may be empty only because rows were just deleted: the view knows whether the list is empty.
        empty={view.empty === null ? undefined : <Empty {...props} retry={retry} />}
      />
      <Count view={view} onPage={(page) => onAddress({ page }, 'push')} />
    </>
  );
}

function Empty<Row>({ list: { view }, labels, onAddress, noneActions, retry }: ListScreenProps<Row> & { readonly retry: ReactNode }) {
  const { q } = view.query;
  const isSearch = !isBlankText(q);
  switch (view.empty) {
    case 'failed':
      return (
        <EmptyState kind="failed" title={labels.failed} actions={retry}>
          {view.message}
        </EmptyState>
      );
    case 'offline':
      return <NotOnDevice what={labels.neverLoaded} actions={retry} />;
    case 'noMatch':
      return (
        <EmptyState
          kind="noMatch"
          title={isSearch ? labels.noMatch(q) : (labels.noneChosen?.title ?? labels.none.title)}
          actions={
            <Button onClick={() => onAddress(isSearch ? { page: 0, q: '' } : { page: 0, filters: {} }, 'push')}>
              {isSearch ? 'Clear search' : labels.noneChosen?.all}
            </Button>
          }
        >
          {isSearch ? labels.search?.scope : null}
        </EmptyState>
      );
    default:
      return (
        <EmptyState kind="none" title={labels.none.title} actions={noneActions}>
          {labels.none.text}
        </EmptyState>
      );
  }
}

/** "Showing 1 to 25 of 83, and 2 waiting", and the buttons to the other pages. */
function Count({ view, onPage }: { readonly view: List['view']; readonly onPage: (page: number) => void }) {
  const { rows, range, pendingCount: waiting } = view;
  if (rows.length === 0) return null;
  if (range !== null && range.total > 0)
    return <Pagination {...range} {...(waiting > 0 ? { note: `and ${waiting} waiting` } : {})} onPage={onPage} />;
  return (
    <p role="status" className={countStyle}>
      {range === null ? `${rows.length} on this device` : `${waiting} waiting`}
    </p>
  );
}

/** "24 Nov, 10:42": when the server last answered. */
export const asOf = (fetchedAt: number | null): string => (fetchedAt === null ? '' : `, as of ${dayjs(fetchedAt).format('D MMM, H:mm')}`);
