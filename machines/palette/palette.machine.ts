import { assign, emit, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import { notProvided } from '../placeholder.ts';
import type { ToastEmitted } from '../ports.ts';
import { loaded, queried, withWebsites } from './palette.operations.ts';
import type { PaletteContext, PaletteEntry, PaletteSources } from './palette.types.ts';
import { withEvent, withOutput } from '../with-event.ts';

export type PaletteEvent =
  /** Mod+K: opens it, or closes it. `typed`: keys that came before there was a text field. */
  | { readonly type: 'palette.requested'; readonly typed: string }
  | { readonly type: 'shortcuts.requested' }
  | { readonly type: 'close.requested' }
  | { readonly type: 'query.typed'; readonly query: string }
  /** Keys that did not reach the text field. */
  | { readonly type: 'text.appended'; readonly text: string }
  /** By the pointer or the arrow keys. */
  | { readonly type: 'entry.pointed'; readonly id: string }
  /** Without an id: what is active. */
  | { readonly type: 'choice.requested'; readonly id: string | null }
  | { readonly type: 'retry.requested' };

const empty = {
  entries: [],
  uses: {},
  query: '',
  results: [],
  activeId: null,
  isHasty: false,
  chosenId: null,
  reason: null,
} satisfies PaletteContext;

const chosen = (context: PaletteContext, id: string | null): PaletteEntry | undefined =>
  context.entries.find((entry) => entry.id === (id ?? context.activeId));

/** The action that opens the sheet of shortcuts. */
export const shortcutsAction = 'shortcuts';

const opensShortcuts = (entry: PaletteEntry | undefined): boolean =>
  entry?.target.kind === 'action' && entry.target.action === shortcutsAction;

/** The command palette: finds screens, fields, websites, blocks and actions, and goes there. Also the sheet of shortcuts. */
export const paletteMachine = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as PaletteContext,
    events: {} as PaletteEvent,
    emitted: {} as ToastEmitted,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    loadEntries: notProvided<PaletteSources, undefined>('loadEntries'),
    searchWebsites: notProvided<readonly PaletteEntry[], { readonly query: string }>('searchWebsites'),
    openEntry: notProvided<void, { readonly entry: PaletteEntry | null }>('openEntry'),
  },
  delays: {
    /** ms after the last key before the server is asked. */
    searchPause: 200,
  },
  guards: {
    isAvailable: ({ context }, { id }: { id: string | null }) => chosen(context, id)?.reason === null,
    isForbidden: ({ context }, { id }: { id: string | null }) => typeof chosen(context, id)?.reason === 'string',
    isShortcuts: ({ context }, { id }: { id: string | null }) => opensShortcuts(chosen(context, id)),
    isHastyShortcuts: ({ context }) => context.isHasty && opensShortcuts(chosen(context, null)),
    isHastyChoice: ({ context }) => context.isHasty && chosen(context, null)?.reason === null,
    isHasty: ({ context }) => context.isHasty,
    hasQuery: ({ context }) => context.query.trim() !== '',
  },
  actions: {
    begin: assign((_, { typed }: { typed: string }) => ({ ...empty, query: typed })),
    setLoaded: assign(({ context }, sources: PaletteSources) => loaded(context, sources)),
    setQuery: assign(({ context }, { query }: { query: string }) => queried(context, query)),
    appendText: assign(({ context }, { text }: { text: string }) => queried(context, context.query + text)),
    addWebsites: assign(({ context }, entries: readonly PaletteEntry[]) => withWebsites(context, entries)),
    point: assign((_, { id }: { id: string }) => ({ activeId: id, reason: null })),
    choose: assign(({ context }, { id }: { id: string | null }) => ({ chosenId: id ?? context.activeId })),
    noteHaste: assign({ isHasty: true }),
    clearHaste: assign({ isHasty: false }),
    showReason: assign(({ context }, { id }: { id: string | null }) => ({
      reason: chosen(context, id)?.reason ?? null,
      activeId: id ?? context.activeId,
    })),
    showFailure: emit(({ context }) => ({
      type: 'toast' as const,
      toast: {
        type: 'error' as const,
        title: 'Not opened',
        content: `“${chosen(context, context.chosenId)?.label ?? 'This'}” could not be opened. Please try again.`,
      },
    })),
  },
}).createMachine({
  id: 'palette',
  description: 'The command palette, and the sheet of shortcuts.',
  meta: { testId: 'palette', sees: 'Nothing, or one of the two dialogs.' },
  context: empty,
  initial: 'closed',
  states: {
    closed: {
      description: 'Neither dialog is there.',
      meta: { testId: 'palette-closed', sees: 'The screen.' },
      on: {
        'palette.requested': {
          target: 'open',
          actions: withEvent('begin'),
          meta: { requirements: ['R010'] },
        },
        'shortcuts.requested': { target: 'shortcuts', meta: { requirements: ['R011'] } },
      },
    },
    open: {
      description: 'The palette takes a query.',
      tags: ['open'],
      initial: 'loading',
      on: {
        'palette.requested': { target: 'closed', description: 'Mod+K closes what it opened.', meta: { requirements: ['R010'] } },
        'close.requested': { target: 'closed', meta: { requirements: ['R010'] } },
        'text.appended': {
          actions: withEvent('appendText'),
          meta: { requirements: ['R012'] },
        },
        'query.typed': { actions: withEvent('setQuery'), meta: { requirements: ['R013'] } },
        'entry.pointed': { actions: withEvent('point'), meta: { requirements: ['R015'] } },
      },
      states: {
        loading: {
          description: 'What there is to find is read from this device.',
          tags: ['busy'],
          meta: { testId: 'palette-loading', sees: 'The text field with what was typed.' },
          on: {
            'choice.requested': { actions: 'noteHaste', description: 'No key is lost, Enter neither.', meta: { requirements: ['R012'] } },
          },
          invoke: {
            id: 'loadEntries',
            src: 'loadEntries',
            onDone: {
              target: 'ready',
              actions: withOutput('setLoaded'),
              meta: { requirements: ['R012'] },
            },
            onError: { target: 'error', meta: { requirements: ['R016'] } },
          },
        },
        ready: {
          description: 'The results follow each key.',
          initial: 'settling',
          on: {
            'query.typed': {
              target: '.settling',
              actions: withEvent('setQuery'),
              meta: { requirements: ['R013'] },
            },
            'text.appended': {
              target: '.settling',
              actions: withEvent('appendText'),
              meta: { requirements: ['R013'] },
            },
            'choice.requested': [
              {
                guard: withEvent('isShortcuts'),
                target: '#palette.shortcuts',
                meta: { requirements: ['R011'] },
              },
              {
                guard: withEvent('isAvailable'),
                target: '#palette.choosing',
                actions: withEvent('choose'),
                meta: { requirements: ['R015'] },
              },
              {
                guard: withEvent('isForbidden'),
                actions: withEvent('showReason'),
                description: 'What can not be done offline says so at the entry.',
                meta: { requirements: ['R014'] },
              },
            ],
          },
          states: {
            settling: {
              description: 'A key was typed a moment ago, or Enter before the results were there.',
              meta: { testId: 'palette-ready', sees: 'The results, the first one active.' },
              always: [
                { guard: 'isHastyShortcuts', target: '#palette.shortcuts', meta: { requirements: ['R011'] } },
                {
                  guard: 'isHastyChoice',
                  target: '#palette.choosing',
                  actions: { type: 'choose', params: { id: null } },
                  meta: { requirements: ['R012', 'R015'] },
                },
                {
                  guard: 'isHasty',
                  target: 'settled',
                  actions: ['clearHaste', { type: 'showReason', params: { id: null } }],
                  meta: { requirements: ['R012', 'R014'] },
                },
              ],
              after: {
                searchPause: [
                  { guard: 'hasQuery', target: 'searching', meta: { requirements: ['R013'] } },
                  { target: 'settled', meta: { requirements: ['R013'] } },
                ],
              },
            },
            searching: {
              description: 'The server is asked for websites that this device has not met.',
              tags: ['busy'],
              meta: { testId: 'palette-searching', sees: 'The results; websites may join them.' },
              invoke: {
                id: 'searchWebsites',
                src: 'searchWebsites',
                input: ({ context }) => ({ query: context.query }),
                onDone: {
                  target: 'settled',
                  actions: withOutput('addWebsites'),
                  meta: { requirements: ['R013'] },
                },
                onError: { target: 'settled', meta: { requirements: ['R013'] } },
              },
            },
            settled: {
              description: 'Nothing more is coming.',
              meta: { testId: 'palette-settled', sees: 'The results, or that there are none.' },
            },
          },
        },
        error: {
          description: 'The entries could not be read.',
          meta: { testId: 'palette-error', sees: 'That it failed, and Try again.' },
          on: { 'retry.requested': { target: 'loading', meta: { requirements: ['R016'] } } },
        },
      },
    },
    choosing: {
      description: 'The dialog has closed; what was chosen opens.',
      meta: { testId: 'palette-choosing', sees: 'The screen, and soon the one that was chosen.' },
      on: {
        'palette.requested': {
          target: 'open',
          actions: withEvent('begin'),
          meta: { requirements: ['R010'] },
        },
      },
      invoke: {
        id: 'openEntry',
        src: 'openEntry',
        input: ({ context }) => ({ entry: chosen(context, context.chosenId) ?? null }),
        onDone: { target: 'closed', meta: { requirements: ['R015'] } },
        onError: { target: 'closed', actions: 'showFailure', meta: { requirements: ['R015'] } },
      },
    },
    shortcuts: {
      description: 'The sheet that lists every shortcut.',
      meta: { testId: 'palette-shortcuts', sees: 'A dialog: Keyboard shortcuts.' },
      on: {
        'close.requested': { target: 'closed', meta: { requirements: ['R011'] } },
        'palette.requested': {
          target: 'open',
          actions: withEvent('begin'),
          meta: { requirements: ['R011'] },
        },
      },
    },
  },
});
