import { chosenOf } from './settings-screen.conflicts.ts';
import { placeOf, settingsSetup } from './settings-screen.setup.ts';

/** Beside the form: the choice between one's own values and somebody else's, field by field. */
export const conflictsRegion = settingsSetup.createStateConfig({
  initial: 'asking',
  description: 'Fields that somebody else changed too wait for a choice; all others go ahead.',
  meta: { testId: 'settings-conflicts', sees: 'Below such a field: yours, theirs, when, who, and Keep this.' },
  states: {
    asking: {
      description: 'What is chosen of a field can be chosen anew until it is confirmed.',
      on: {
        'conflict.chosen': { actions: { type: 'choose', params: ({ event }) => ({ key: event.key, side: event.side }) } },
        'conflict.confirmed': {
          guard: { type: 'isChosen', params: ({ event }) => ({ key: event.key }) },
          target: 'resolving',
          actions: { type: 'noteTaken', params: ({ event }) => ({ key: event.key }) },
          meta: { requirement: 'An arrow key among the two values decides nothing: the choice counts once it is confirmed.' },
        },
        'conflict.allChosen': {
          guard: 'isInDispute',
          target: 'resolving',
          actions: [
            { type: 'chooseAll', params: ({ event }) => ({ side: event.side }) },
            { type: 'noteTaken', params: { key: null } },
          ],
        },
      },
    },
    resolving: {
      description: 'The choice is written to the queue.',
      invoke: {
        id: 'resolveConflicts',
        src: 'resolveConflicts',
        input: ({ context, event }) => ({
          ...placeOf(context),
          decided: chosenOf(context, event.type === 'conflict.confirmed' ? event.key : null),
        }),
        onDone: { target: 'asking', actions: 'recordTaken' },
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
