import { assign, emit, setup } from 'xstate';
import type { Json } from '#contract/json.ts';
import type { Pagination } from '#contract/api-result.ts';
import { notProvided } from '../placeholder.ts';
import type { ListQuery, PageLoaded } from '../ports.ts';
import { unknownMessage } from '../words.ts';

export interface RecordListContext {
  readonly query: ListQuery;
  /** What is in the search box; becomes the query's `q` when typing pauses. */
  readonly typed: string;
  /** The rows shown; those of an earlier query while a new one loads. */
  readonly rows: readonly Json[];
  readonly pagination: Pagination | null;
  readonly fromDevice: boolean;
  /** ms since the epoch. */
  readonly fetchedAt: number | null;
  readonly message: string | null;
}

export type RecordListEvent =
  | { readonly type: 'query.changed'; readonly query: ListQuery }
  | { readonly type: 'search.typed'; readonly text: string }
  | { readonly type: 'refresh.requested' }
  | { readonly type: 'retry.requested' }
  | { readonly type: 'connection.restored' };

/** The search has settled: a screen that keeps its query in the address writes it there. */
export interface RecordListEmitted {
  readonly type: 'query.settled';
  readonly query: ListQuery;
}

const recordListSetup = setup({
  types: {
    context: {} as RecordListContext,
    events: {} as RecordListEvent,
    input: {} as { readonly query: ListQuery },
    emitted: {} as RecordListEmitted,
    tags: {} as 'busy' | 'rows',
  },
  actors: { loadPage: notProvided<PageLoaded, { readonly query: ListQuery }>('loadPage') },
  guards: {
    isSameQuery: ({ context }, params: { query: ListQuery }) => sameQuery(context.query, params.query),
    isSameSearch: ({ context }) => context.query.q === context.typed.trim(),
    hasRows: ({ context }) => context.pagination !== null,
    isPage: (_, params: { loaded: PageLoaded }) => params.loaded.kind === 'page',
    isBeyondEnd: ({ context }, params: { loaded: PageLoaded }) => lastPageBefore(context.query, params.loaded) !== null,
    isOffline: (_, params: { loaded: PageLoaded }) => params.loaded.kind === 'offline',
    isFromDevice: ({ context }) => context.fromDevice,
  },
  delays: { searchDelay: 250 },
  actions: {
    takeQuery: assign({
      query: (_, params: { query: ListQuery }) => params.query,
      typed: (_, params: { query: ListQuery }) => params.query.q,
    }),
    takeTyped: assign({ typed: (_, params: { text: string }) => params.text }),
    takeLastPage: assign({
      query: ({ context }, params: { loaded: PageLoaded }) => ({
        ...context.query,
        page: lastPageBefore(context.query, params.loaded) ?? context.query.page,
      }),
    }),
    applySearch: assign({ query: ({ context }) => ({ ...context.query, page: 0, q: context.typed.trim() }) }),
    emitSettled: emit(({ context }) => ({ type: 'query.settled' as const, query: context.query })),
    takePage: assign((_, params: { loaded: PageLoaded }) =>
      params.loaded.kind === 'page'
        ? {
            rows: params.loaded.rows,
            pagination: params.loaded.pagination,
            fromDevice: params.loaded.fromDevice,
            fetchedAt: params.loaded.fetchedAt,
            message: null,
          }
        : {},
    ),
    explain: assign({
      message: (_, params: { loaded: PageLoaded }) => (params.loaded.kind === 'failed' ? params.loaded.message || unknownMessage : null),
    }),
    explainError: assign({ message: unknownMessage }),
    explainOffline: assign({ message: 'You are offline; these are the rows from before.' }),
  },
});

function sameQuery(a: ListQuery, b: ListQuery): boolean {
  return a.page === b.page && a.perPage === b.perPage && a.sort === b.sort && a.q === b.q;
}

/** The last page that there is, where the query asks for one behind it; null where it does not. Always before the query's. */
function lastPageBefore({ page }: ListQuery, loaded: PageLoaded): number | null {
  if (loaded.kind !== 'page' || loaded.rows.length > 0 || page === 0) return null;
  return Math.min(loaded.pagination.last_page, page - 1);
}

