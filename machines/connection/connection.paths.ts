import { pathPlan } from '../testing/path-plan.ts';
import { connectionMachine } from './connection.machine.ts';

const failed = new Error('broken');

export const connectionPaths = pathPlan({
  machine: connectionMachine,
  inputs: [
    { seed: 1, hasNoNetwork: false },
    { seed: 1, hasNoNetwork: true },
  ],
  events: [
    { type: 'navigator.online', at: 1000 },
    { type: 'navigator.offline', at: 1000 },
    { type: 'tab.shown', at: 1000 },
    { type: 'call.answered', at: 1000 },
    { type: 'call.unanswered', at: 1000 },
    { type: 'call.failed', at: 1000, met: { kind: 'trouble', status: 500, message: '', isForeign: false } },
    { type: 'probe.requested', at: 1000 },
    ...(['firstProbe', 'suspicionProbe', 'offlineProbe'] as const).flatMap((id) => [
      { type: `xstate.done.actor.${id}`, output: { answered: true, at: 2000 } } as const,
      { type: `xstate.done.actor.${id}`, output: { answered: false, at: 2000, met: { kind: 'noAnswer' } } } as const,
      { type: `xstate.error.actor.${id}`, error: failed } as const,
    ]),
    { type: 'xstate.after.probeTimeout.connection.link.unknown' },
    { type: 'xstate.after.probeTimeout.connection.link.suspecting' },
    { type: 'xstate.after.probeTimeout.connection.link.offline.probing' },
    { type: 'xstate.after.doubtFor.connection.link.online' },
    { type: 'xstate.after.backoff.connection.link.offline.waiting' },
    { type: 'xstate.after.warnAfter.connection.warning.holding' },
  ],
  distinguish: ({ hasNoNetwork, hasFailedCall, restoredAt }) => [hasNoNetwork, hasFailedCall, restoredAt],
});
