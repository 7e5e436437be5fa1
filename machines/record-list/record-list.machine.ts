import { assign, emit, raise, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import { listenerNotProvided, notProvided } from '../placeholder.ts';
import { sameJson } from '#contract/json.ts';
import type { ListQuery } from '../ports.ts';
import { notKeptMessage, unknownMessage } from '../problem-messages.ts';
import type { ListedRecord, PageFetched, RecordsPage } from './record-list.ports.ts';
import { withEvent, withOutput } from '../with-event.ts';

export interface RecordListContext {
  readonly query: ListQuery;
  /** The text of the search box; becomes the query's `q` when typing pauses. */
  readonly typed: string;
  /** The visible page: of this query, or of the one before while this one is being fetched. */
  readonly page: RecordsPage | null;
  /** False while `page` is of an earlier query. */
  readonly isCurrent: boolean;
  /** The page that this device has found by itself. It appears only where the server does not answer soon, since rows that change a moment later would jump. */
  readonly devicePage: RecordsPage | null;
  /** What this device has of the query was read. Until then nothing may be said to be missing on it. */
  readonly isDeviceRead: boolean;
  readonly message: string | null;
}

export type RecordListEvent =
  | { readonly type: 'query.changed'; readonly query: ListQuery }
  | { readonly type: 'search.typed'; readonly text: string }
  | { readonly type: 'refresh.requested' }
  | { readonly type: 'retry.requested' }
  | { readonly type: 'connection.restored' }
  /** From the watching actor: the page on this device; null: it has none for the query. */
  | { readonly type: 'page.changed'; readonly page: RecordsPage | null };

/** The query has changed by a search, or because its page was after the last one: a screen with its query in the address writes it there. */
export interface RecordListEmitted {
  readonly type: 'query.settled';
  readonly query: ListQuery;
}

type WithPage = { readonly page: RecordsPage | null };

const recordListSetup = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as RecordListContext,
    events: {} as RecordListEvent,
    input: {} as { readonly query: ListQuery },
    emitted: {} as RecordListEmitted,
    tags: {} as 'busy',
  },
  actors: {
    watchPage: listenerNotProvided<ListQuery>('watchPage'),
    fetchPage: notProvided<PageFetched, ListQuery>('fetchPage'),
  },
  guards: {
    isSameQuery: ({ context }, params: { query: ListQuery }) => sameQuery(context.query, params.query),
    isOtherSearch: ({ context }, params: { query: ListQuery }) => context.query.q !== params.query.q,
    isSameSearch: ({ context }) => context.query.q === context.typed.trim(),
    hasPage: ({ context }) => context.page !== null,
    hasServerPage: ({ context }) => context.isCurrent && context.page?.isFromDevice === false,
    hasDevicePage: ({ context }) => context.devicePage !== null,
    isFromDevice: ({ context }) => context.page?.isFromDevice === true,
    isOfServer: (_, { page }: WithPage) => page?.isFromDevice === false,
    isPage: (_, { page }: WithPage) => page !== null,
    // Only of the server's page: this device may know only a part of the list.
    isBeyondEnd: ({ context }, { page }: WithPage) => page?.isFromDevice === false && lastPageBefore(context.query, page) !== null,
    hasDrained: ({ context }, { page }: WithPage) => context.isCurrent && hasDrained(context.page, page),
    isOffline: (_, fetched: PageFetched) => fetched.kind === 'offline',
    isOfflineBeyondEnd: ({ context }, fetched: PageFetched) =>
      fetched.kind === 'offline' && lastPageBefore(context.query, context.devicePage) !== null,
    isFailed: (_, fetched: PageFetched) => fetched.kind === 'failed',
    isNotKept: (_, fetched: PageFetched) => fetched.kind === 'notKept',
    isDeviceRead: ({ context }) => context.isDeviceRead,
    hasMessage: ({ context }) => context.message !== null,
    isBeyondDevicesEnd: ({ context }, { page }: WithPage) => lastPageBefore(context.query, page) !== null,
    isNewerOfServer: ({ context }, { page }: WithPage) =>
      page?.isFromDevice === false && (page.fetchedAt ?? 0) > (context.page?.fetchedAt ?? 0),
  },
  delays: { searchDelay: 250, patience: 1000, readingDelay: 15_000 },
  actions: {
    setQuery: assign(({ context }, { query }: { query: ListQuery }) => ({
      query,
      // A change of the page must not discard what is being typed.
      typed: query.q === context.query.q || query.q === context.typed.trim() ? context.typed : query.q,
      isCurrent: false,
      devicePage: null,
      isDeviceRead: false,
      message: null,
    })),
    setTyped: assign({ typed: (_, { text }: { text: string }) => text }),
    setPage: assign((_, { page }: WithPage) => ({ page, isCurrent: true, devicePage: null, isDeviceRead: true })),
    setDevicePage: assign((_, { page }: WithPage) => ({ devicePage: page, isDeviceRead: true })),
    showDevicePage: assign(({ context }) => ({
      page: context.devicePage ?? (context.isCurrent ? context.page : null),
      isCurrent: true,
      devicePage: null,
    })),
    clearMessage: assign({ message: null }),
    setMessage: assign({ message: (_, { message }: { message: string }) => message.trim() || unknownMessage }),
    emitSearch: emit(({ context }) => ({ type: 'query.settled' as const, query: searchedQuery(context) })),
    raiseSearch: raise(({ context }) => ({ type: 'query.changed' as const, query: searchedQuery(context) })),
    emitLastPage: emit(({ context }, { page }: WithPage) => ({ type: 'query.settled' as const, query: lastPageQuery(context, page) })),
    raiseLastPage: raise(({ context }, { page }: WithPage) => ({ type: 'query.changed' as const, query: lastPageQuery(context, page) })),
  },
});

