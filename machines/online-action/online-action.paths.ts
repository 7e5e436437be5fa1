import { answered, noAnswer, refused } from '../testing/api-results.ts';
import { pathPlan } from '../testing/path-plan.ts';
import { type ActionLabels, onlineActionMachine } from './online-action.machine.ts';

export const clearCacheLabels: ActionLabels = {
  done: { title: 'Cache cleared', content: 'Cache has been successfully cleared.' },
  error: { title: 'Error', content: 'Unable to clear cache. Please try again later.' },
  what: 'Clearing the cache',
};

export const onlineActionPaths = pathPlan({
  machine: onlineActionMachine,
  inputs: [
    { online: true, labels: clearCacheLabels },
    { online: false, labels: clearCacheLabels },
  ],
  events: [
    { type: 'action.requested', payload: '5' },
    { type: 'action.cancelled' },
    { type: 'connection.restored' },
    { type: 'connection.lost' },
    { type: 'xstate.done.actor.runAction', output: answered(null) },
    { type: 'xstate.done.actor.runAction', output: refused('internal_error', 'Broken.') },
    { type: 'xstate.done.actor.runAction', output: noAnswer },
    { type: 'xstate.error.actor.runAction', error: new Error('broken') },
  ],
  distinguish: ({ online }) => online,
});
