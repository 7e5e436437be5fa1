import { unknownSaveMessage } from '../save-words.ts';
import * as saving from './settings-screen.saving.ts';
import { placeOf, secretsFailureOf, settingsSetup } from './settings-screen.setup.ts';

const saved = { submitted: { kind: 'saved' } } as const;
const broken = { submitted: { kind: 'failed', code: 'unknown', message: '' } } as const;

/** A save under way: secrets first, by themselves, then the rest through the queue. */
export const submitting = settingsSetup.createStateConfig({
  initial: 'choosing',
  description: 'The changed and shown fields are on their way. The form stays open to typing and to another Save.',
  tags: ['busy', 'dirty'],
  meta: { testId: 'settings-submitting', sees: 'Saving… at the button.' },
  on: {
    'field.changed': {
      actions: [{ type: 'changeField', params: ({ event }) => ({ key: event.key, value: event.value }) }, 'raiseDraftOutdated'],
      meta: { requirement: 'What is typed during a save is not lost: it is still an edit afterwards.' },
    },
    'undo.requested': { guard: 'canUndo', actions: ['undo', 'raiseDraftOutdated'] },
    'redo.requested': { guard: 'canRedo', actions: ['redo', 'raiseDraftOutdated'] },
    'field.reverted': { actions: [{ type: 'revertField', params: ({ event }) => ({ key: event.key }) }, 'raiseDraftOutdated'] },
    'changes.discarded': { actions: ['discardChanges', 'raiseDraftOutdated'] },
    'draft.discarded': { actions: ['discardChanges', 'raiseDraftOutdated'] },
    'save.enqueued': {
      actions: [{ type: 'noteInOutbox', params: ({ event }) => ({ values: event.values }) }, 'raiseDraftDue'],
      meta: {
        requirement: 'A value in the outbox is in no draft: a tab that ends before the answer leaves nothing that is offered as unsaved.',
      },
    },
    'save.givenBack': {
      actions: [{ type: 'noteGivenBack', params: ({ event }) => ({ keys: event.keys }) }, 'raiseDraftDue'],
      meta: { requirement: 'What is refused is in the draft again before it leaves the outbox, whatever else is still under way.' },
    },
  },
  states: {
    choosing: {
      description: 'Secrets go by themselves and only online; the rest may wait in the queue.',
      always: [{ guard: 'hasSecrets', target: 'sendingSecrets' }, { target: 'sendingSettings' }],
    },
    sendingSecrets: {
      description: 'Secrets are with the API. They never rest on the device.',
      entry: 'handOverSecrets',
      on: {
        'save.requested': [
          { guard: 'isInvalid', actions: 'showProblems' },
          { guard: 'hasMore', actions: 'extendSave', meta: { requirement: 'A Save during a save is taken: it follows the secrets.' } },
        ],
      },
      invoke: {
        id: 'submitSecrets',
        src: 'submitSecrets',
        input: ({ context }) => ({ ...placeOf(context), writes: saving.writesOf(context) }),
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
        { guard: 'hasSecrets', target: 'sendingSecrets' },
        {
          guard: 'hasOnlyFailedSecrets',
          target: '#settings-screen.ready.form.error',
          actions: [{ type: 'endSave', params: saved }, 'noteFailedSecrets'],
        },
        {
          guard: 'hasNoWrites',
          target: '#settings-screen.ready.form.saved',
          actions: [{ type: 'endSave', params: saved }, 'tellSaved', 'trackSave', 'raiseDraftOutdated'],
        },
        { target: 'sendingSettings' },
      ],
    },
    sendingSettings: {
      description: 'The settings are with the queue, and through it with the API.',
      entry: 'handOverSettings',
      on: {
        'save.requested': [
          { guard: 'isInvalid', actions: 'showProblems' },
          {
            guard: 'hasMore',
            target: 'choosing',
            actions: ['extendSave', 'noteJoining'],
            meta: { requirement: 'A Save during a save goes to the queue at once; the answer is then for both.' },
          },
        ],
      },
      invoke: {
        id: 'submitSettings',
        src: 'submitSettings',
        input: ({ context, self }) => ({
          ...placeOf(context),
          writes: saving.writesOf(context),
          base: saving.baseOf(context),
          onEnqueued: () => self.send({ type: 'save.enqueued', values: context.sending }),
          onGivenBack: (keys) => self.send({ type: 'save.givenBack', keys }),
        }),
        onDone: [
          {
            guard: { type: 'isSaved', params: ({ event }) => ({ submitted: event.output }) },
            target: '#settings-screen.ready.form.saved',
            actions: [
              { type: 'endSave', params: ({ event }) => ({ submitted: event.output }) },
              'tellSaved',
              'trackSave',
              'raiseDraftOutdated',
            ],
          },
          {
            guard: { type: 'isKept', params: ({ event }) => ({ submitted: event.output }) },
            target: '#settings-screen.ready.form.kept',
            actions: [
              { type: 'endSave', params: ({ event }) => ({ submitted: event.output }) },
              { type: 'tellKept', params: ({ event }) => ({ submitted: event.output }) },
              'trackSave',
              'raiseDraftOutdated',
            ],
          },
          {
            guard: { type: 'isConflict', params: ({ event }) => ({ submitted: event.output }) },
            target: '#settings-screen.ready.form.conflict',
            actions: [{ type: 'endSave', params: ({ event }) => ({ submitted: event.output }) }, 'noteConflict', 'raiseDraftOutdated'],
          },
          {
            target: '#settings-screen.ready.form.error',
            actions: [
              { type: 'tellFailure', params: ({ event }) => ({ submitted: event.output }) },
              { type: 'failSave', params: ({ event }) => ({ submitted: event.output }) },
              'raiseDraftDue',
            ],
            meta: { requirement: 'A refusal goes into the toast and to the fields it names; what was not accepted stays typed.' },
          },
        ],
        onError: {
          target: '#settings-screen.ready.form.error',
          actions: [{ type: 'tellFailure', params: broken }, { type: 'failSave', params: broken }, 'raiseDraftDue'],
        },
      },
    },
  },
});
