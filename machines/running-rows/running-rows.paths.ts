import { pathPlan } from '../testing/path-plan.ts';
import { runningRowsMachine } from './running-rows.machine.ts';

export const firstPage = { page: 0, perPage: 25, sort: null, q: '' };

export const runningRowsPaths = pathPlan({
  machine: runningRowsMachine,
  inputs: [undefined],
  events: [
    { type: 'row.started', id: '1', before: null },
    { type: 'rows.seen', values: { '1': null }, query: firstPage },
    { type: 'rows.seen', values: { '1': '2026-06-01T10:00:00Z' }, query: firstPage },
    { type: 'xstate.after.betweenRefreshes.running-rows.running.waiting' },
    { type: 'xstate.after.longestAction.running-rows.running' },
    { type: 'xstate.done.actor.refresh', output: null },
    { type: 'xstate.error.actor.refresh', error: new Error('broken') },
  ],
  distinguish: ({ running }) => Object.keys(running),
});
