import { assign, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import { notProvided } from '../placeholder.ts';
import type { ConnectionEvent } from '../ports.ts';
import { withEvent, withOutput } from '../with-event.ts';

/** What must not be interrupted: a form with unsaved changes, or an outbox entry that is being sent. */
export type Work = 'form' | 'sending';

export interface AppUpdateContext {
  readonly work: readonly Work[];
  readonly online: boolean;
  /** Whether this tab was already reloaded for a chunk that failed to load. */
  readonly reloadedForChunk: boolean;
  /** Something on the screen lacks its code. A chunk that was loaded ahead may fail with nothing missing. */
  readonly isPartMissing: boolean;
  readonly message: string | null;
}

export type AppUpdateEvent =
  | { readonly type: 'update.found' }
  | { readonly type: 'update.requested' }
  | { readonly type: 'update.postponed' }
  | { readonly type: 'work.began'; readonly work: Work }
  | { readonly type: 'work.ended'; readonly work: Work }
  | ConnectionEvent
  /** A part of the app could not be loaded. */
  | { readonly type: 'chunk.failed' }
  /** Something on the screen lacks its code. */
  | { readonly type: 'parts.missed' }
  /** Nothing on the screen lacks its code any more: it was loaded again, or what needed it has gone. */
  | { readonly type: 'parts.recovered' }
  | { readonly type: 'reload.requested' }
  /** Another tab brought a newer version and upgraded the database; this one must not write any more. */
  | { readonly type: 'database.outdated' }
  /** This tab waits for another one to close the older database. */
  | { readonly type: 'database.blocked' }
  | { readonly type: 'database.opened' };

const appUpdateSetup = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as AppUpdateContext,
    events: {} as AppUpdateEvent,
    input: {} as { readonly online: boolean; readonly reloadedForChunk: boolean },
    tags: {} as 'blocking' | 'busy',
  },
  actors: {
    /** Lets the waiting service worker take over and reloads. Resolves only if the page stays. */
    applyUpdate: notProvided<void, void>('applyUpdate'),
    /** Whether the page itself can be loaded now: else a reload would end on the browser's error page. */
    probePage: notProvided<boolean, void>('probePage'),
    /** Reloads. `guardChunk`: first stores that the reload was for a chunk. */
    reloadPage: notProvided<void, { readonly guardChunk: boolean }>('reloadPage'),
  },
  guards: {
    isWorking: ({ context }) => context.work.length > 0,
    isLastWork: ({ context }, params: { work: Work }) => context.work.every((work) => work === params.work),
    canReloadForChunk: ({ context }) => context.online && !context.reloadedForChunk && context.work.length === 0,
    isPartMissing: ({ context }) => context.isPartMissing,
    canReloadNow: ({ context }, isThere: boolean) => isThere && context.online && context.work.length === 0,
  },
  actions: {
    beginWork: assign({
      work: ({ context }, params: { work: Work }) => [...context.work.filter((work) => work !== params.work), params.work],
    }),
    endWork: assign({ work: ({ context }, params: { work: Work }) => context.work.filter((work) => work !== params.work) }),
    setOnline: assign({ online: true }),
    setOffline: assign({ online: false }),
    setPartMissing: assign({ isPartMissing: true }),
    setNoPartMissing: assign({ isPartMissing: false }),
    setReloadedForChunk: assign({ reloadedForChunk: true }),
    setUpdateMessage: assign({ message: 'The new version could not be started. Close all tabs of this console and open it again.' }),
    setReloadMessage: assign({ message: 'The page could not be reloaded. Reload it in the browser.' }),
    clearMessage: assign({ message: null }),
  },
});

const available = appUpdateSetup.createStateConfig({
  initial: 'offered',
  description: 'A new version of the console is ready.',
  states: {
    offered: {
      description: 'A banner says so, and the user chooses when.',
      meta: { testId: 'update-offered', sees: '"A new version is ready" with Reload and Later.' },
      on: {
        'update.requested': [
          {
            guard: 'isWorking',
            target: 'waiting',
            description: 'A new version waits while a form is dirty or an entry is being sent.',
            meta: { requirements: ['R212'] },
          },
          { target: 'applying', meta: { requirements: ['R211'] } },
        ],
        'update.postponed': { target: 'postponed', meta: { requirements: ['R211'] } },
      },
    },
    postponed: {
      description: 'Later, as asked. The new version starts with the next load anyway.',
      on: {
        'update.requested': [
          { guard: 'isWorking', target: 'waiting', meta: { requirements: ['R212'] } },
          { target: 'applying', meta: { requirements: ['R211'] } },
        ],
        'update.found': { target: 'offered', meta: { requirements: ['R211'] } },
      },
    },
    waiting: {
      description: 'The update waits until it would interrupt nothing.',
      meta: { testId: 'update-waiting', sees: 'That the new version starts once everything is saved.' },
      on: {
        'work.ended': [
          {
            guard: withEvent('isLastWork'),
            target: 'applying',
            actions: withEvent('endWork'),
            meta: { requirements: ['R212'] },
          },
          { actions: withEvent('endWork'), meta: { requirements: ['R212'] } },
        ],
        'update.postponed': { target: 'postponed', meta: { requirements: ['R211'] } },
      },
    },
    applying: {
      description: 'The new version takes over; the page reloads.',
      tags: ['busy'],
      entry: 'clearMessage',
      meta: { testId: 'update-applying', sees: 'A spinner.' },
      invoke: {
        id: 'applyUpdate',
        src: 'applyUpdate',
        onDone: { target: 'offered', actions: 'setUpdateMessage', meta: { requirements: ['R213'] } },
        onError: { target: 'offered', actions: 'setUpdateMessage', meta: { requirements: ['R213'] } },
      },
    },
  },
});

