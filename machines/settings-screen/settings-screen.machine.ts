import { assign, emit, enqueueActions, raise, setup } from 'xstate';
import type { FieldValue } from '#contract/settings/field.ts';
import type { FieldMessages } from '#contract/errors.ts';
import { listenerNotProvided, notProvided } from '../placeholder.ts';
import type {
  SecretsSubmitted, SettingsLoaded, SettingsPlace, SettingsSnapshot, SettingsSubmission, SettingsSubmitted, ToastContent,
} from '../ports.ts';
import * as form from './settings-screen.operations.ts';
import type { DraftInput, LoadFailure, SettingsContext, SettingsEmitted, SettingsEvent, SettingsInput } from './settings-screen.types.ts';

type SecretsInput = Pick<SettingsSubmission, 'websiteId' | 'screenId' | 'writes'>;

export const quotaMessage =
  'This device is out of space, so the change could not be kept. Nothing you typed is lost: free some space, then save again.';
const unknownMessage = 'An unknown error occurred';
const conflictMessage = 'Somebody else changed the same fields. Your change is kept; choose which to keep.';
const problemsMessage = 'Some fields need your attention.';

const settingsSetup = setup({
  types: {
    context: {} as SettingsContext,
    events: {} as SettingsEvent,
    input: {} as SettingsInput,
    emitted: {} as SettingsEmitted,
    tags: {} as 'busy' | 'dirty' | 'loading' | 'ready',
  },
  actors: {
    loadSettings: notProvided<SettingsLoaded, SettingsPlace>('loadSettings'),
    watchSettings: listenerNotProvided<SettingsPlace>('watchSettings'),
    submitSettings: notProvided<SettingsSubmitted, SettingsSubmission>('submitSettings'),
    submitSecrets: notProvided<SecretsSubmitted, SecretsInput>('submitSecrets'),
    saveDraft: notProvided<void, DraftInput>('saveDraft'),
    removeDraft: notProvided<void, SettingsPlace>('removeDraft'),
  },
  guards: {
    isLoaded: (_, params: { loaded: SettingsLoaded }) => params.loaded.kind === 'loaded',
    isDirty: ({ context }) => form.isDirty(context),
    isClean: ({ context }) => !form.isDirty(context),
    isInvalid: ({ context }) => Object.keys(form.problemsOf(context)).length > 0,
    hasSecrets: ({ context }) => form.writesOf(context, true).length > 0,
    hasNoWrites: ({ context }) => form.writesOf(context, false).length === 0,
    hasOnlyFailedSecrets: ({ context }) => form.writesOf(context, false).length === 0 && form.hasFailedSecrets(context),
    hasFailedSecrets: ({ context }) => form.hasFailedSecrets(context),
    isSecretsSaved: (_, params: { submitted: SecretsSubmitted }) => params.submitted.kind === 'saved',
    isSaved: (_, params: { submitted: SettingsSubmitted }) => params.submitted.kind === 'saved',
    isKept: (_, params: { submitted: SettingsSubmitted }) => params.submitted.kind === 'kept',
    isConflict: (_, params: { submitted: SettingsSubmitted }) => params.submitted.kind === 'conflict',
    hasDraft: ({ context }) => Object.keys(form.draftOf(context)).length > 0,
    isOfflineFailure: ({ context }) => context.loadFailure?.code === 'offlineNeverLoaded',
  },
  delays: { draftDelay: 400 },
  actions: {
    load: assign(({ context }, params: { loaded: SettingsLoaded }) => (params.loaded.kind === 'loaded' ? form.loadInto(context, params.loaded.snapshot) : {})),
    noteLoadFailure: assign({
      loadFailure: (_, params: { loaded: SettingsLoaded }) => (params.loaded.kind === 'failed' ? params.loaded : null),
    }),
    noteLoadError: assign({ loadFailure: { kind: 'failed', code: 'unknown', message: unknownMessage } satisfies LoadFailure }),
    merge: assign(({ context }, params: { snapshot: SettingsSnapshot }) => form.mergeInto(context, params.snapshot)),
    changeField: assign(({ context }, params: { key: string; value: FieldValue }) => form.change(context, params.key, params.value)),
    validateField: assign(({ context }, params: { key: string }) => form.blur(context, params.key)),
    revertField: assign(({ context }, params: { key: string }) => form.revert(context, params.key)),
    discardChanges: assign(({ context }) => form.discard(context)),
    showProblems: assign(({ context }) => ({ errors: form.problemsOf(context), formError: problemsMessage, failedSaves: context.failedSaves + 1 })),
    beginSave: assign(({ context }) => form.beginSave(context)),
    forgetSecrets: assign(({ context }) => form.forgetSecrets(context)),
    refuseSecrets: assign(({ context }, params: { message: string; fields: FieldMessages }) => form.refuseSecrets(context, params.message, params.fields)),
    confirmSave: assign(({ context }) => form.endSave(context, true)),
    keepSave: assign(({ context }) => form.endSave(context, false)),
    failSave: assign(({ context }, params: { message: string; fields: FieldMessages }) => form.failSave(context, params.message, params.fields)),
    noteFailedSecrets: assign({ formError: problemsMessage, failedSaves: ({ context }) => context.failedSaves + 1 }),
    noteConflict: assign({ formError: conflictMessage }),
    noteWatchLost: assign({ watchLost: true }),
    noteDraftLost: assign({ draftLost: true }),
    noteDraftKept: assign({ draftLost: false }),
    raiseDraftOutdated: raise({ type: 'draft.outdated' }),
    tell: emit((_, params: { toast: ToastContent }) => ({ type: 'toast' as const, toast: params.toast })),
    tellFailure: enqueueActions(({ context, enqueue }, params: { message: string; fields: FieldMessages }) => {
      const toast = failureToast(context, params.message, params.fields);
      if (toast !== null) enqueue.emit({ type: 'toast', toast });
    }),
    trackSave: emit(({ context }) => ({ type: 'track' as const, name: context.screen.events?.save ?? `saved ${context.screen.title}` })),
  },
});

