import * as form from './settings-screen.operations.ts';
import * as saving from './settings-screen.saving.ts';
import {
  failure,
  failureOf,
  failureTold,
  keptToast,
  placeOf,
  savedToast,
  secretsFailureOf,
  settingsSetup,
  unknownMessage,
} from './settings-screen.setup.ts';

/** Leaving any of the resting states by typing or by giving changes up. */
const editEvents = settingsSetup.createStateConfig({
  on: {
    'field.changed': {
      target: '.editing',
      actions: [{ type: 'changeField', params: ({ event }) => ({ key: event.key, value: event.value }) }, 'raiseDraftOutdated'],
    },
    'field.blurred': {
      actions: { type: 'validateField', params: ({ event }) => ({ key: event.key }) },
      meta: { requirement: 'Validation on first blur after a change.' },
    },
    'field.reverted': {
      target: '.editing',
      actions: [{ type: 'revertField', params: ({ event }) => ({ key: event.key }) }, 'raiseDraftOutdated'],
    },
    'changes.discarded': { target: '.editing', actions: ['discardChanges', 'raiseDraftOutdated'] },
    'draft.discarded': { target: '.editing', actions: ['discardChanges', 'raiseDraftOutdated'] },
    'stored.changed': {
      actions: { type: 'merge', params: ({ event }) => ({ snapshot: event.snapshot }) },
      meta: { requirement: 'Untouched fields follow what is stored; touched ones keep what was typed.' },
    },
  },
}).on;

const editing = settingsSetup.createStateConfig({
  initial: 'pristine',
  description: 'The form is open.',
  states: {
    pristine: {
      description: 'Nothing differs from what is stored.',
      meta: { testId: 'settings-pristine', sees: 'The form, without a save bar.' },
      always: { guard: 'isDirty', target: 'dirty' },
    },
    dirty: {
      description: 'Something differs from what is stored.',
      tags: ['dirty'],
      meta: { testId: 'settings-dirty', sees: 'The save bar: 3 unsaved changes, Discard, Save.' },
      always: { guard: 'isClean', target: 'pristine', meta: { requirement: 'Typing back clears it.' } },
      on: {
        'save.requested': [
          { guard: 'isInvalid', target: '#settings-screen.ready.form.error', actions: 'showProblems' },
          { target: '#settings-screen.ready.form.submitting', actions: 'beginSave' },
        ],
      },
    },
  },
});

const submitting = settingsSetup.createStateConfig({
  initial: 'choosing',
  description: 'The changed and shown fields are on their way. The form stays open to typing.',
  tags: ['busy', 'dirty'],
  meta: { testId: 'settings-submitting', sees: 'Saving… at the button.' },
  on: {
    'field.changed': {
      actions: [{ type: 'changeField', params: ({ event }) => ({ key: event.key, value: event.value }) }, 'raiseDraftOutdated'],
      meta: { requirement: 'What is typed during a save is not lost: it is still an edit afterwards.' },
    },
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
        onError: { target: 'afterSecrets', actions: { type: 'refuseSecrets', params: { message: unknownMessage, fields: {} } } },
      },
    },
    afterSecrets: {
      description: 'The secrets are answered; the rest follows, if there is any.',
      always: [
        { guard: 'hasOnlyFailedSecrets', target: '#settings-screen.ready.form.error', actions: ['keepSave', 'noteFailedSecrets'] },
        {
          guard: 'hasNoWrites',
          target: '#settings-screen.ready.form.saved',
          actions: ['confirmSave', { type: 'tell', params: { toast: savedToast } }, 'trackSave', 'raiseDraftOutdated'],
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
            actions: ['confirmSave', { type: 'tell', params: { toast: savedToast } }, 'trackSave', 'raiseDraftOutdated'],
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
              { type: 'failSave', params: ({ event }) => failureOf(event.output) },
              { type: 'tellFailure', params: ({ event }) => failureOf(event.output) },
            ],
            meta: { requirement: 'A refusal goes to the fields it names, else into the toast; what was typed stays.' },
          },
        ],
        onError: { target: '#settings-screen.ready.form.error', actions: [failure, failureTold] },
      },
    },
  },
});