const chunkFailed = appUpdateSetup.createStateConfig({
  initial: 'deciding',
  description: 'A part of the app could not be loaded: an older version asks for a file that is gone, or there is no network.',
  states: {
    deciding: {
      description: 'Reload by itself once, never offline, never over unsaved work.',
      always: [
        { guard: 'canReloadForChunk', target: 'probing', meta: { requirements: ['R214'] } },
        { target: 'shown', meta: { requirements: ['R214'] } },
      ],
    },
    probing: {
      description: 'A missing part is often the first sign of a server that has gone: is the page itself still there?',
      tags: ['busy'],
      on: { 'chunk.failed': { description: 'The answer decides about this part too.', meta: { requirements: ['R214'] } } },
      invoke: {
        id: 'probePage',
        src: 'probePage',
        onDone: [
          {
            guard: withOutput('canReloadNow'),
            target: 'reloading',
            meta: { requirements: ['R214'] },
          },
          { target: 'shown', description: 'Never reloads a page that can not be loaded.', meta: { requirements: ['R214'] } },
        ],
        onError: { target: 'shown', meta: { requirements: ['R214'] } },
      },
    },
    reloading: {
      description: 'The page is reloaded, and the reason is stored, so that it happens once.',
      tags: ['busy'],
      entry: 'setReloadedForChunk',
      invoke: {
        id: 'reloadForChunk',
        src: 'reloadPage',
        input: { guardChunk: true },
        onDone: { target: 'shown', meta: { requirements: ['R214'] } },
        onError: { target: 'shown', actions: 'setReloadMessage', meta: { requirements: ['R213'] } },
      },
    },
    shown: {
      description: 'The part is missing and the person chooses.',
      meta: { testId: 'chunk-failed', sees: 'That a part could not be loaded, with Reload, or that it needs a connection.' },
      on: {
        'reload.requested': { target: '#app-update.reloading', meta: { requirements: ['R218'] } },
        'parts.recovered': {
          target: '#app-update.current',
          actions: 'setNoPartMissing',
          description: 'No banner says that a part is missing once it is there, or what needed it has gone.',
          meta: { requirements: ['R215'] },
        },
        'connection.restored': [
          {
            guard: 'isPartMissing',
            actions: 'setOnline',
            description: 'The part is loaded again, and says so or fails anew.',
            meta: { requirements: ['R215'] },
          },
          { target: '#app-update.current', actions: 'setOnline', meta: { requirements: ['R215'] } },
        ],
      },
    },
  },
});

/** New versions, missing chunks and databases that other tabs have moved on, app-wide (`systemId: 'app-update'`). */
export const appUpdateMachine = appUpdateSetup.createMachine({
  id: 'app-update',
  meta: { testId: 'app-update', sees: 'Nothing, unless a state below says so.' },
  description: 'Whether this tab runs the right version, and what to do when it does not.',
  context: ({ input }) => ({
    work: [],
    online: input.online,
    reloadedForChunk: input.reloadedForChunk,
    isPartMissing: false,
    message: null,
  }),
  initial: 'current',
  on: {
    'work.began': { actions: withEvent('beginWork'), meta: { requirements: ['R212'] } },
    'work.ended': { actions: withEvent('endWork'), meta: { requirements: ['R212'] } },
    'connection.restored': {
      actions: 'setOnline',
      meta: { internal: 'Whether there is a connection counts when the next part is missing.' },
    },
    'connection.lost': { actions: 'setOffline', meta: { internal: 'Whether there is a connection counts when the next part is missing.' } },
    'database.outdated': { target: '.reloadRequired', meta: { requirements: ['R216'] } },
    'database.blocked': { target: '.blocked', meta: { requirements: ['R217'] } },
    'chunk.failed': { target: '.chunkFailed', meta: { requirements: ['R214'] } },
    'parts.missed': { actions: 'setPartMissing', meta: { requirements: ['R215'] } },
    'parts.recovered': { actions: 'setNoPartMissing', meta: { requirements: ['R215'] } },
  },
  states: {
    current: {
      description: 'Nothing to do.',
      meta: { testId: 'update-none', sees: 'Nothing.' },
      on: { 'update.found': { target: 'available', meta: { requirements: ['R211'] } } },
    },
    available,
    chunkFailed,
    reloadRequired: {
      description: 'Another tab upgraded the database: this one has closed it and must be reloaded.',
      tags: ['blocking'],
      meta: { testId: 'reload-required', sees: '"Reload this tab": another tab runs a newer version.' },
      on: {
        'reload.requested': { target: 'reloading', meta: { requirements: ['R218'] } },
        'chunk.failed': { description: 'The reload will load it.', meta: { requirements: ['R216'] } },
        'database.blocked': { description: 'This tab has closed its own; it only needs the reload.', meta: { requirements: ['R216'] } },
      },
    },
    blocked: {
      description: 'The database can not be opened while another tab holds the older one.',
      tags: ['blocking'],
      meta: { testId: 'database-blocked', sees: 'That other tabs of this console must be closed.' },
      on: {
        'database.opened': { target: 'current', meta: { requirements: ['R217'] } },
        'reload.requested': { target: 'reloading', meta: { requirements: ['R218'] } },
      },
    },
    reloading: {
      description: 'The page is reloaded as asked.',
      tags: ['busy', 'blocking'],
      entry: 'clearMessage',
      invoke: {
        id: 'reloadPage',
        src: 'reloadPage',
        input: { guardChunk: false },
        onDone: { target: 'reloadRequired', actions: 'setReloadMessage', meta: { requirements: ['R213'] } },
        onError: { target: 'reloadRequired', actions: 'setReloadMessage', meta: { requirements: ['R213'] } },
      },
    },
  },
});
