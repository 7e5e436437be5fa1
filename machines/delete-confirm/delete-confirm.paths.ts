import { pathPlan } from '../testing/path-plan.ts';
import { type DeleteInput, deleteConfirmMachine } from './delete-confirm.machine.ts';

export const bannerDelete: DeleteInput = {
  item: { websiteId: '5', id: '7', label: 'Banner' },
  labels: { title: 'Delete Banner', text: 'Are you sure?', confirm: 'Delete Block', error: 'Failed to delete block: 7' },
  focusAfter: '8',
};

export const deleteConfirmPaths = pathPlan({
  machine: deleteConfirmMachine,
  inputs: [bannerDelete],
  events: [
    { type: 'delete.confirmed' },
    { type: 'cancel.requested' },
    { type: 'xstate.done.actor.deleteItem', output: { kind: 'deleted', appendedAt: 1 } },
    { type: 'xstate.done.actor.deleteItem', output: { kind: 'pending', appendedAt: 1, reason: { kind: 'offline' } } },
    { type: 'xstate.done.actor.deleteItem', output: { kind: 'failed', message: 'In use.' } },
    { type: 'xstate.error.actor.deleteItem', error: new Error('broken') },
  ],
});