const formRegion = settingsSetup.createStateConfig({
  initial: 'editing',
  description: 'The form and its save.',
  on: editEvents,
  states: {
    editing,
    submitting,
    saved: {
      description: 'The server has confirmed the save.',
      meta: { testId: 'settings-saved', sees: 'The toast Saved.' },
      always: [
        { guard: 'hasFailedSecrets', target: 'error', actions: 'noteFailedSecrets' },
        { guard: 'isDirty', target: 'editing' },
      ],
    },
    kept: {
      description: 'The save is on this device and waits for the server.',
      meta: { testId: 'settings-kept', sees: 'The toast Saved on this device; the fields bear a waiting mark.' },
      always: [
        { guard: 'hasFailedSecrets', target: 'error', actions: 'noteFailedSecrets' },
        { guard: 'isDirty', target: 'editing' },
      ],
    },
    conflict: {
      description: 'Somebody else changed the same fields; the change waits for a choice.',
      meta: { testId: 'settings-conflict', sees: 'A banner with the way to resolve it.' },
      always: { guard: 'isDirty', target: 'editing' },
    },
    error: {
      description: 'The save was not taken. What was typed stays.',
      tags: ['dirty'],
      meta: { testId: 'settings-error', sees: 'The error summary with links to the fields; it takes the focus.' },
      always: { guard: 'isClean', target: 'editing' },
      on: {
        'save.requested': [
          { guard: 'isInvalid', actions: 'showProblems' },
          { target: 'submitting', actions: 'beginSave' },
        ],
      },
    },
  },
});

const draftRegion = settingsSetup.createStateConfig({
  initial: 'resting',
  description: 'What is typed is kept on the device, so that a closed tab or a crash loses nothing.',
  meta: { testId: 'settings-draft', sees: 'Nothing; a warning where the device can not keep it.' },
  on: { 'draft.outdated': { target: '.waiting' } },
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
        input: ({ context }) => ({ ...placeOf(context), values: form.draftOf(context) }),
        onDone: { target: 'resting', actions: 'noteDraftKept' },
        onError: { target: 'resting', actions: 'noteDraftLost' },
      },
    },
    removing: {
      description: 'Nothing is unsaved: the draft goes.',
      invoke: {
        id: 'removeDraft',
        src: 'removeDraft',
        input: ({ context }) => placeOf(context),
        onDone: { target: 'resting' },
        onError: { target: 'resting' },
      },
    },
  },
});

/** One settings screen of one website: load, edit, validate, save, online and off. */
export const settingsScreenMachine = settingsSetup.createMachine({
  id: 'settings-screen',
  description: 'A settings screen: loading, editing, saving, and what the device and other people do meanwhile.',
  context: ({ input }) => form.emptyContext(input),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'A screen that this page has shown before opens with what it showed; the rest follows from what is stored.',
      always: [{ guard: 'isRemembered', target: 'ready', actions: 'recall' }, { target: 'loading' }],
    },
    loading: {
      description: 'The settings are read: from the device where it has them, else from the API.',
      tags: ['loading'],
      meta: { testId: 'settings-loading', sees: 'The skeleton of the form.' },
      invoke: {
        id: 'loadSettings',
        src: 'loadSettings',
        input: ({ context }) => placeOf(context),
        onDone: [
          {
            guard: { type: 'isLoaded', params: ({ event }) => ({ loaded: event.output }) },
            target: 'ready',
            actions: { type: 'load', params: ({ event }) => ({ loaded: event.output }) },
          },
          { target: 'failed', actions: { type: 'noteLoadFailure', params: ({ event }) => ({ loaded: event.output }) } },
        ],
        onError: { target: 'failed', actions: 'noteLoadError' },
      },
    },
    failed: {
      description: 'There is nothing to show, and why.',
      meta: { testId: 'settings-failed', sees: 'The reason and Try again.' },
      on: {
        'retry.requested': { target: 'loading' },
        'connection.restored': { guard: 'isOfflineFailure', target: 'loading' },
      },
    },
    ready: {
      description: 'The form is there and follows what is stored.',
      type: 'parallel',
      tags: ['ready'],
      invoke: {
        id: 'watchSettings',
        src: 'watchSettings',
        input: ({ context }) => placeOf(context),
        onError: { actions: 'noteWatchLost' },
      },
      states: { form: formRegion, draft: draftRegion },
    },
  },
});
