import { decidedOf } from './homepage.conflicts.ts';
import { homepageSetup } from './homepage.setup.ts';

/** Beside the list: a block that two people have hidden or shown differently. */
export const conflicts = homepageSetup.createStateConfig({
  description: 'A hide or show that met somebody else’s waits for a choice; every other change goes ahead.',
  initial: 'asking',
  meta: { testId: 'homepage-conflicts', sees: 'Below such a row: yours, and what the server has.' },
  states: {
    asking: {
      description: 'Nothing of such a change is sent before somebody has chosen.',
      on: {
        'conflict.chosen': {
          guard: { type: 'isInConflict', params: ({ event }) => ({ id: event.id }) },
          target: 'resolving',
          actions: { type: 'choose', params: ({ event }) => ({ id: event.id, side: event.side }) },
          meta: { requirement: 'A conflict is resolved at the row, and not in the sync centre alone.' },
        },
      },
    },
    resolving: {
      description: 'The choice is written to the outbox.',
      invoke: {
        id: 'resolveConflicts',
        src: 'resolveConflicts',
        input: ({ context }) => ({ decided: decidedOf(context) }),
        onDone: { target: 'asking', actions: 'noteChosen' },
        onError: {
          target: 'asking',
          actions: ['forgetChoice', { type: 'tell', params: { message: 'Your choice could not be kept. Choose again.' } }],
        },
      },
    },
  },
});
