import type { Values } from '#contract/resources/define.ts';
import { assign, setup } from 'xstate';
import { listenerNotProvided, notProvided } from '../placeholder.ts';
import { unknownMessage } from '../problem-messages.ts';
import type { RecordRead } from '../record-list/record-list.ports.ts';

type Failure = Omit<Extract<RecordRead, { readonly kind: 'failed' }>, 'kind'>;

export interface RecordViewContext {
  /** Pending changes applied. Null: not read yet, or it can't be. */
  readonly values: Values | null;
  readonly failure: Failure | null;
}

export type RecordViewEvent =
  | { readonly type: 'retry.requested' }
  | { readonly type: 'connection.restored' }
  /** From the watching actor: the record on this device. */
  | { readonly type: 'record.changed'; readonly values: Values };

const unknownFailure: Failure = { code: 'unknown', message: unknownMessage };

/** Shows one record, which is not edited here, and follows its changes. */
export const recordViewMachine = setup({
  types: { context: {} as RecordViewContext, events: {} as RecordViewEvent },
  actors: {
    readRecord: notProvided<RecordRead, null>('readRecord'),
    watchRecord: listenerNotProvided<null>('watchRecord'),
  },
  guards: { isRead: (_, { read }: { read: RecordRead }) => read.kind === 'read' },
  actions: {
    setValues: assign((_, { values }: { values: Values | null }) => ({ values, failure: null })),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
  },
}).createMachine({
  id: 'record-view',
  description: 'One record that is shown and not edited.',
  meta: { testId: 'record-view', sees: 'A dialog with the record.' },
  context: { values: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      description: 'The record is read: from this device, else from the server.',
      meta: { testId: 'view-loading', sees: 'A skeleton.' },
      invoke: {
        id: 'readRecord',
        src: 'readRecord',
        input: null,
        onDone: [
          {
            guard: { type: 'isRead', params: ({ event }) => ({ read: event.output }) },
            target: 'ready',
            actions: { type: 'setValues', params: ({ event }) => ({ values: valuesIn(event.output) }) },
            meta: { requirement: 'A record that is on this device opens without a connection.' },
          },
          { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => ({ failure: failureIn(event.output) }) } },
        ],
        onError: { target: 'failed', actions: { type: 'setFailure', params: { failure: unknownFailure } } },
      },
    },
    ready: {
      description: 'The record is shown, as this device has it; the server is asked for it once more.',
      meta: { testId: 'view-ready', sees: 'The record.' },
      invoke: {
        id: 'watchRecord',
        src: 'watchRecord',
        input: null,
        onError: { target: 'failed', actions: { type: 'setFailure', params: { failure: unknownFailure } } },
      },
      on: { 'record.changed': { actions: { type: 'setValues', params: ({ event }) => ({ values: event.values }) } } },
    },
    failed: {
      description: 'The record could not be read.',
      meta: { testId: 'view-failed', sees: 'Why, and Try again where that may help.' },
      on: { 'retry.requested': { target: 'loading' }, 'connection.restored': { target: 'loading' } },
    },
  },
});

const valuesIn = (read: RecordRead): Values | null => (read.kind === 'read' ? read.reading.values : null);
const failureIn = (read: RecordRead): Failure => (read.kind === 'failed' ? read : unknownFailure);