function sameQuery(a: ListQuery, b: ListQuery): boolean {
  return a.page === b.page && a.perPage === b.perPage && a.sort === b.sort && a.q === b.q && sameJson(a.filters ?? {}, b.filters ?? {});
}

const searchedQuery = ({ query, typed }: RecordListContext): ListQuery => ({ ...query, page: 0, q: typed.trim() });

/** The last page of the list, where the query asks for one after it; else null. Always before the query's page. */
function lastPageBefore(query: ListQuery, page: RecordsPage | null): number | null {
  if (page === null || page.pagination === null || page.rows.length > 0 || query.page === 0) return null;
  return Math.min(page.pagination.last_page, query.page - 1);
}

const lastPageQuery = ({ query }: RecordListContext, page: RecordsPage | null): ListQuery => ({
  ...query,
  page: lastPageBefore(query, page) ?? query.page,
});

/** Whether a pending change was confirmed: the server's page may have a new row, lack one, or have another order. */
function hasDrained(before: RecordsPage | null, after: RecordsPage | null): boolean {
  if (before === null || after === null) return false;
  const pending = new Set(pendingIds(after));
  return pendingIds(before).some((id) => !pending.has(id));
}

const isPending = ({ mark, isDeleting }: ListedRecord): boolean => mark !== null || isDeleting;

const pendingIds = ({ created, rows }: RecordsPage): readonly string[] => [...created, ...rows.filter(isPending)].map(({ id }) => id);

/** The server is asked. Its page arrives by `page.changed`. */
const fetching = recordListSetup.createStateConfig({
  initial: 'deciding',
  description: 'The server is asked for the page.',
  tags: ['busy'],
  on: {
    'page.changed': [
      {
        guard: withEvent('hasDrained'),
        target: 'fetching',
        reenter: true,
        actions: withEvent('setPage'),
        description: 'A change that was confirmed during the call may be missing in the answer: the server is asked again.',
        meta: { requirements: ['R705'] },
      },
      {
        guard: withEvent('isOfServer'),
        target: '.refreshing',
        actions: withEvent('setPage'),
        meta: { requirements: ['R704'] },
      },
      {
        actions: withEvent('setDevicePage'),
        description: 'Rows that this device has found by itself wait for the server, so that nothing jumps.',
        meta: { requirements: ['R704'] },
      },
    ],
  },
  invoke: {
    id: 'fetchPage',
    src: 'fetchPage',
    input: ({ context }) => context.query,
    onDone: [
      {
        guard: withOutput('isOfflineBeyondEnd'),
        target: 'offline',
        actions: [
          { type: 'emitLastPage', params: ({ context }) => ({ page: context.devicePage }) },
          { type: 'raiseLastPage', params: ({ context }) => ({ page: context.devicePage }) },
        ],
        meta: { requirements: ['R703'] },
      },
      {
        guard: withOutput('isOffline'),
        target: 'reading',
        actions: 'clearMessage',
        meta: { requirements: ['R706'] },
      },
      {
        guard: withOutput('isFailed'),
        target: 'reading',
        actions: { type: 'setMessage', params: ({ event }) => ({ message: messageOf(event.output) }) },
        meta: { requirements: ['R707'] },
      },
      {
        guard: withOutput('isNotKept'),
        target: 'reading',
        actions: { type: 'setMessage', params: { message: notKeptMessage } },
        meta: { requirements: ['R707'] },
      },
      {
        guard: { type: 'isBeyondEnd', params: ({ context }) => ({ page: ownPage(context) }) },
        target: 'ready',
        actions: [
          { type: 'emitLastPage', params: ({ context }) => ({ page: context.page }) },
          { type: 'raiseLastPage', params: ({ context }) => ({ page: context.page }) },
        ],
        description: 'A page after the last one, whose rows were deleted meanwhile, is no empty list.',
        meta: { requirements: ['R703'] },
      },
      { guard: 'hasServerPage', target: 'ready', actions: 'clearMessage', meta: { requirements: ['R701'] } },
      { target: 'arriving', actions: 'clearMessage', meta: { requirements: ['R701'] } },
    ],
    onError: { target: 'reading', actions: { type: 'setMessage', params: { message: unknownMessage } }, meta: { requirements: ['R707'] } },
  },
  states: {
    deciding: {
      description: 'Whether there are rows to show meanwhile.',
      always: [
        { guard: 'hasPage', target: 'refreshing', meta: { requirements: ['R701'] } },
        { target: 'loading', meta: { requirements: ['R701'] } },
      ],
    },
    loading: {
      description: 'There is nothing to show yet.',
      meta: { testId: 'list-loading', sees: 'Skeleton rows.' },
      after: { patience: { guard: 'hasDevicePage', target: 'refreshing', actions: 'showDevicePage', meta: { requirements: ['R704'] } } },
    },
    refreshing: {
      description: 'Rows are shown: those that this device has of the page, or those of the page before.',
      meta: { testId: 'list-refreshing', sees: 'The earlier rows, dimmed.' },
      after: { patience: { guard: 'hasDevicePage', actions: 'showDevicePage', meta: { requirements: ['R704'] } } },
    },
  },
});

