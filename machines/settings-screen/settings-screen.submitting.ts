import { failureOf, keptToast, unknownSaveMessage } from '../save-words.ts';
import * as saving from './settings-screen.saving.ts';
import { placeOf, savedToastOf, secretsFailureOf, settingsSetup, unknownOf } from './settings-screen.setup.ts';

/** A save under way: secrets first, by themselves, then the rest through the queue. */
export const submitting = settingsSetup.createStateConfig({
  initial: 'choosing',
  description: 'The changed and shown fields are on their way. The form stays open to typing.',
  tags: ['busy', 'dirty'],
  meta: { testId: 'settings-submitting', sees: 'Saving… at the button.' },
  on: {
    'field.changed': {
      actions: [{ type: 'changeField', params: ({ event }) => ({ key: event.key, value: event.value }) }, 'raiseDraftOutdated'],
      meta: { requirement: 'What is typed during a save is not lost: it is still an edit afterwards.' },
    },
    'undo.requested': { guard: 'canUndo', actions: ['undo', 'raiseDraftOutdated'] },
    'redo.requested': { guard: 'canRedo', actions: ['redo', 'raiseDraftOutdated'] },
    'field.reverted': { description: 'Waits until the save has ended.' },
    'changes.discarded': { description: 'Waits until the save has ended.' },
    'draft.discarded': { description: 'Waits until the save has ended.' },
  },
  states: {
    choosing: {
      description: 'Secrets go by themselves and only online; the rest may wait in the queue.',
      always: [{ guard: 'hasSecrets', target: 'sendingSecrets' }, { target: 'sendingSettings' }],
    },
    sendingSecrets: {
      description: 'Secrets are with the API. They never rest on the device.',
      invoke: {
        id: 'submitSecrets',
        src: 'submitSecrets',
        input: ({ context }) => ({ ...placeOf(context), writes: saving.writesOf(context, true) }),
        onDone: [
          {
            guard: { type: 'isSecretsSaved', params: ({ event }) => ({ submitted: event.output }) },
            target: 'afterSecrets',
            actions: 'forgetSecrets',
          },
          {
            target: 'afterSecrets',
            actions: { type: 'refuseSecrets', params: ({ event }) => secretsFailureOf(event.output) },
            meta: { requirement: 'A secret that failed stays typed with a message; the rest is still saved.' },
          },
        ],
        onError: { target: 'afterSecrets', actions: { type: 'refuseSecrets', params: { message: unknownSaveMessage, fields: {} } } },
      },
    },
    afterSecrets: {
      description: 'The secrets are answered; the rest follows, if there is any.',
      always: [
        { guard: 'hasOnlyFailedSecrets', target: '#settings-screen.ready.form.error', actions: ['keepSave', 'noteFailedSecrets'] },
        {
          guard: 'hasNoWrites',
          target: '#settings-screen.ready.form.saved',
          actions: [
            'confirmSave',
            { type: 'tell', params: ({ context }) => ({ toast: savedToastOf(context) }) },
            'trackSave',
            'raiseDraftOutdated',
          ],
        },
        { target: 'sendingSettings' },
      ],
    },
    sendingSettings: {
      description: 'The settings are with the queue, and through it with the API.',
      invoke: {
        id: 'submitSettings',
        src: 'submitSettings',
        input: ({ context }) => ({ ...placeOf(context), writes: saving.writesOf(context, false), base: saving.baseOf(context) }),
        onDone: [
          {
            guard: { type: 'isSaved', params: ({ event }) => ({ submitted: event.output }) },
            target: '#settings-screen.ready.form.saved',
            actions: [
              'confirmSave',
              { type: 'tell', params: ({ context }) => ({ toast: savedToastOf(context) }) },
              'trackSave',
              'raiseDraftOutdated',
            ],
          },
          {
            guard: { type: 'isKept', params: ({ event }) => ({ submitted: event.output }) },
            target: '#settings-screen.ready.form.kept',
            actions: ['keepSave', { type: 'tell', params: { toast: keptToast } }, 'trackSave', 'raiseDraftOutdated'],
          },
          {
            guard: { type: 'isConflict', params: ({ event }) => ({ submitted: event.output }) },
            target: '#settings-screen.ready.form.conflict',
            actions: ['keepSave', 'noteConflict', 'raiseDraftOutdated'],
          },
          {
            target: '#settings-screen.ready.form.error',
            actions: [
              { type: 'failSave', params: ({ context, event }) => failureOf(event.output, unknownOf(context)) },
              { type: 'tellFailure', params: ({ context, event }) => failureOf(event.output, unknownOf(context)) },
            ],
            meta: { requirement: 'A refusal goes to the fields it names, else into the toast; what was typed stays.' },
          },
        ],
        onError: {
          target: '#settings-screen.ready.form.error',
          actions: [
            { type: 'failSave', params: ({ context }) => ({ message: unknownOf(context), fields: {} }) },
            { type: 'tellFailure', params: ({ context }) => ({ message: unknownOf(context), fields: {} }) },
          ],
        },
      },
    },
  },
});
