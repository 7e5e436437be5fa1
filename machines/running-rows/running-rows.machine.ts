import { assign, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import { type Json, sameJson } from '#contract/json.ts';
import { notProvided } from '../placeholder.ts';
import type { ListQuery } from '../ports.ts';
import { withEvent } from '../with-event.ts';

/** By row: the value that changes once its action has ended. */
export type EndValues = Readonly<Record<string, Json>>;

export interface RunningRowsContext {
  /** The rows whose action goes on, each with the value from before it. */
  readonly running: EndValues;
  /** Of the page in view. */
  readonly query: ListQuery | null;
  /** Since the last start. */
  readonly refreshes: number;
}

export type RunningRowsEvent =
  /** The server has begun a row's action. */
  | { readonly type: 'row.started'; readonly id: string; readonly before: Json }
  | { readonly type: 'rows.seen'; readonly values: EndValues; readonly query: ListQuery };

/** With the delay between two: 10 minutes, after which an action has failed. */
export const mostRefreshes = 300;

/** Which rows of a list show that an action of the server goes on: until a value of the row changes, the page is fetched again and again. */
export const runningRowsMachine = setup({
  types: { meta: {} as ChartMeta, context: {} as RunningRowsContext, events: {} as RunningRowsEvent },
  actors: { refresh: notProvided<unknown, ListQuery | null>('refresh') },
  delays: { betweenRefreshes: 2000 },
  guards: {
    isOver: ({ context }) => Object.keys(context.running).length === 0 || context.refreshes >= mostRefreshes,
  },
  actions: {
    start: assign(({ context }, { id, before }: { id: string; before: Json }) => ({
      running: { ...context.running, [id]: before },
      refreshes: 0,
    })),
    dropEnded: assign(({ context }, { values, query }: { values: EndValues; query: ListQuery }) => ({
      running: Object.fromEntries(
        Object.entries(context.running).filter(([id, before]) => !(id in values) || sameJson(values[id] ?? null, before)),
      ),
      query,
    })),
    count: assign({ refreshes: ({ context }) => context.refreshes + 1 }),
    forgetAll: assign({ running: {}, refreshes: 0 }),
  },
}).createMachine({
  id: 'running-rows',
  description: 'Which rows of a list show that an action of the server goes on.',
  meta: { testId: 'running-rows', sees: 'Running… in the rows whose action goes on.' },
  context: { running: {}, query: null, refreshes: 0 },
  on: {
    'row.started': {
      actions: withEvent('start'),
      target: '.waiting',
      meta: { requirements: ['R731'] },
    },
    'rows.seen': {
      actions: withEvent('dropEnded'),
      meta: { requirements: ['R731'] },
    },
  },
  initial: 'idle',
  states: {
    idle: { description: 'No action goes on.', meta: { testId: 'rows-idle', sees: 'The rows.' } },
    waiting: {
      description: 'The page is fetched again in a moment.',
      meta: { testId: 'rows-waiting', sees: 'Running…' },
      always: {
        guard: 'isOver',
        target: 'idle',
        actions: 'forgetAll',
        description: 'After ten minutes an action counts as failed: no row says Running… for ever.',
        meta: { requirements: ['R732'] },
      },
      after: { betweenRefreshes: { target: 'refreshing', meta: { requirements: ['R731'] } } },
    },
    refreshing: {
      description: 'The page is fetched; its rows arrive by rows.seen.',
      meta: { testId: 'rows-refreshing', sees: 'Running…' },
      invoke: {
        id: 'refresh',
        src: 'refresh',
        input: ({ context }) => context.query,
        onDone: { target: 'waiting', actions: 'count', meta: { requirements: ['R731'] } },
        onError: { target: 'waiting', actions: 'count', meta: { requirements: ['R731'] } },
      },
    },
  },
});