const slowMessage = 'This device takes long to read the list.';

function messageOf(fetched: PageFetched): string {
  return fetched.kind === 'failed' ? fetched.message : '';
}

const ownPage = ({ page, isCurrent }: RecordListContext): RecordsPage | null => (isCurrent ? page : null);

/** A state inside the region, since entering the region again would reset the search box too. */
const following = recordListSetup.createStateConfig({
  initial: 'fetching',
  description: 'The page that the query asks for. The latest query wins: an earlier one is neither asked for nor watched any more.',
  invoke: {
    id: 'watchPage',
    src: 'watchPage',
    input: ({ context }) => context.query,
    onError: {
      target: '.error',
      actions: ['showDevicePage', { type: 'setMessage', params: { message: unknownMessage } }],
      meta: { requirements: ['R707'] },
    },
  },
  on: {
    'query.changed': [
      { guard: withEvent('isSameQuery'), meta: { requirements: ['R701'] } },
      {
        target: '.fetching',
        reenter: true,
        actions: withEvent('setQuery'),
        meta: { requirements: ['R701'] },
      },
    ],
    'refresh.requested': { target: '.fetching', meta: { requirements: ['R701'] } },
  },
  states: {
    fetching,
    arriving: {
      description: 'The server has answered; its page comes by way of the device.',
      tags: ['busy'],
      meta: { testId: 'list-arriving', sees: 'Skeleton rows, or the earlier rows, dimmed.' },
      on: {
        'page.changed': [
          {
            guard: withEvent('isBeyondEnd'),
            target: 'ready',
            actions: [withEvent('emitLastPage'), withEvent('raiseLastPage')],
            meta: { requirements: ['R703'] },
          },
          {
            guard: withEvent('hasDrained'),
            target: 'fetching',
            actions: withEvent('setPage'),
            description: 'The answer may be older than a change that was confirmed before its page arrived.',
            meta: { requirements: ['R705'] },
          },
          {
            guard: withEvent('isOfServer'),
            target: 'ready',
            actions: withEvent('setPage'),
            meta: { requirements: ['R701'] },
          },
          { actions: withEvent('setDevicePage'), meta: { requirements: ['R701'] } },
        ],
      },
      after: {
        patience: { guard: 'hasDevicePage', actions: 'showDevicePage', meta: { requirements: ['R704'] } },
        readingDelay: {
          target: 'error',
          actions: ['showDevicePage', { type: 'setMessage', params: { message: slowMessage } }],
          meta: { requirements: ['R707'] },
        },
      },
    },
    reading: {
      description: 'The server gave no page. What this device has of it is still being read.',
      tags: ['busy'],
      meta: { testId: 'list-reading', sees: 'Skeleton rows, or the earlier rows, dimmed.' },
      always: { guard: 'isDeviceRead', target: 'withoutServer', actions: 'showDevicePage', meta: { requirements: ['R706'] } },
      on: {
        'page.changed': [
          {
            guard: withEvent('isBeyondDevicesEnd'),
            actions: [withEvent('setPage'), withEvent('emitLastPage'), withEvent('raiseLastPage')],
            meta: { requirements: ['R703'] },
          },
          {
            actions: withEvent('setDevicePage'),
            description: 'Before this device is read, it does not say that it has nothing.',
            meta: { requirements: ['R706'] },
          },
        ],
      },
      after: {
        readingDelay: {
          target: 'error',
          actions: ['showDevicePage', { type: 'setMessage', params: { message: slowMessage } }],
          meta: { requirements: ['R707'] },
        },
      },
    },
    withoutServer: {
      description: 'Whether the call failed, or there was no answer.',
      always: [
        { guard: 'hasMessage', target: 'error', meta: { requirements: ['R707'] } },
        { target: 'offline', meta: { requirements: ['R706'] } },
      ],
    },
    ready: {
      description: "The query's rows are shown, and follow the store.",
      meta: { testId: 'list-ready', sees: 'The rows, or why there are none.' },
      on: {
        'connection.restored': { guard: 'isFromDevice', target: 'fetching', meta: { requirements: ['R706'] } },
        'page.changed': [
          {
            guard: withEvent('isBeyondEnd'),
            actions: [withEvent('emitLastPage'), withEvent('raiseLastPage')],
            description: 'Once the last row of the last page is gone, the page before it is shown.',
            meta: { requirements: ['R703'] },
          },
          {
            guard: withEvent('hasDrained'),
            target: 'fetching',
            actions: withEvent('setPage'),
            description: 'A record that was created here moves to its place in the server’s order once it is confirmed.',
            meta: { requirements: ['R705'] },
          },
          {
            guard: withEvent('isPage'),
            actions: withEvent('setPage'),
            meta: { requirements: ['R701'] },
          },
        ],
      },
    },
    offline: {
      description: 'There was no answer: the rows of this device are shown, or that there are none.',
      meta: { testId: 'list-offline', sees: 'The rows that are on this device, and since when; or that there are none of this list yet.' },
      on: {
        'retry.requested': { target: 'fetching', meta: { requirements: ['R706'] } },
        'connection.restored': { target: 'fetching', meta: { requirements: ['R706'] } },
        'page.changed': [
          {
            guard: withEvent('isNewerOfServer'),
            target: 'ready',
            actions: ['clearMessage', withEvent('setPage')],
            description: 'The answer has come after all, or another tab has got one: what was said of it is over.',
            meta: { requirements: ['R708'] },
          },
          { actions: withEvent('setPage'), meta: { requirements: ['R706'] } },
        ],
      },
    },
    error: {
      description: 'The call failed: the rows of this device are shown, with the reason.',
      meta: { testId: 'list-error', sees: 'The reason and Try again, above the rows where there are any.' },
      on: {
        'retry.requested': { target: 'fetching', meta: { requirements: ['R707'] } },
        'connection.restored': { target: 'fetching', meta: { requirements: ['R707'] } },
        'page.changed': [
          {
            guard: withEvent('isNewerOfServer'),
            target: 'ready',
            actions: ['clearMessage', withEvent('setPage')],
            description: 'The answer has come after all, or another tab has got one: what was said of it is over.',
            meta: { requirements: ['R708'] },
          },
          { actions: withEvent('setPage'), meta: { requirements: ['R707'] } },
        ],
      },
    },
  },
});

