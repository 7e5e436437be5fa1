import { pathPlan } from '../testing/path-plan.ts';
import { blockAddMachine } from './block-add.machine.ts';

export const blockAddPaths = pathPlan({
  machine: blockAddMachine,
  inputs: [{ websiteId: '5', theme: 'byron', labels: [], below: null }],
  events: [
    { type: 'type.chosen', key: 'columns' },
    { type: 'name.typed', name: 'Suburbs' },
    { type: 'save.requested' },
    { type: 'cancel.requested' },
    { type: 'xstate.done.actor.submitBlock', output: { kind: 'saved', blockId: '9', appendedAt: 1 } },
    { type: 'xstate.done.actor.submitBlock', output: { kind: 'pending', blockId: 'local:9', appendedAt: 1, reason: { kind: 'offline' } } },
    { type: 'xstate.done.actor.submitBlock', output: { kind: 'refused', message: 'No.', fields: { label: 'Taken.' } } },
    { type: 'xstate.error.actor.submitBlock', error: new Error('broken') },
  ],
  distinguish: ({ key, name }) => [key, name],
});
