import { settingsSetup } from './settings-screen.setup.ts';

/** Beside the form: "Save and leave", from the question before a screen with unsaved changes is left. */
export const leavingRegion = settingsSetup.createStateConfig({
  initial: 'staying',
  description: 'Whether the screen is left once what is unsaved has been saved.',
  meta: { testId: 'settings-leaving', sees: 'The question whether to leave.' },
  states: {
    staying: {
      description: 'Nobody has asked to save and leave.',
      on: { 'leave.requested': { target: 'requested' } },
    },
    requested: {
      description: 'The form is asked to save what is unsaved.',
      entry: 'raiseSave',
      on: { 'save.requested': { target: 'saving' } },
    },
    saving: {
      description: 'The answer to the save decides. One that is on its way already is waited for too.',
      tags: ['leaving'],
      meta: { testId: 'settings-leaving-saving', sees: 'Saving… at "Save and leave".' },
      always: [
        {
          guard: 'canLeave',
          target: 'staying',
          actions: 'allowLeave',
          meta: { requirement: 'The screen is left once the save is taken, on this device or on the server.' },
        },
        {
          guard: 'mustStay',
          target: 'staying',
          actions: 'refuseLeave',
          meta: { requirement: 'A form that is not valid, a refusal and a conflict keep the person here, at their fields.' },
        },
      ],
      on: {
        'leave.cancelled': { target: 'staying', meta: { requirement: 'Staying gives up leaving, and not the save.' } },
      },
    },
  },
});
