import { assign, enqueueActions, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import { notProvided } from '../placeholder.ts';
import type { BlockSubmission, BlockSaveResult } from '../block-ports.ts';
import { withOutput } from '../with-event.ts';

/** `changeId`: the parent's number for the change; it comes back with the result. */
export interface BlockMutationInput extends BlockSubmission {
  readonly changeId: number;
}

export interface BlockMutationContext extends BlockMutationInput {
  /** An error until the result is known. */
  readonly result: BlockSaveResult;
}

/** Sent to the parent machine, once. */
export interface MutationFinished {
  readonly type: 'mutation.finished';
  readonly changeId: number;
  readonly result: BlockSaveResult;
}

const unknownError: BlockSaveResult = { kind: 'failed', code: 'unknown', message: '' };

/**
 * One change of a website's blocks on its way to the server. The homepage starts one actor for each change, so that no change
 * waits for another's answer before it is in the outbox. `submitBlock` appends in the order in which it is called.
 */
export const blockMutationMachine = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as BlockMutationContext,
    input: {} as BlockMutationInput,
    events: {} as { readonly type: 'none' },
    output: {} as BlockSaveResult,
    tags: {} as 'busy',
  },
  actors: { submitBlock: notProvided<BlockSaveResult, BlockSubmission>('submitBlock') },
  guards: {
    isSaved: (_, result: BlockSaveResult) => result.kind === 'saved',
    isPending: (_, result: BlockSaveResult) => result.kind === 'pending',
    isInConflict: (_, result: BlockSaveResult) => result.kind === 'conflict',
  },
  actions: {
    setResult: assign({ result: (_, result: BlockSaveResult) => result }),
    // Without a parent, as in a drawing of the chart, nobody is notified.
    notifyParent: enqueueActions(({ context: { changeId, result }, enqueue, self }) => {
      const finished: MutationFinished = { type: 'mutation.finished', changeId, result };
      if (self._parent) enqueue.sendTo(self._parent, finished);
    }),
  },
}).createMachine({
  id: 'block-mutation',
  description: 'One change of the blocks, on its way through the outbox to the server.',
  meta: { testId: 'block-mutation', sees: 'The change, shown as if it were stored.' },
  context: ({ input }) => ({ ...input, result: unknownError }),
  output: ({ context }) => context.result,
  initial: 'submitting',
  states: {
    submitting: {
      description: 'The change is in the outbox. With a connection the chart waits for the answer.',
      tags: ['busy'],
      meta: { testId: 'mutation-submitting', sees: 'The change, shown as if it were stored.' },
      invoke: {
        id: 'submitBlock',
        src: 'submitBlock',
        input: ({ context }) => ({ websiteId: context.websiteId, change: context.change }),
        onDone: [
          {
            guard: withOutput('isSaved'),
            target: 'saved',
            actions: withOutput('setResult'),
            meta: { requirements: ['R541'] },
          },
          {
            guard: withOutput('isPending'),
            target: 'pending',
            actions: withOutput('setResult'),
            meta: { requirements: ['R541'] },
          },
          {
            guard: withOutput('isInConflict'),
            target: 'conflict',
            actions: withOutput('setResult'),
            meta: { requirements: ['R541'] },
          },
          {
            target: 'error',
            actions: withOutput('setResult'),
            meta: { requirements: ['R542'] },
          },
        ],
        onError: { target: 'error', description: 'A change never disappears without a message.', meta: { requirements: ['R542'] } },
      },
    },
    saved: {
      description: 'The server has confirmed the change.',
      type: 'final',
      entry: 'notifyParent',
      meta: { testId: 'mutation-saved', sees: 'The change, and for most kinds a toast.' },
    },
    pending: {
      description: 'The change is on this device and not confirmed.',
      type: 'final',
      entry: 'notifyParent',
      meta: { testId: 'mutation-pending', sees: 'The change with a mark, and a toast that says why it is pending.' },
    },
    conflict: {
      description: 'Somebody else changed the same; a person has to choose.',
      type: 'final',
      entry: 'notifyParent',
      meta: { testId: 'mutation-conflict', sees: 'The server’s state, the choice beside it, and a toast.' },
    },
    error: {
      description: 'The server or this device did not take the change.',
      type: 'final',
      entry: 'notifyParent',
      meta: { testId: 'mutation-error', sees: 'What was there before the change, and a toast with the reason.' },
    },
  },
});