const rowsRegion = recordListSetup.createStateConfig({
  initial: 'loading',
  description: 'The page that the query asks for. The latest query wins: an earlier load is given up.',
  on: {
    'query.changed': [
      { guard: { type: 'isSameQuery', params: ({ event }) => ({ query: event.query }) } },
      { guard: 'hasRows', target: '.refreshing', actions: { type: 'takeQuery', params: ({ event }) => ({ query: event.query }) } },
      { target: '.loading', actions: { type: 'takeQuery', params: ({ event }) => ({ query: event.query }) } },
    ],
    'refresh.requested': [{ guard: 'hasRows', target: '.refreshing' }, { target: '.loading' }],
  },
  states: {
    loading: {
      description: 'Nothing has been loaded yet.',
      tags: ['busy'],
      meta: { testId: 'list-loading', sees: 'Skeleton rows.' },
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: ({ context }) => ({ query: context.query }),
        onDone: [
          {
            guard: { type: 'isBeyondEnd', params: ({ event }) => ({ loaded: event.output }) },
            target: 'loading',
            reenter: true,
            actions: [{ type: 'takeLastPage', params: ({ event }) => ({ loaded: event.output }) }, 'emitSettled'],
            meta: { requirement: 'A page behind the last one, whose rows were deleted meanwhile, is no empty list.' },
          },
          {
            guard: { type: 'isPage', params: ({ event }) => ({ loaded: event.output }) },
            target: 'ready',
            actions: { type: 'takePage', params: ({ event }) => ({ loaded: event.output }) },
          },
          { guard: { type: 'isOffline', params: ({ event }) => ({ loaded: event.output }) }, target: 'offlineNeverLoaded' },
          { target: 'failed', actions: { type: 'explain', params: ({ event }) => ({ loaded: event.output }) } },
        ],
        onError: { target: 'failed', actions: 'explainError' },
      },
    },
    refreshing: {
      description: 'A new page is on its way; the rows stay and dim.',
      tags: ['busy', 'rows'],
      meta: { testId: 'list-refreshing', sees: 'The earlier rows, dimmed.' },
      invoke: {
        id: 'reloadPage',
        src: 'loadPage',
        input: ({ context }) => ({ query: context.query }),
        onDone: [
          {
            guard: { type: 'isBeyondEnd', params: ({ event }) => ({ loaded: event.output }) },
            target: 'refreshing',
            reenter: true,
            actions: [{ type: 'takeLastPage', params: ({ event }) => ({ loaded: event.output }) }, 'emitSettled'],
            meta: { requirement: 'A page behind the last one, whose rows were deleted meanwhile, is no empty list.' },
          },
          {
            guard: { type: 'isPage', params: ({ event }) => ({ loaded: event.output }) },
            target: 'ready',
            actions: { type: 'takePage', params: ({ event }) => ({ loaded: event.output }) },
          },
          { guard: { type: 'isOffline', params: ({ event }) => ({ loaded: event.output }) }, target: 'stale', actions: 'explainOffline' },
          { target: 'stale', actions: { type: 'explain', params: ({ event }) => ({ loaded: event.output }) } },
        ],
        onError: { target: 'stale', actions: 'explainError' },
      },
    },
    ready: {
      description: "The query's rows are shown.",
      tags: ['rows'],
      meta: { testId: 'list-ready', sees: 'The rows, or why there are none.' },
      on: { 'connection.restored': { guard: 'isFromDevice', target: 'refreshing' } },
    },
    stale: {
      description: 'The last load failed; earlier rows are still shown, with the reason.',
      tags: ['rows'],
      meta: { testId: 'list-stale', sees: 'The earlier rows, the reason, and Try again.' },
      on: { 'retry.requested': { target: 'refreshing' }, 'connection.restored': { target: 'refreshing' } },
    },
    failed: {
      description: 'The first load failed.',
      meta: { testId: 'list-failed', sees: 'The reason and Try again.' },
      on: { 'retry.requested': { target: 'loading' }, 'connection.restored': { target: 'loading' } },
    },
    offlineNeverLoaded: {
      description: 'There is no connection and this list was never loaded on this device.',
      meta: { testId: 'list-offline', sees: 'That this list has not been loaded here yet.' },
      on: { 'retry.requested': { target: 'loading' }, 'connection.restored': { target: 'loading' } },
    },
  },
});

const searchRegion = recordListSetup.createStateConfig({
  initial: 'resting',
  description: 'The search box. A search starts when typing pauses for 250 ms.',
  states: {
    resting: {
      description: 'The query says what the box says.',
      on: { 'search.typed': { target: 'typing', actions: { type: 'takeTyped', params: ({ event }) => ({ text: event.text }) } } },
    },
    typing: {
      description: 'Somebody is typing.',
      on: {
        'search.typed': { target: 'typing', reenter: true, actions: { type: 'takeTyped', params: ({ event }) => ({ text: event.text }) } },
        'query.changed': { target: 'resting' },
      },
      after: {
        searchDelay: [
          { guard: 'isSameSearch', target: 'resting' },
          { target: ['resting', '#record-list.list.refreshing'], guard: 'hasRows', actions: ['applySearch', 'emitSettled'] },
          { target: ['resting', '#record-list.list.loading'], actions: ['applySearch', 'emitSettled'] },
        ],
      },
    },
  },
});

/** A list that pages, sorts and searches on the server, and on the device where the server does not answer. */
export const recordListMachine = recordListSetup.createMachine({
  id: 'record-list',
  description: 'A list that pages, sorts and searches on the server, with the rows of the device as its fallback.',
  type: 'parallel',
  context: ({ input }) => ({
    query: input.query,
    typed: input.query.q,
    rows: [],
    pagination: null,
    fromDevice: false,
    fetchedAt: null,
    message: null,
  }),
  meta: { testId: 'record-list', sees: 'A table with search and pages.' },
  states: { list: rowsRegion, search: searchRegion },
});
