import { pathPlan } from '../testing/path-plan.ts';
import { revocationMachine } from './revocation.machine.ts';

export const revocationPaths = pathPlan({
  machine: revocationMachine,
  inputs: [{ seed: 1 }],
  events: [
    { type: 'handle.kept' },
    { type: 'connection.hinted' },
    { type: 'xstate.done.actor.sendHandles', output: { left: 0, retryAfterMs: null } },
    { type: 'xstate.done.actor.sendHandles', output: { left: 1, retryAfterMs: null } },
    { type: 'xstate.error.actor.sendHandles', error: new Error('broken') },
    { type: 'xstate.after.backoff.revocation.waiting' },
  ],
  distinguish: ({ failures }) => failures > 0,
});
