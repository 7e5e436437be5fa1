import { decidedOf } from './settings-screen.conflicts.ts';
import { placeOf, settingsSetup } from './settings-screen.setup.ts';

/** Beside the form: the choice between one's own values and somebody else's, field by field. */
export const conflictsRegion = settingsSetup.createStateConfig({
  initial: 'asking',
  description: 'Fields that somebody else changed too wait for a choice; all others go ahead.',
  meta: { testId: 'settings-conflicts', sees: 'Below such a field: yours, theirs, when, who.' },
  states: {
    asking: {
      description: 'As long as one field of a change is undecided, nothing of it is sent.',
      always: { guard: 'hasDecided', target: 'resolving' },
      on: {
        'conflict.chosen': { actions: { type: 'choose', params: ({ event }) => ({ key: event.key, side: event.side }) } },
      },
    },
    resolving: {
      description: 'The choice is written to the queue.',
      invoke: {
        id: 'resolveConflicts',
        src: 'resolveConflicts',
        input: ({ context }) => ({ ...placeOf(context), decided: decidedOf(context) }),
        onDone: { target: 'asking', actions: 'forgetChoices' },
        onError: {
          target: 'asking',
          actions: [
            'forgetChoices',
            { type: 'tell', params: { toast: { type: 'error', title: 'Error', content: 'Your choice could not be kept. Choose again.' } } },
          ],
        },
      },
    },
  },
});
