import type { Values } from '#contract/resources/define.ts';
import type { ChartMeta } from '../chart-meta.ts';
import { assign, setup } from 'xstate';
import { listenerNotProvided, notProvided } from '../placeholder.ts';
import { unknownMessage } from '../problem-messages.ts';
import type { RecordReading, RecordRead } from '../record-list/record-list.ports.ts';
import { withEvent, withOutput } from '../with-event.ts';

type Failure = Omit<Extract<RecordRead, { readonly kind: 'failed' }>, 'kind'>;
type Reading = Pick<RecordReading, 'values' | 'fetchedAt'>;
/** What is shown: a record, or what else is known of it. */
export type ViewRead = { readonly kind: 'read'; readonly reading: Reading } | Extract<RecordRead, { readonly kind: 'failed' }>;

export interface RecordViewInput {
  /** Null: it is not created yet. */
  readonly id: string | null;
}

export interface RecordViewContext extends RecordViewInput {
  /** Pending changes applied. Null: not read yet, or it can't be. */
  readonly values: Values | null;
  /** When the server answered, ms since the epoch; null: never. */
  readonly fetchedAt: number | null;
  readonly failure: Failure | null;
}

export type RecordViewEvent =
  /** Another record is shown, or this one has got its id. */
  | { readonly type: 'id.changed'; readonly id: string | null }
  | { readonly type: 'retry.requested' }
  | { readonly type: 'connection.restored' }
  /** From the watching actor: the record on this device. */
  | ({ readonly type: 'record.changed' } & Reading);

const unknownFailure: Failure = { code: 'unknown', message: unknownMessage };

/** Shows one record, which is not edited here, and follows its changes. */
export const recordViewMachine = setup({
  types: { meta: {} as ChartMeta, context: {} as RecordViewContext, input: {} as RecordViewInput, events: {} as RecordViewEvent },
  actors: {
    readRecord: notProvided<ViewRead, RecordViewInput>('readRecord'),
    watchRecord: listenerNotProvided<RecordViewInput>('watchRecord'),
  },
  guards: {
    isOther: ({ context }, { id }: RecordViewInput) => context.id !== id,
    isRead: (_, read: ViewRead) => read.kind === 'read',
  },
  actions: {
    setId: assign((_, { id }: RecordViewInput) => ({ id })),
    setReading: assign((_, { values, fetchedAt }: Reading) => ({ values, fetchedAt, failure: null })),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
  },
}).createMachine({
  id: 'record-view',
  description: 'One record, or what else is known of it, that is shown and not edited.',
  meta: { testId: 'record-view', sees: 'The record, in a dialog or on a screen of its own.' },
  context: ({ input }) => ({ ...input, values: null, fetchedAt: null, failure: null }),
  on: {
    'id.changed': {
      guard: withEvent('isOther'),
      target: '.loading',
      actions: withEvent('setId'),
      meta: { requirements: ['R711'] },
    },
  },
  initial: 'loading',
  states: {
    loading: {
      description: 'The record is read: from this device, else from the server.',
      meta: { testId: 'view-loading', sees: 'A skeleton.' },
      invoke: {
        id: 'readRecord',
        src: 'readRecord',
        input: ({ context }) => ({ id: context.id }),
        onDone: [
          {
            guard: withOutput('isRead'),
            target: 'ready',
            actions: { type: 'setReading', params: ({ event }) => readingIn(event.output) },
            description: 'A record that is on this device opens without a connection.',
            meta: { requirements: ['R711'] },
          },
          {
            target: 'failed',
            actions: { type: 'setFailure', params: ({ event }) => ({ failure: failureIn(event.output) }) },
            meta: { requirements: ['R402'] },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'setFailure', params: { failure: unknownFailure } },
          meta: { requirements: ['R402'] },
        },
      },
    },
    ready: {
      description: 'The record is shown, as this device has it; the server is asked for it once more.',
      meta: { testId: 'view-ready', sees: 'The record.' },
      invoke: {
        id: 'watchRecord',
        src: 'watchRecord',
        input: ({ context }) => ({ id: context.id }),
        onError: {
          target: 'failed',
          actions: { type: 'setFailure', params: { failure: unknownFailure } },
          meta: { requirements: ['R402'] },
        },
      },
      on: {
        'record.changed': {
          actions: withEvent('setReading'),
          meta: { requirements: ['R712'] },
        },
        'connection.restored': {
          target: 'ready',
          reenter: true,
          description: 'What changed while there was no connection is asked for; what is shown stays until the answer.',
          meta: { requirements: ['R712'] },
        },
      },
    },
    failed: {
      description: 'The record could not be read.',
      meta: { testId: 'view-failed', sees: 'Why, and Try again where that may help.' },
      on: {
        'retry.requested': { target: 'loading', meta: { requirements: ['R402'] } },
        'connection.restored': { target: 'loading', meta: { requirements: ['R402'] } },
      },
    },
  },
});

const readingIn = (read: ViewRead): Reading => (read.kind === 'read' ? read.reading : { values: {}, fetchedAt: null });
const failureIn = (read: ViewRead): Failure => (read.kind === 'failed' ? read : unknownFailure);
