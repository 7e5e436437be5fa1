import { pathPlan } from '../testing/path-plan.ts';
import { endSessionsMachine } from './end-sessions.machine.ts';
import type { EndRequest } from './end-sessions.types.ts';

export const endOne: EndRequest = { target: { kind: 'one', id: 's1', device: 'Firefox on Linux' }, focus: { back: 's1', after: 's2' } };
export const endOthers: EndRequest = { target: { kind: 'others' }, focus: { back: 'others', after: null } };

export const endSessionsPaths = pathPlan({
  machine: endSessionsMachine,
  inputs: [{ online: true }, { online: false }],
  events: [
    { type: 'end.requested', request: endOne },
    { type: 'end.confirmed' },
    { type: 'cancel.requested' },
    { type: 'connection.restored' },
    { type: 'connection.lost' },
    { type: 'xstate.done.actor.endSessions', output: { kind: 'ended' } },
    { type: 'xstate.done.actor.endSessions', output: { kind: 'failed', message: 'Broken.' } },
    { type: 'xstate.error.actor.endSessions', error: new Error('broken') },
  ],
  distinguish: ({ online }) => online,
});
