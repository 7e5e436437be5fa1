import { assign, setup } from 'xstate';
import { notProvided } from '../placeholder.ts';
import type { ItemDeleted } from '../ports.ts';
import { unknownSaveMessage } from '../save-words.ts';
import type { DeleteContext, DeletedItem, DeleteEvent, DeleteInput, DeleteOutput } from './delete-confirm.types.ts';

/** The question before anything is deleted. What is deleted, and its words, come as input. */
export const deleteConfirmMachine = setup({
  types: {
    context: {} as DeleteContext,
    events: {} as DeleteEvent,
    input: {} as DeleteInput,
    output: {} as DeleteOutput,
    tags: {} as 'busy',
  },
  actors: { deleteItem: notProvided<ItemDeleted, DeletedItem>('deleteItem') },
  guards: { isDeleted: (_, { deleted }: { deleted: ItemDeleted }) => deleted.kind !== 'failed' },
  actions: {
    forgetMessage: assign({ message: null }),
    take: assign({
      result: ({ context }, { deleted }: { deleted: ItemDeleted }): DeleteOutput =>
        deleted.kind === 'failed'
          ? { kind: 'cancelled', refused: true }
          : {
              kind: 'deleted',
              id: context.item.id,
              kept: deleted.kind === 'kept' ? deleted.reason : null,
              appendedAt: deleted.appendedAt,
              focusAfter: context.focusAfter,
            },
    }),
    explain: assign({ message: (_, { message }: { message: string }) => message.trim() || unknownSaveMessage }),
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
      description: 'The question stands. Focus on Cancel.',
      initial: 'asking',
      on: {
        'delete.confirmed': { target: 'deleting', actions: 'forgetMessage' },
        'cancel.requested': { target: 'closed' },
      },
      states: {
        asking: {
          description: 'Nothing has been sent.',
          meta: { testId: 'delete-asking', sees: 'The question, Cancel and Delete.' },
        },
        failed: {
          description: 'It is still there, and why.',
          meta: { testId: 'delete-failed', sees: 'In red: what failed, and why.' },
        },
      },
    },
    deleting: {
      description: 'The delete is with the queue, and through it with the server.',
      tags: ['busy'],
      meta: { testId: 'delete-deleting', sees: 'Delete, busy.' },
      invoke: {
        id: 'deleteItem',
        src: 'deleteItem',
        input: ({ context }) => context.item,
        onDone: [
          {
            guard: { type: 'isDeleted', params: ({ event }) => ({ deleted: event.output }) },
            target: 'closed',
            actions: { type: 'take', params: ({ event }) => ({ deleted: event.output }) },
          },
          {
            target: 'open.failed',
            actions: [
              { type: 'take', params: ({ event }) => ({ deleted: event.output }) },
              { type: 'explain', params: ({ event }) => ({ message: reasonOf(event.output) }) },
            ],
          },
        ],
        onError: { target: 'open.failed', actions: { type: 'explain', params: { message: unknownSaveMessage } } },
      },
    },
    closed: {
      description: 'The dialog is gone; the output says what became of the item.',
      type: 'final',
      meta: { testId: 'delete-closed', sees: 'The list; the next row has the focus.' },
    },
  },
});

function reasonOf(deleted: ItemDeleted): string {
  return deleted.kind === 'failed' ? deleted.message : '';
}