const searchRegion = recordListSetup.createStateConfig({
  initial: 'resting',
  description: 'The search box. A search starts when typing pauses for 250 ms.',
  states: {
    resting: {
      description: 'The query has the text of the search box.',
      on: {
        'search.typed': {
          target: 'typing',
          actions: withEvent('setTyped'),
          meta: { requirements: ['R702'] },
        },
      },
    },
    typing: {
      description: 'Somebody is typing.',
      on: {
        'search.typed': {
          target: 'typing',
          reenter: true,
          actions: withEvent('setTyped'),
          meta: { requirements: ['R702'] },
        },
        'query.changed': {
          guard: withEvent('isOtherSearch'),
          target: 'resting',
          meta: { requirements: ['R702'] },
        },
      },
      after: {
        searchDelay: [
          { guard: 'isSameSearch', target: 'resting', meta: { requirements: ['R702'] } },
          { target: 'resting', actions: ['emitSearch', 'raiseSearch'], meta: { requirements: ['R702'] } },
        ],
      },
    },
  },
});

/** A list that pages, sorts and searches on the server, and on the device where the server does not answer. */
export const recordListMachine = recordListSetup.createMachine({
  id: 'record-list',
  description: 'A list that pages, sorts and searches on the server, and follows the store.',
  type: 'parallel',
  context: ({ input }) => ({
    query: input.query,
    typed: input.query.q,
    page: null,
    isCurrent: false,
    devicePage: null,
    isDeviceRead: false,
    message: null,
  }),
  meta: { testId: 'record-list', sees: 'A table with search and pages.' },
  states: {
    list: {
      description: 'The rows.',
      initial: 'following',
      states: { following },
    },
    search: searchRegion,
  },
});
