import { pathPlan } from '../testing/path-plan.ts';
import { blockSubmissionMachine } from './block-submission.machine.ts';

export const blockSubmissionPaths = pathPlan({
  machine: blockSubmissionMachine,
  inputs: [{ websiteId: '5', turn: 1, change: { kind: 'show', blockId: '7', label: 'Banner', enabled: false } }],
  events: [
    { type: 'xstate.done.actor.submitBlock', output: { kind: 'saved', blockId: null, appendedAt: 1 } },
    { type: 'xstate.error.actor.submitBlock', error: new Error('broken') },
  ],
});
