import { assign, enqueueActions, setup } from 'xstate';
import { notProvided } from '../placeholder.ts';
import type { BlockSubmission, BlockSubmitted } from '../ports.ts';
import type { SubmissionContext, SubmissionInput, SubmissionSettled } from './block-submission.types.ts';

const broken: BlockSubmitted = { kind: 'failed', code: 'unknown', message: '' };

/**
 * One change of a website's blocks on its way. The homepage starts one for each, so that no change waits for another's
 * answer before it stands in the queue. `submitBlock` is to append in the order in which it is called.
 */
export const blockSubmissionMachine = setup({
  types: {
    context: {} as SubmissionContext,
    input: {} as SubmissionInput,
    events: {} as { readonly type: 'none' },
    output: {} as BlockSubmitted,
    tags: {} as 'busy',
  },
  actors: { submitBlock: notProvided<BlockSubmitted, BlockSubmission>('submitBlock') },
  actions: {
    note: assign({ submitted: (_, { submitted }: { submitted: BlockSubmitted }) => submitted }),
    noteBroken: assign({ submitted: broken }),
    // Started by itself, as in a drawing of the chart, it has nobody to tell.
    tellParent: enqueueActions(({ context, enqueue, self }) => {
      const told: SubmissionSettled = { type: 'submission.settled', turn: context.turn, submitted: context.submitted };
      if (self._parent) enqueue.sendTo(self._parent, told);
    }),
  },
}).createMachine({
  id: 'block-submission',
  description: 'One change of the blocks on its way: to the queue, and through it to the server.',
  meta: { testId: 'block-submission', sees: 'The change, shown as if it were stored.' },
  context: ({ input }) => ({ ...input, submitted: broken }),
  output: ({ context }) => context.submitted,
  initial: 'submitting',
  states: {
    submitting: {
      description: 'The change is with the queue; while there is a connection its answer is waited for.',
      tags: ['busy'],
      meta: { testId: 'submission-submitting', sees: 'The change, shown as if it were stored.' },
      invoke: {
        id: 'submitBlock',
        src: 'submitBlock',
        input: ({ context }) => ({ websiteId: context.websiteId, change: context.change }),
        onDone: { target: 'settled', actions: { type: 'note', params: ({ event }) => ({ submitted: event.output }) } },
        onError: {
          target: 'settled',
          actions: 'noteBroken',
          meta: { requirement: 'A change is never dropped in silence: what broke is told as a failure.' },
        },
      },
    },
    settled: {
      description: 'Taken, kept or refused; whoever started it knows.',
      type: 'final',
      entry: 'tellParent',
      meta: { testId: 'submission-settled', sees: 'A toast.' },
    },
  },
});
