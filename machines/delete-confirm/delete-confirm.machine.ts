import { assign, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import { notProvided } from '../placeholder.ts';
import type { DeleteResult } from '../ports.ts';
import { unknownSaveMessage } from '../save-messages.ts';
import { withOutput } from '../with-event.ts';

/** The texts of the dialog. */
export interface DeleteLabels {
  readonly title: string;
  readonly text: string;
  /** On the button. */
  readonly confirm: string;
  /** In red after an error, above the reason. */
  readonly error: string;
}

/** What is to be deleted. `websiteId`: null for what belongs to no website. `all`: of several that go together, each of them. */
export interface DeletedItem {
  readonly websiteId: string | null;
  readonly id: string;
  readonly label: string;
  readonly all?: readonly { readonly id: string; readonly label: string }[];
}

export interface DeleteInput {
  readonly item: DeletedItem;
  readonly labels: DeleteLabels;
  /** What takes the focus once the item is gone; returned in the output. */
  readonly focusAfter: string | null;
}

/** Plain JSON. */
export interface DeleteContext extends DeleteInput {
  readonly message: string | null;
  readonly result: DeleteOutput;
}

export type DeleteEvent = { readonly type: 'delete.confirmed' } | { readonly type: 'cancel.requested' };

/**
 * `rejected`: the delete was tried and is not possible. `pending`: why the delete is on this device only; null where the server
 * has it. `appendedAt` as in `BlockSaveResult`.
 */
export type DeleteOutput =
  | { readonly kind: 'cancelled'; readonly rejected?: boolean }
  | {
      readonly kind: 'deleted';
      readonly id: string;
      readonly pending: PendingReason | null;
      readonly appendedAt: number;
      readonly focusAfter: string | null;
    };

/** The question before anything is deleted. The item and the texts come as input. */
export const deleteConfirmMachine = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as DeleteContext,
    events: {} as DeleteEvent,
    input: {} as DeleteInput,
    output: {} as DeleteOutput,
    tags: {} as 'busy',
  },
  actors: { deleteItem: notProvided<DeleteResult, DeletedItem>('deleteItem') },
  guards: { isDeleted: (_, deleted: DeleteResult) => deleted.kind !== 'failed' },
  actions: {
    clearMessage: assign({ message: null }),
    setResult: assign({
      result: ({ context }, deleted: DeleteResult): DeleteOutput =>
        deleted.kind === 'failed'
          ? { kind: 'cancelled', rejected: true }
          : {
              kind: 'deleted',
              id: context.item.id,
              pending: deleted.kind === 'pending' ? deleted.reason : null,
              appendedAt: deleted.appendedAt,
              focusAfter: context.focusAfter,
            },
    }),
    showReason: assign({ message: (_, { message }: { message: string }) => message.trim() || unknownSaveMessage }),
  },
}).createMachine({
  id: 'delete-confirm',
  description: 'The question before something is deleted.',
  meta: { testId: 'delete-confirm', sees: 'The dialog with what will be gone.' },
  context: ({ input }) => ({ ...input, message: null, result: { kind: 'cancelled' } }),
  output: ({ context }) => context.result,
  initial: 'open',
  states: {
    open: {
      description: 'The question is open. The focus is on Cancel.',
      initial: 'ready',
      on: {
        'delete.confirmed': {
          target: 'submitting',
          actions: 'clearMessage',
          description: 'Nothing is deleted before somebody has confirmed it.',
          meta: { requirements: ['R741'] },
        },
        'cancel.requested': { target: 'closed', meta: { requirements: ['R742'] } },
      },
      states: {
        ready: {
          description: 'Nothing has been sent.',
          meta: { testId: 'delete-ready', sees: 'The question, Cancel and Delete.' },
        },
        error: {
          description: 'The item could not be deleted.',
          meta: { testId: 'delete-error', sees: 'In red: what failed, and why.' },
        },
      },
    },
    submitting: {
      description: 'The delete is in the outbox. With a connection the chart waits for the answer.',
      tags: ['busy'],
      meta: { testId: 'delete-submitting', sees: 'Delete, busy.' },
      invoke: {
        id: 'deleteItem',
        src: 'deleteItem',
        input: ({ context }) => context.item,
        onDone: [
          {
            guard: withOutput('isDeleted'),
            target: 'closed',
            actions: withOutput('setResult'),
            meta: { requirements: ['R743'] },
          },
          {
            target: 'open.error',
            actions: [withOutput('setResult'), { type: 'showReason', params: ({ event }) => ({ message: reasonOf(event.output) }) }],
            description: 'A delete that fails says why, and can be tried again.',
            meta: { requirements: ['R744'] },
          },
        ],
        onError: {
          target: 'open.error',
          actions: { type: 'showReason', params: { message: unknownSaveMessage } },
          meta: { requirements: ['R744'] },
        },
      },
    },
    closed: {
      description: 'The dialog is gone; the output has the result.',
      type: 'final',
      meta: { testId: 'delete-closed', sees: 'The list; the next row has the focus.' },
    },
  },
});

function reasonOf(deleted: DeleteResult): string {
  return deleted.kind === 'failed' ? deleted.message : '';
}
