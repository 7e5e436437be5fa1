import { pathPlan } from '../testing/path-plan.ts';
import { blockMutationMachine } from './block-mutation.machine.ts';

export const change = { kind: 'show', blockId: '7', label: 'Banner', enabled: false } as const;
export const saved = { kind: 'saved', blockId: null, appendedAt: 1 } as const;
export const pending = { kind: 'pending', blockId: null, appendedAt: 9, reason: { kind: 'offline' } } as const;
export const rejected = { kind: 'refused', message: 'Not allowed.', fields: {} } as const;

export const blockMutationPaths = pathPlan({
  machine: blockMutationMachine,
  inputs: [{ websiteId: '5', changeId: 1, change }],
  events: [
    ...[saved, pending, { kind: 'conflict' }, rejected].map((output) => ({ type: 'xstate.done.actor.submitBlock', output }) as const),
    { type: 'xstate.error.actor.submitBlock', error: new Error('broken') },
  ],
});
