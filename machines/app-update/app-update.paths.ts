import { pathPlan } from '../testing/path-plan.ts';
import { appUpdateMachine } from './app-update.machine.ts';

const failed = new Error('broken');

export const appUpdatePaths = pathPlan({
  machine: appUpdateMachine,
  inputs: [{ online: true, reloadedForChunk: false }],
  events: [
    { type: 'update.found' },
    { type: 'update.requested' },
    { type: 'update.postponed' },
    { type: 'work.began', work: 'form' },
    { type: 'work.began', work: 'sending' },
    { type: 'work.ended', work: 'form' },
    { type: 'work.ended', work: 'sending' },
    { type: 'connection.restored' },
    { type: 'connection.lost' },
    { type: 'chunk.failed' },
    { type: 'parts.missed' },
    { type: 'parts.recovered' },
    { type: 'reload.requested' },
    { type: 'database.outdated' },
    { type: 'database.blocked' },
    { type: 'database.opened' },
    { type: 'xstate.done.actor.probePage', output: true },
    { type: 'xstate.done.actor.probePage', output: false },
    { type: 'xstate.error.actor.probePage', error: failed },
    ...(['applyUpdate', 'reloadForChunk', 'reloadPage'] as const).flatMap((id) => [
      { type: `xstate.done.actor.${id}`, output: undefined } as const,
      { type: `xstate.error.actor.${id}`, error: failed } as const,
    ]),
  ],
  distinguish: ({ work, online, reloadedForChunk, isPartMissing, message }) => [
    ...[[...work].sort(), online, reloadedForChunk, isPartMissing],
    message !== null,
  ],
});