const savedToast: ToastContent = { type: 'success', title: 'Saved', content: 'Settings successfully updated' };
const keptToast: ToastContent = { type: 'info', title: 'Saved on this device', content: 'It will be sent when you are back online.' };

/** A refusal that names fields of this screen is told at them; all else is told in a toast. */
function failureToast(context: SettingsContext, message: string, fields: FieldMessages): ToastContent | null {
  const stray = form.strayMessages(context, fields);
  if (stray.length === 0 && Object.keys(fields).length > 0) return null;
  const content = [message.trim() || unknownMessage, ...stray].join(' ');
  return { type: 'error', title: 'Error', content };
}

function placeOf(context: SettingsContext): SettingsPlace {
  return { websiteId: context.websiteId, screenId: context.screen.id };
}

function failureOf(submitted: SettingsSubmitted): { message: string; fields: FieldMessages } {
  if (submitted.kind === 'refused') return { message: submitted.message.trim() || unknownMessage, fields: submitted.fields };
  if (submitted.kind === 'failed') return { message: submitted.code === 'quota' ? quotaMessage : submitted.message.trim() || unknownMessage, fields: {} };
  return { message: unknownMessage, fields: {} };
}

function secretsFailureOf(submitted: SecretsSubmitted): { message: string; fields: FieldMessages } {
  return submitted.kind === 'failed' ? submitted : { message: unknownMessage, fields: {} };
}

const failure = { type: 'failSave', params: { message: unknownMessage, fields: {} } } as const;
const failureTold = { type: 'tellFailure', params: { message: unknownMessage, fields: {} } } as const;


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
    'field.reverted': { target: '.editing', actions: [{ type: 'revertField', params: ({ event }) => ({ key: event.key }) }, 'raiseDraftOutdated'] },
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
        input: ({ context }) => ({ ...placeOf(context), writes: form.writesOf(context, true) }),
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
        input: ({ context }) => ({ ...placeOf(context), writes: form.writesOf(context, false), base: form.baseOf(context) }),
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
            meta: { requirement: "A refusal goes to the fields it names, else into the toast; what was typed stays." },
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
      always: [{ guard: 'hasFailedSecrets', target: 'error', actions: 'noteFailedSecrets' }, { guard: 'isDirty', target: 'editing' }],
    },
    kept: {
      description: 'The save is on this device and waits for the server.',
      meta: { testId: 'settings-kept', sees: 'The toast Saved on this device; the fields bear a waiting mark.' },
      always: [{ guard: 'hasFailedSecrets', target: 'error', actions: 'noteFailedSecrets' }, { guard: 'isDirty', target: 'editing' }],
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
  initial: 'loading',
  states: {
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
