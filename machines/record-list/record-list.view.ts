import type { SnapshotFrom } from 'xstate';
import type { Json } from '#contract/json.ts';
import type { ListQuery } from '../ports.ts';
import type { recordListMachine } from './record-list.machine.ts';

export interface RecordListView {
  readonly status: 'loading' | 'refreshing' | 'ready' | 'stale' | 'failed' | 'offline';
  readonly query: ListQuery;
  /** What the search box holds. */
  readonly typed: string;
  readonly rows: readonly Json[];
  /** `none`: there are none yet; `noMatch`: the search finds none. */
  readonly empty: 'none' | 'noMatch' | null;
  readonly total: number;
  /** Counted from 0; null while nothing is loaded. */
  readonly page: number | null;
  readonly lastPage: number | null;
  /** "Showing 1 to 25 of 83"; null where there are no rows. */
  readonly range: string | null;
  readonly fromDevice: boolean;
  /** ms since the epoch. */
  readonly fetchedAt: number | null;
  readonly message: string | null;
}

/** What a table needs: its rows, why there are none, and where in the list they stand. */
export function recordListView(snapshot: SnapshotFrom<typeof recordListMachine>): RecordListView {
  const { query, typed, rows, pagination, fromDevice, fetchedAt, message } = snapshot.context;
  const { list } = snapshot.value;
  const shown = snapshot.hasTag('rows');
  const first = (pagination?.page ?? 0) * (pagination?.per_page ?? 0);
  return {
    status: list === 'offlineNeverLoaded' ? 'offline' : list,
    query,
    typed,
    rows: shown ? rows : [],
    empty: !shown || rows.length > 0 ? null : query.q.trim() === '' ? 'none' : 'noMatch',
    total: pagination?.total ?? 0,
    page: pagination?.page ?? null,
    lastPage: pagination?.last_page ?? null,
    range: shown && rows.length > 0 ? `Showing ${first + 1} to ${first + rows.length} of ${pagination?.total ?? rows.length}` : null,
    fromDevice,
    fetchedAt,
    message,
  };
}
