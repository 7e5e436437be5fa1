import { settingsSetup } from './settings-screen.setup.ts';

/** Beside the form: which edits undo takes back together. */
export const groupingRegion = settingsSetup.createStateConfig({
  initial: 'settled',
  description: 'Typing in one field is one step of undo, until the field is left, nothing is typed for a second, or another is changed.',
  meta: { testId: 'settings-grouping', sees: 'Nothing.' },
  on: { 'field.changed': { target: '.typing' } },
  states: {
    settled: { description: 'The next edit begins a step of its own.' },
    typing: {
      description: 'What is typed on in the same field joins the last step.',
      on: { 'field.blurred': { target: 'settled', actions: 'closeStep' } },
      after: { typingPause: { target: 'settled', actions: 'closeStep' } },
    },
  },
});
