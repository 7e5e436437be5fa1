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
}

export type RunningRowsEvent =
  /** The server has begun a row's action. */
  | { readonly type: 'row.started'; readonly id: string; readonly before: Json }
  | { readonly type: 'rows.seen'; readonly values: EndValues; readonly query: ListQuery };

/** Which rows of a list show that an action of the server goes on: until a value of the row changes, the page is fetched again and again. */
export const runningRowsMachine = setup({
  types: { meta: {} as ChartMeta, context: {} as RunningRowsContext, events: {} as RunningRowsEvent },
  actors: { refresh: notProvided<unknown, ListQuery | null>('refresh') },
  delays: { betweenRefreshes: 2000, longestAction: 600_000 },
  guards: {
    isNoneRunning: ({ context }) => Object.keys(context.running).length === 0,
  },
  actions: {
    start: assign(({ context }, { id, before }: { id: string; before: Json }) => ({
      running: { ...context.running, [id]: before },
    })),
    dropEnded: assign(({ context }, { values, query }: { values: EndValues; query: ListQuery }) => ({
      running: Object.fromEntries(
        Object.entries(context.running).filter(([id, before]) => !(id in values) || sameJson(values[id] ?? null, before)),
      ),
      query,
    })),
    forgetAll: assign({ running: {} }),
  },
}).createMachine({
  id: 'running-rows',
  description: 'Which rows of a list show that an action of the server goes on.',
  meta: { testId: 'running-rows', sees: 'Running… in the rows whose action goes on.' },
  context: { running: {}, query: null },
  on: {
    'row.started': {
      actions: withEvent('start'),
      target: '.running',
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
    running: {
      description: 'The page is fetched again and again. Another action that starts begins the ten minutes anew.',
      initial: 'waiting',
      after: {
        longestAction: {
          target: 'idle',
          actions: 'forgetAll',
          description: 'An action of ten minutes counts as failed.',
          meta: { requirements: ['R732'] },
        },
      },
      states: {
        waiting: {
          description: 'The page is fetched again in a moment.',
          meta: { testId: 'rows-waiting', sees: 'Running…' },
          always: { guard: 'isNoneRunning', target: '#running-rows.idle', meta: { requirements: ['R731'] } },
          after: { betweenRefreshes: { target: 'refreshing', meta: { requirements: ['R731'] } } },
        },
        refreshing: {
          description: 'The page is fetched; its rows arrive by rows.seen.',
          meta: { testId: 'rows-refreshing', sees: 'Running…' },
          invoke: {
            id: 'refresh',
            src: 'refresh',
            input: ({ context }) => context.query,
            onDone: { target: 'waiting', meta: { requirements: ['R731'] } },
            onError: { target: 'waiting', meta: { requirements: ['R731'] } },
          },
        },
      },
    },
  },
});
