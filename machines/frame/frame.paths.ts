import { pathPlan } from '../testing/path-plan.ts';
import { frameMachine } from './frame.machine.ts';

export const framePaths = pathPlan({
  machine: frameMachine,
  inputs: [{ online: true }, { online: false }],
  events: [
    { type: 'frame.loaded' },
    { type: 'frame.failed' },
    { type: 'reload.requested' },
    { type: 'seo.requested', post: { post_type: 'post', post_id: '12' } },
    { type: 'connection.restored' },
    { type: 'connection.lost' },
    { type: 'xstate.done.actor.probeServer', output: { kind: 'answered' } },
    { type: 'xstate.done.actor.probeServer', output: { kind: 'failed', message: 'Broken.' } },
    { type: 'xstate.error.actor.probeServer', error: new Error('broken') },
    { type: 'xstate.error.actor.listenToFrame', error: new Error('broken') },
    { type: 'xstate.after.slowDelay.frame.loading.fast' },
    { type: 'xstate.after.giveUpDelay.frame.loading' },
  ],
  distinguish: ({ hasAnswered, hasArrived }) => [hasAnswered, hasArrived],
});
