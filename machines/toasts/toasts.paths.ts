import { pathPlan } from '../testing/path-plan.ts';
import { toastsMachine } from './toasts.machine.ts';

export const toastsPaths = pathPlan({
  machine: toastsMachine,
  inputs: [undefined],
  events: [
    { type: 'toast.added', toast: { id: 'a', type: 'success', title: 'Saved', content: '' }, at: 10 },
    { type: 'toast.added', toast: { id: 'b', type: 'error', title: 'Error', content: '', duration: 9000 }, at: 20 },
    { type: 'toast.added', toast: { id: 'c', type: 'info', title: 'Deleted', content: '', action: { id: 'undo', label: 'Undo' } }, at: 25 },
    { type: 'toast.dismissed', id: 'a', at: 40 },
    { type: 'toasts.disproved', title: 'Saved', at: 50 },
    { type: 'action.chosen', id: 'a', at: 60 },
    { type: 'action.chosen', id: 'c', at: 60 },
    { type: 'actions.withdrawn', actionIds: ['undo'] },
    { type: 'timers.held', by: 'pointer', at: 30 },
    { type: 'timers.held', by: 'hiddenTab', at: 30 },
    { type: 'timers.released', by: 'pointer', at: 70 },
    { type: 'timers.released', by: 'hiddenTab', at: 70 },
    { type: 'log.cleared' },
    { type: 'xstate.after.nextDue.toasts.running' },
  ],
  distinguish: ({ entries, holds }) => [entries.map(({ toast }) => `${toast.id} ${toast.action?.id ?? ''}`).sort(), [...holds].sort()],
});
