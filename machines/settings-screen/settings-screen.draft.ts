import { draftOf, draftPlaceOf } from './settings-screen.kept.ts';
import { settingsSetup } from './settings-screen.setup.ts';

/** Beside the form, whatever that is doing. */
export const draftRegion = settingsSetup.createStateConfig({
  initial: 'resting',
  description: 'What is typed is kept on the device, so that a closed tab or a crash loses nothing.',
  meta: { testId: 'settings-draft', sees: 'Nothing; a warning where the device can not keep it.' },
  on: {
    'draft.outdated': { target: '.waiting' },
    'draft.due': [{ guard: 'hasDraft', target: '.saving' }, { target: '.removing' }],
  },
  states: {
    resting: { description: 'The draft is as the form is.' },
    waiting: {
      description: 'Somebody is typing.',
      after: { draftDelay: [{ guard: 'hasDraft', target: 'saving' }, { target: 'removing' }] },
    },
    saving: {
      description: 'The changed fields, secrets excepted, are written down.',
      invoke: {
        id: 'saveDraft',
        src: 'saveDraft',
        input: ({ context }) => ({ ...draftPlaceOf(context), ...draftOf(context) }),
        onDone: { target: 'resting', actions: 'noteDraftKept' },
        onError: { target: 'resting', actions: 'noteDraftLost' },
      },
    },
    removing: {
      description: 'Nothing is unsaved: the draft goes.',
      invoke: {
        id: 'removeDraft',
        src: 'removeDraft',
        input: ({ context }) => draftPlaceOf(context),
        onDone: { target: 'resting' },
        onError: { target: 'resting' },
      },
    },
  },
});
