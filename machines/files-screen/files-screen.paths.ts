import type { AccountUsage } from '#contract/entities/file.ts';
import type { DeleteOutput } from '../delete-confirm/delete-confirm.machine.ts';
import { pathPlan } from '../testing/path-plan.ts';
import { type FileToDelete, filesScreenMachine } from './files-screen.machine.ts';

export const logoFile: FileToDelete = { id: 'logo', name: 'logo.png', focusAfter: 'house' };
export const someUsage: AccountUsage = { bytes: 1_250_000_000, bytes_allowed: 2_000_000_000, files: 312, files_allowed: 20_000 };
export const logoDeleted: DeleteOutput = { kind: 'deleted', id: 'logo', pending: null, appendedAt: 0, focusAfter: 'house' };

export const filesScreenPaths = pathPlan({
  machine: filesScreenMachine,
  inputs: [
    { websiteId: '5', online: true },
    { websiteId: '5', online: false },
  ],
  events: [
    { type: 'delete.requested', file: logoFile },
    { type: 'connection.restored' },
    { type: 'connection.lost' },
    { type: 'xstate.done.actor.loadUsage', output: someUsage },
    { type: 'xstate.done.actor.loadUsage', output: null },
    { type: 'xstate.error.actor.loadUsage', error: new Error('broken') },
    { type: 'xstate.done.actor.confirmDelete', output: logoDeleted },
    { type: 'xstate.done.actor.confirmDelete', output: { kind: 'cancelled' } },
    { type: 'xstate.done.actor.confirmDelete', output: { kind: 'cancelled', rejected: true } },
    { type: 'xstate.error.actor.confirmDelete', error: new Error('broken') },
  ],
  distinguish: ({ online }) => online,
});
