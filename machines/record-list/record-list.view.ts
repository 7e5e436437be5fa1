import { isBlankText } from '#contract/invisible.ts';
import type { SnapshotFrom } from 'xstate';
import type { ListQuery } from '../ports.ts';
import type { recordListMachine } from './record-list.machine.ts';
import type { ListedRecord } from './record-list.ports.ts';

export interface RecordListView {
  readonly status: 'loading' | 'refreshing' | 'ready' | 'offline' | 'error';
  readonly query: ListQuery;
  /** The text of the search box. */
  readonly typed: string;
  /** From the top: pending creates, then the page. */
  readonly rows: readonly ListedRecord[];
  /**
   * Why there are no rows. `none`: there are none yet; `noMatch`: the search, or a filter, finds none; `offline`: this device has never had
   * them.
   */
  readonly empty: 'none' | 'noMatch' | 'failed' | 'offline' | null;
  /** The page's range in the list; null before anything is loaded, and where the server's answer has no paging. `page` counts from 0. */
  readonly range: { readonly page: number; readonly perPage: number; readonly total: number } | null;
  /** Pending creates, which the total leaves out. */
  readonly pendingCount: number;
  /** The rows that this device has, searched and sorted here. */
  readonly isFromDevice: boolean;
  /** When the server answered, ms since the epoch. */
  readonly fetchedAt: number | null;
  readonly message: string | null;
}

/** The view of a table: its rows, why there are none, and their range in the list. */
export function recordListView(snapshot: SnapshotFrom<typeof recordListMachine>): RecordListView {
  const { query, typed, page, message } = snapshot.context;
  const rows = page === null ? noRows : [...page.created, ...page.rows];
  const status = statusOf(snapshot, rows.length);
  return {
    status,
    query,
    typed,
    rows,
    empty: emptyOf(status, page !== null, rows.length, query),
    range:
      page === null || page.pagination === null
        ? null
        : { page: page.pagination.page, perPage: page.pagination.per_page, total: page.pagination.total },
    pendingCount: page?.created.length ?? 0,
    isFromDevice: page?.isFromDevice ?? false,
    fetchedAt: page?.fetchedAt ?? null,
    message,
  };
}

/** Whether the query asks for the whole list. */
export const isUnfiltered = ({ q, filters = {} }: ListQuery): boolean => isBlankText(q) && Object.keys(filters).length === 0;

const noRows: readonly ListedRecord[] = [];

function statusOf(snapshot: SnapshotFrom<typeof recordListMachine>, rows: number): RecordListView['status'] {
  const { following } = snapshot.value.list;
  const { page, isCurrent } = snapshot.context;
  if (!snapshot.hasTag('busy')) return following === 'offline' || following === 'error' ? following : 'ready';
  // The empty page of an earlier query does not mean that this one is empty.
  return page === null || (rows === 0 && !isCurrent) ? 'loading' : 'refreshing';
}

function emptyOf(status: RecordListView['status'], hasPage: boolean, rows: number, query: ListQuery): RecordListView['empty'] {
  if (rows > 0 || status === 'loading') return null;
  if (!hasPage) return status === 'error' ? 'failed' : 'offline';
  return isUnfiltered(query) ? 'none' : 'noMatch';
}
