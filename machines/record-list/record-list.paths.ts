import type { ListQuery, PendingChange } from '../ports.ts';
import { pathPlan } from '../testing/path-plan.ts';
import { recordListMachine } from './record-list.machine.ts';
import type { ListedRecord, RecordsPage } from './record-list.ports.ts';

export const firstPage: ListQuery = { page: 0, perPage: 25, sort: null, q: '' };

export const pending: PendingChange = { status: 'pending', message: null };

/** A row by its id, which is also its name. */
export function listedRecord(id: string, more: Partial<ListedRecord> = {}): ListedRecord {
  return { id, values: { id, name: id }, mark: null, isDeleting: false, warnings: [], ...more };
}

/** The only page of a list with these rows, as the server gave it. */
export function recordsPage(ids: readonly string[], more: Partial<RecordsPage> = {}): RecordsPage {
  return {
    rows: ids.map((id) => listedRecord(id)),
    created: [],
    pagination: { page: 0, per_page: 25, total: ids.length, last_page: 0 },
    isFromDevice: false,
    fetchedAt: 1000,
    ...more,
  };
}

/** A page that this device has found by itself. */
export const found = (ids: readonly string[]): RecordsPage => recordsPage(ids, { isFromDevice: true });

const listEvents = [
  { type: 'query.changed', query: firstPage },
  { type: 'query.changed', query: { ...firstPage, page: 1 } },
  { type: 'refresh.requested' },
  { type: 'retry.requested' },
  { type: 'connection.restored' },
  { type: 'page.changed', page: recordsPage(['a']) },
  { type: 'page.changed', page: recordsPage(['a'], { created: [listedRecord('new', { mark: pending })] }) },
  { type: 'page.changed', page: found(['b']) },
  { type: 'page.changed', page: recordsPage(['b'], { isFromDevice: true, created: [listedRecord('new', { mark: pending })] }) },
  { type: 'page.changed', page: recordsPage([], { isFromDevice: true }) },
  { type: 'page.changed', page: recordsPage([]) },
  { type: 'page.changed', page: null },
  { type: 'xstate.done.actor.fetchPage', output: { kind: 'fetched' } },
  { type: 'xstate.done.actor.fetchPage', output: { kind: 'offline' } },
  { type: 'xstate.done.actor.fetchPage', output: { kind: 'failed', message: 'Broken.' } },
  { type: 'xstate.error.actor.fetchPage', error: new Error('broken') },
  { type: 'xstate.error.actor.watchPage', error: new Error('broken') },
  { type: 'xstate.after.patience.record-list.list.following.fetching.loading' },
  { type: 'xstate.after.patience.record-list.list.following.fetching.refreshing' },
  { type: 'xstate.done.actor.fetchPage', output: { kind: 'notKept' } },
  { type: 'page.changed', page: recordsPage(['c'], { fetchedAt: 2000 }) },
  { type: 'xstate.after.patience.record-list.list.following.arriving' },
  { type: 'xstate.after.readingDelay.record-list.list.following.arriving' },
  { type: 'xstate.after.readingDelay.record-list.list.following.reading' },
] as const;

const searchEvents = [
  { type: 'search.typed', text: 'north' },
  { type: 'search.typed', text: ' ' },
  { type: 'query.changed', query: { ...firstPage, page: 1 } },
  { type: 'query.changed', query: { ...firstPage, q: 'south' } },
  { type: 'xstate.after.searchDelay.record-list.search.typing' },
] as const;

export const recordListPaths = pathPlan({
  machine: recordListMachine,
  inputs: [{ query: { ...firstPage, page: 1 } }],
  events: [...listEvents, ...searchEvents],
  rounds: [listEvents, searchEvents],
  distinguish: ({ query, typed, page, isCurrent, devicePage, message }) => [
    [query.page, query.q, typed, message !== null],
    [
      page === null ? null : [page.rows.length, page.created.length, page.isFromDevice],
      isCurrent,
      devicePage === null ? null : devicePage.rows.length,
    ],
  ],
});
