import * as code from './settings-screen.code.ts';
import type { ChartMeta } from '../chart-meta.ts';
import * as conflicts from './settings-screen.conflicts.ts';
import * as history from './settings-screen.history.ts';
import { emptyContext } from './settings-screen.empty.ts';
import * as form from './settings-screen.operations.ts';
import * as reading from './settings-screen.reading.ts';
import * as saving from './settings-screen.saving.ts';
import { assign, emit, enqueueActions, raise, setup } from 'xstate';
import type { FieldValue } from '#contract/fields/field.ts';
import type { FieldMessages } from '#contract/errors.ts';
import { listenerNotProvided, notProvided } from '../placeholder.ts';
import type {
  ConflictChoice,
  DraftKey,
  EditNote,
  SecretsSaveResult,
  SettingsLoaded,
  ScreenKey,
  SettingsSnapshot,
  SettingsSubmission,
  SettingsSaveResult,
  Side,
  ToastContent,
} from '../ports.ts';
import { failureOf, pendingToast, unknownSaveMessage } from '../save-messages.ts';
import type {
  CodeProblem,
  DraftInput,
  LoadFailure,
  SettingsContext,
  SettingsEmitted,
  SettingsEvent,
  SettingsInput,
  FieldValues,
} from './settings-screen.types.ts';
import { draftOf, draftPlaceOf } from './settings-screen.operations.ts';
import { chosenOf } from './settings-screen.conflicts.ts';
import { withEvent, withOutput } from '../with-event.ts';

type SecretsInput = Pick<SettingsSubmission, 'websiteId' | 'screenId' | 'writes'>;

const conflictMessage = 'The same fields were changed elsewhere too. Your change waits until you have chosen which to keep.';
const problemsMessage = 'Some fields need your attention.';

const settingsSetup = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as SettingsContext,
    events: {} as SettingsEvent,
    input: {} as SettingsInput,
    emitted: {} as SettingsEmitted,
    tags: {} as 'busy' | 'dirty' | 'leaving' | 'loading' | 'ready',
  },
  actors: {
    loadSettings: notProvided<SettingsLoaded, ScreenKey>('loadSettings'),
    watchSettings: listenerNotProvided<ScreenKey>('watchSettings'),
    submitSettings: notProvided<SettingsSaveResult, SettingsSubmission>('submitSettings'),
    submitSecrets: notProvided<SecretsSaveResult, SecretsInput>('submitSecrets'),
    /** Rejects where the device can't store the choice. */
    resolveConflicts: notProvided<void, ScreenKey & { readonly decided: readonly ConflictChoice[] }>('resolveConflicts'),
    saveDraft: notProvided<void, DraftInput>('saveDraft'),
    removeDraft: notProvided<void, DraftKey>('removeDraft'),
  },
  guards: {
    isRemembered: ({ context }) => context.remembered !== null,
    isLoaded: (_, loaded: SettingsLoaded) => loaded.kind === 'loaded',
    isDirty: ({ context }) => form.isDirty(context),
    isClean: ({ context }) => !form.isDirty(context),
    isInvalid: ({ context }) => Object.keys(form.problemsOf(context)).length > 0,
    isNewAndInvalid: ({ context }) => context.isNew && Object.keys(form.problemsOf(context)).length > 0,
    hasNewCodeWarnings: ({ context }) => code.hasNewCodeWarnings(context),
    hasSecrets: ({ context }) => saving.hasToSend(context, true),
    hasNoWrites: ({ context }) => isAllSent(context),
    hasOnlyFailedSecrets: ({ context }) => isAllSent(context) && saving.hasFailedSecrets(context),
    hasMore: ({ context }) => form.unsavedFieldsOf(context).length > 0,
    hasFailedSecrets: ({ context }) => saving.hasFailedSecrets(context),
    isSecretsSaved: (_, submitted: SecretsSaveResult) => submitted.kind === 'saved',
    isSaved: (_, params: { submitted: SettingsSaveResult }) => params.submitted.kind === 'saved',
    isPending: (_, params: { submitted: SettingsSaveResult }) => params.submitted.kind === 'pending',
    isConflict: (_, params: { submitted: SettingsSaveResult }) => params.submitted.kind === 'conflict',
    canUndo: ({ context }) => history.undoable(context) !== null,
    canRedo: ({ context }) => history.redoable(context) !== null,
    isChosen: ({ context }, params: { key: string }) => conflicts.isChosen(context, params.key),
    isInDispute: ({ context }) => conflicts.chosenOf(conflicts.chooseAll(context, 'mine'), null).length > 0,
    hasDraft: ({ context }) => form.hasDraft(context),
    hasNoConflict: ({ context }, params: { snapshot: SettingsSnapshot }) => !form.statusesOf(context, params.snapshot).includes('conflict'),
    isSent: ({ context }, params: { snapshot: SettingsSnapshot }) => form.statusesOf(context, params.snapshot).length === 0,
    canLeave: ({ context }) => form.isSaved(context) && !saving.waitsForChoice(context),
    mustStay: ({ context }) =>
      saving.waitsForChoice(context) ||
      (!form.isSaved(context) && (context.submitted === null || Object.keys(form.problemsOf(context)).length > 0)),
    mayHavePassed: ({ context }) => context.loadFailure?.code !== 'notFound',
  },
  delays: { draftDelay: 400, typingPause: 1000 },
  actions: {
    openRemembered: assign(({ context }) => (context.remembered === null ? {} : reading.loadInto(context, context.remembered))),
    load: assign(({ context }, loaded: SettingsLoaded) => (loaded.kind === 'loaded' ? reading.loadInto(context, loaded.snapshot) : {})),
    removeSpentDraft: enqueueActions(({ context, enqueue }, params: { snapshot: SettingsSnapshot | null }) => {
      if (params.snapshot !== null && form.isDraftSpent(context, params.snapshot)) enqueue.raise({ type: 'draft.outdated' });
    }),
    setLoadFailure: assign({
      loadFailure: (_, loaded: SettingsLoaded) => (loaded.kind === 'failed' ? loaded : null),
    }),
    setLoadError: assign({ loadFailure: { kind: 'failed', code: 'unknown', message: unknownSaveMessage } satisfies LoadFailure }),
    merge: enqueueActions(({ context, enqueue }, { snapshot }: { snapshot: SettingsSnapshot }) => {
      enqueue.assign(reading.mergeInto(context, snapshot));
      // They are in no store now.
      if (snapshot.lost?.length) enqueue.raise({ type: 'draft.outdated' });
    }),
    changeField: assign(({ context }, params: { key: string; value: FieldValue; note?: EditNote | undefined }) =>
      history.record(context, form.change(context, params.key, params.value), params.key, params.note),
    ),
    validateField: assign(({ context }, params: { key: string }) => form.blur(context, params.key)),
    revertField: assign(({ context }, params: { key: string }) => history.record(context, form.revert(context, params.key))),
    discardChanges: assign(({ context }) => history.record(context, form.discard(context))),
    undo: assign(({ context }) => history.undo(context)),
    redo: assign(({ context }) => history.redo(context)),
    forgetFile: assign(({ context }, params: { fileId: string }) => history.forgetFile(context, params.fileId)),
    closeStep: assign(({ context }) => history.close(context)),
    showProblems: assign(({ context }) => {
      const errors = form.problemsOf(context);
      return { errors, listedErrors: Object.keys(errors), formError: problemsMessage, failedSaves: context.failedSaves + 1 };
    }),
    setCodeProblems: assign(({ context }, params: { key: string; text: string; problems: readonly CodeProblem[] }) =>
      code.setCodeProblems(context, params.key, params.text, params.problems),
    ),
    warnOfCode: assign(({ context }) => code.warnOfCode(context)),
    beginSave: assign(({ context }) => saving.beginSave(history.close(context))),
    extendSave: assign(({ context }) => saving.extendSave(history.close(context))),
    setJoining: assign({ joining: true }),
    handOverSecrets: assign(({ context }) => saving.handOver(context, true)),
    handOverSettings: assign(({ context }) => saving.handOver(context, false)),
    forgetSecrets: assign(({ context }) => saving.forgetSecrets(context)),
    refuseSecrets: assign(({ context }, params: { message: string; fields: FieldMessages }) =>
      saving.refuseSecrets(context, params.message, params.fields),
    ),
    endSave: assign(({ context }, params: { submitted: SettingsSaveResult }) => saving.endSave(context, params.submitted)),
    failSave: assign(({ context }, { submitted }: { submitted: SettingsSaveResult }) => {
      const { message, fields } = failureOf(submitted, unknownOf(context));
      return saving.failSave(context, submitted, [message, ...saving.strayMessages(context, fields)].join(' '), fields);
    }),
    showFailedSecrets: assign(({ context }) => ({
      formError: problemsMessage,
      listedErrors: Object.keys(context.errors),
      failedSaves: context.failedSaves + 1,
    })),
    showConflict: assign({ formError: conflictMessage, metConflict: true }),
    choose: assign(({ context }, params: { key: string; side: Side }) => conflicts.choose(context, params.key, params.side)),
    chooseAll: assign(({ context }, params: { side: Side }) => conflicts.chooseAll(context, params.side)),
    setAdopted: assign(({ context }, { key }: { key: string | null }) => ({
      adopted: history.adoptionStep(context, conflicts.adoptedOf(context, key)),
    })),
    recordAdopted: assign(({ context }) => history.recordAdopted(context)),
    clearChoices: assign({ choices: {}, adopted: null }),
    setWatchLost: assign({ watchLost: true }),
    setDraftLost: assign({ draftLost: true }),
    clearDraftLost: assign({ draftLost: false }),
    addInOutbox: assign(({ context }, params: { values: FieldValues }) => ({ inOutbox: { ...context.inOutbox, ...params.values } })),
    removeInOutbox: assign(({ context }, { keys }: { keys: readonly string[] }) => ({
      inOutbox: keys.reduce<FieldValues>(form.omit, context.inOutbox),
    })),
    raiseDraftOutdated: raise({ type: 'draft.outdated' }),
    raiseDraftDue: raise({ type: 'draft.due' }),
    raiseSave: raise({ type: 'save.requested' }),
    allowLeave: emit({ type: 'leave.allowed' }),
    refuseLeave: emit({ type: 'leave.refused' }),
    showToast: emit((_, params: { toast: ToastContent }) => ({ type: 'toast' as const, toast: params.toast })),
    showSavedToast: emit(({ context }) => ({ type: 'toast' as const, toast: savedToastOf(context) })),
    showPendingToast: enqueueActions(({ context, enqueue }, { submitted }: { submitted: SettingsSaveResult }) => {
      if (submitted.kind !== 'pending') return;
      const { content, ...toast } = pendingToast(submitted.reason);
      const unsaved = saving.failedSecretsSentence(context);
      enqueue.emit({ type: 'toast', toast: { ...toast, content: unsaved === '' ? content : `${content} ${unsaved}` } });
    }),
    showFailureToast: enqueueActions(({ context, enqueue }, { submitted }: { submitted: SettingsSaveResult }) => {
      const toast = saving.failureToast(context, submitted, unknownOf(context));
      if (toast !== null) enqueue.emit({ type: 'toast', toast });
    }),
    trackSave: emit(({ context }) => ({ type: 'track' as const, name: context.screen.events?.save ?? `saved ${context.screen.title}` })),
  },
});

/** The toast after a save that the server has confirmed. */
function savedToastOf({ screen }: SettingsContext): ToastContent {
  return { type: 'success', title: 'Saved', content: screen.toasts?.saved ?? 'Settings successfully updated' };
}

/** Whether every value of the save is sent and no earlier save of this form waits for its answer. */
function isAllSent(context: SettingsContext): boolean {
  return !saving.hasToSend(context, false) && !context.joining;
}

/** The loaded snapshot; null where loading failed. */
function snapshotOf(loaded: SettingsLoaded): SettingsSnapshot | null {
  return loaded.kind === 'loaded' ? loaded.snapshot : null;
}

/** Which screen of which website. */
function placeOf(context: SettingsContext): ScreenKey {
  return { websiteId: context.websiteId, screenId: context.screen.id };
}

/** The fallback error message of the screen. */
const unknownOf = ({ screen }: SettingsContext): string => screen.toasts?.failed ?? unknownSaveMessage;

/** The messages for secrets that were not saved. */
function secretsFailureOf(submitted: SecretsSaveResult): { message: string; fields: FieldMessages } {
  return submitted.kind === 'failed' ? submitted : { message: unknownSaveMessage, fields: {} };
}

/** Beside the form, whatever that is doing. */
const draftRegion = settingsSetup.createStateConfig({
  initial: 'resting',
  description: 'Edits are stored as a draft, so that a closed tab or a crash loses nothing.',
  meta: { testId: 'settings-draft', sees: 'Nothing; a warning where the device can not keep it.' },
  on: {
    'draft.outdated': { target: '.waiting', meta: { requirements: ['R422'] } },
    'draft.due': [
      { guard: 'hasDraft', target: '.saving', meta: { requirements: ['R422'] } },
      { target: '.removing', meta: { requirements: ['R422'] } },
    ],
  },
  states: {
    resting: { description: 'The draft is as the form is.' },
    waiting: {
      description: 'Somebody is typing.',
      after: {
        draftDelay: [
          { guard: 'hasDraft', target: 'saving', meta: { requirements: ['R422'] } },
          { target: 'removing', meta: { requirements: ['R422'] } },
        ],
      },
    },
    saving: {
      description: 'The changed fields, without secrets, are written to the draft.',
      invoke: {
        id: 'saveDraft',
        src: 'saveDraft',
        input: ({ context }) => ({ ...draftPlaceOf(context), ...draftOf(context) }),
        onDone: { target: 'resting', actions: 'clearDraftLost', meta: { requirements: ['R422', 'R423'] } },
        onError: { target: 'resting', actions: 'setDraftLost', meta: { requirements: ['R423'] } },
      },
    },
    removing: {
      description: 'Nothing is unsaved: the draft is removed.',
      invoke: {
        id: 'removeDraft',
        src: 'removeDraft',
        input: ({ context }) => draftPlaceOf(context),
        onDone: { target: 'resting', meta: { requirements: ['R422'] } },
        onError: { target: 'resting', meta: { requirements: ['R422'] } },
      },
    },
  },
});

/** Beside the form: which edits one undo reverts. */
const groupingRegion = settingsSetup.createStateConfig({
  initial: 'settled',
  description: 'Typing in one field is one step of undo, until the field is left, nothing is typed for a second, or another is changed.',
  meta: { testId: 'settings-grouping', sees: 'Nothing.' },
  on: { 'field.changed': { target: '.typing', meta: { requirements: ['R408'] } } },
  states: {
    settled: { description: 'The next edit begins a step of its own.' },
    typing: {
      description: 'Typing in the same field extends the last step.',
      on: { 'field.blurred': { target: 'settled', actions: 'closeStep', meta: { requirements: ['R408'] } } },
      after: { typingPause: { target: 'settled', actions: 'closeStep', meta: { requirements: ['R408'] } } },
    },
  },
});

/** Beside the form: "Save and leave", from the question before a screen with unsaved changes is left. */
const leavingRegion = settingsSetup.createStateConfig({
  initial: 'staying',
  description: 'Whether the screen is left once what is unsaved has been saved.',
  meta: { testId: 'settings-leaving' },
  states: {
    staying: {
      description: 'Nobody has asked to save and leave.',
      on: { 'leave.requested': { target: 'requested', meta: { requirements: ['R425'] } } },
    },
    requested: {
      description: 'The form is asked to save what is unsaved.',
      meta: { testId: 'settings-leaving-requested', sees: 'The question whether to leave.' },
      entry: 'raiseSave',
      on: { 'save.requested': { target: 'saving', meta: { requirements: ['R425'] } } },
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
          description: 'The screen is left once the save is stored, on this device or on the server.',
          meta: { requirements: ['R425'] },
        },
        {
          guard: 'mustStay',
          target: 'staying',
          actions: 'refuseLeave',
          description: 'A form that is not valid, a refusal and a conflict keep the person here, at their fields.',
          meta: { requirements: ['R426'] },
        },
      ],
      on: {
        'leave.cancelled': {
          target: 'staying',
          description: 'Staying gives up leaving, and not the save.',
          meta: { requirements: ['R427'] },
        },
      },
    },
  },
});

/** Beside the form: the choice between one's own values and somebody else's, field by field. */
const conflictsRegion = settingsSetup.createStateConfig({
  initial: 'asking',
  description: 'Fields that somebody else changed too wait for a choice; all others go ahead.',
  meta: { testId: 'settings-conflicts', sees: 'Below such a field: yours, theirs, when, who, and Keep this.' },
  states: {
    asking: {
      description: 'The choice of a field can be changed until it is confirmed.',
      on: {
        'conflict.chosen': {
          actions: withEvent('choose'),
          meta: { requirements: ['R420'] },
        },
        'conflict.confirmed': {
          guard: withEvent('isChosen'),
          target: 'resolving',
          actions: withEvent('setAdopted'),
          description: 'An arrow key among the two values decides nothing: the choice counts once it is confirmed.',
          meta: { requirements: ['R420'] },
        },
        'conflict.allChosen': {
          guard: 'isInDispute',
          target: 'resolving',
          actions: [withEvent('chooseAll'), { type: 'setAdopted', params: { key: null } }],
          meta: { requirements: ['R420'] },
        },
      },
    },
    resolving: {
      description: 'The choice is written to the outbox.',
      invoke: {
        id: 'resolveConflicts',
        src: 'resolveConflicts',
        input: ({ context, event }) => ({
          ...placeOf(context),
          decided: chosenOf(context, event.type === 'conflict.confirmed' ? event.key : null),
        }),
        onDone: { target: 'asking', actions: 'recordAdopted', meta: { requirements: ['R420'] } },
        onError: {
          target: 'asking',
          actions: [
            'clearChoices',
            {
              type: 'showToast',
              params: { toast: { type: 'error', title: 'Error', content: 'Your choice could not be kept. Choose again.' } },
            },
          ],
          meta: { requirements: ['R421'] },
        },
      },
    },
  },
});

const saved = { submitted: { kind: 'saved' } } as const;
const broken = { submitted: { kind: 'failed', code: 'unknown', message: '' } } as const;
const answered = ({ event }: { event: { output: SettingsSaveResult } }) => ({ submitted: event.output });
const stored = ({ event }: { event: { snapshot: SettingsSnapshot } }) => ({ snapshot: event.snapshot });

/** A save under way: secrets first, by themselves, then the other fields through the outbox. */
const submitting = settingsSetup.createStateConfig({
  initial: 'choosing',
  description: 'The changed visible fields are being saved. The form stays open for edits and for another Save.',
  tags: ['busy', 'dirty'],
  meta: { testId: 'settings-submitting', sees: 'Saving… at the button.' },
  on: {
    'field.changed': {
      actions: [withEvent('changeField'), 'raiseDraftOutdated'],
      description: 'What is typed during a save is not lost: it is still an edit afterwards.',
      meta: { requirements: ['R413'] },
    },
    'undo.requested': { guard: 'canUndo', actions: ['undo', 'raiseDraftOutdated'], meta: { requirements: ['R407'] } },
    'redo.requested': { guard: 'canRedo', actions: ['redo', 'raiseDraftOutdated'], meta: { requirements: ['R407'] } },
    'field.reverted': {
      actions: [withEvent('revertField'), 'raiseDraftOutdated'],
      meta: { requirements: ['R406'] },
    },
    'changes.discarded': { actions: ['discardChanges', 'raiseDraftOutdated'], meta: { requirements: ['R406'] } },
    'draft.discarded': { actions: ['discardChanges', 'raiseDraftOutdated'], meta: { requirements: ['R406'] } },
    'save.enqueued': {
      actions: [withEvent('addInOutbox'), 'raiseDraftDue'],
      description: 'A value in the outbox is in no draft: a tab that ends before the answer leaves nothing that is offered as unsaved.',
      meta: { requirements: ['R424'] },
    },
    'save.givenBack': {
      actions: [withEvent('removeInOutbox'), 'raiseDraftDue'],
      description: 'A refused value is in the draft again before it leaves the outbox, whatever else is still under way.',
      meta: { requirements: ['R424'] },
    },
  },
  states: {
    choosing: {
      description: 'Secrets are sent by themselves and only online; the other fields may wait in the outbox.',
      always: [
        { guard: 'hasSecrets', target: 'sendingSecrets', meta: { requirements: ['R415'] } },
        { target: 'sendingSettings', meta: { requirements: ['R412'] } },
      ],
    },
    sendingSecrets: {
      description: 'Secrets are being sent. They are never stored on the device.',
      entry: 'handOverSecrets',
      on: {
        'save.requested': [
          { guard: 'isInvalid', actions: 'showProblems', meta: { requirements: ['R410'] } },
          { guard: 'hasNewCodeWarnings', actions: 'warnOfCode', meta: { requirements: ['R411'] } },
          {
            guard: 'hasMore',
            actions: 'extendSave',
            description: 'A Save during a save counts: it follows the secrets.',
            meta: { requirements: ['R414'] },
          },
        ],
      },
      invoke: {
        id: 'submitSecrets',
        src: 'submitSecrets',
        input: ({ context }) => ({ ...placeOf(context), writes: saving.writesOf(context) }),
        onDone: [
          {
            guard: withOutput('isSecretsSaved'),
            target: 'afterSecrets',
            actions: 'forgetSecrets',
            meta: { requirements: ['R415'] },
          },
          {
            target: 'afterSecrets',
            actions: { type: 'refuseSecrets', params: ({ event }) => secretsFailureOf(event.output) },
            description: 'A secret that failed stays typed with a message; the rest is still saved.',
            meta: { requirements: ['R415'] },
          },
        ],
        onError: {
          target: 'afterSecrets',
          actions: { type: 'refuseSecrets', params: { message: unknownSaveMessage, fields: {} } },
          meta: { requirements: ['R415'] },
        },
      },
    },
    afterSecrets: {
      description: 'The secrets are answered; the rest follows, if there is any.',
      always: [
        { guard: 'hasSecrets', target: 'sendingSecrets', meta: { requirements: ['R415'] } },
        {
          guard: 'hasOnlyFailedSecrets',
          target: '#settings-screen.ready.form.error',
          actions: [{ type: 'endSave', params: saved }, 'showFailedSecrets'],
          meta: { requirements: ['R415'] },
        },
        {
          guard: 'hasNoWrites',
          target: '#settings-screen.ready.form.saved',
          actions: [{ type: 'endSave', params: saved }, 'showSavedToast', 'trackSave', 'raiseDraftOutdated'],
          meta: { requirements: ['R416'] },
        },
        { target: 'sendingSettings', meta: { requirements: ['R412'] } },
      ],
    },
    sendingSettings: {
      description: 'The settings are in the outbox, which sends them.',
      entry: 'handOverSettings',
      on: {
        'save.requested': [
          { guard: 'isInvalid', actions: 'showProblems', meta: { requirements: ['R410'] } },
          { guard: 'hasNewCodeWarnings', actions: 'warnOfCode', meta: { requirements: ['R411'] } },
          {
            guard: 'hasMore',
            target: 'choosing',
            actions: ['extendSave', 'setJoining'],
            description: 'A Save during a save goes to the outbox at once; the answer is then for both.',
            meta: { requirements: ['R414'] },
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
          drafted: saving.draftedOf(context),
          ...(context.isConfirmed ? { isConfirmed: true as const } : {}),
          onEnqueued: (along) => self.send({ type: 'save.enqueued', values: saving.enqueuedOf(context, along) }),
          onGivenBack: (keys) => self.send({ type: 'save.givenBack', keys }),
        }),
        onDone: [
          {
            guard: { type: 'isSaved', params: answered },
            target: '#settings-screen.ready.form.saved',
            actions: [{ type: 'endSave', params: answered }, 'showSavedToast', 'trackSave', 'raiseDraftOutdated'],
            meta: { requirements: ['R416'] },
          },
          {
            guard: { type: 'isPending', params: answered },
            target: '#settings-screen.ready.form.pending',
            actions: [
              { type: 'endSave', params: answered },
              { type: 'showPendingToast', params: answered },
              'trackSave',
              'raiseDraftOutdated',
            ],
            meta: { requirements: ['R417'] },
          },
          {
            guard: { type: 'isConflict', params: answered },
            target: '#settings-screen.ready.form.conflict',
            actions: [{ type: 'endSave', params: answered }, 'showConflict', 'raiseDraftOutdated'],
            meta: { requirements: ['R418'] },
          },
          {
            target: '#settings-screen.ready.form.error',
            actions: [{ type: 'showFailureToast', params: answered }, { type: 'failSave', params: answered }, 'raiseDraftDue'],
            description:
              'A refusal goes into the toast and to the fields it names; what was not accepted stays typed. A question is asked in the form, and a second Save of the same values is the answer.',
            meta: { requirements: ['R419'] },
          },
        ],
        onError: {
          target: '#settings-screen.ready.form.error',
          actions: [{ type: 'showFailureToast', params: broken }, { type: 'failSave', params: broken }, 'raiseDraftDue'],
          meta: { requirements: ['R419'] },
        },
      },
    },
  },
});

/** The edits that end the states after a save. */
const editEvents = settingsSetup.createStateConfig({
  on: {
    'field.changed': {
      target: '.editing',
      actions: [withEvent('changeField'), 'raiseDraftOutdated'],
      meta: { requirements: ['R405'] },
    },
    'field.blurred': {
      actions: withEvent('validateField'),
      description: 'Validation on first blur after a change.',
      meta: { requirements: ['R409'] },
    },
    'field.reverted': {
      target: '.editing',
      actions: [withEvent('revertField'), 'raiseDraftOutdated'],
      meta: { requirements: ['R406'] },
    },
    'changes.discarded': { target: '.editing', actions: ['discardChanges', 'raiseDraftOutdated'], meta: { requirements: ['R406'] } },
    'draft.discarded': { target: '.editing', actions: ['discardChanges', 'raiseDraftOutdated'], meta: { requirements: ['R406'] } },
    'undo.requested': {
      guard: 'canUndo',
      target: '.editing',
      actions: ['undo', 'raiseDraftOutdated'],
      description: 'Undo goes back through the edits made since the screen was opened, saves in between or not.',
      meta: { requirements: ['R407'] },
    },
    'redo.requested': { guard: 'canRedo', target: '.editing', actions: ['redo', 'raiseDraftOutdated'], meta: { requirements: ['R407'] } },
    'stored.changed': {
      actions: { type: 'merge', params: stored },
      description: 'Unedited fields follow what is stored; edited ones keep what was typed.',
      meta: { requirements: ['R403'] },
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
      always: { guard: 'isDirty', target: 'dirty', meta: { requirements: ['R405'] } },
      on: { 'save.requested': { guard: 'isNewAndInvalid', actions: 'showProblems', meta: { requirements: ['R410'] } } },
    },
    dirty: {
      description: 'Something differs from what is stored.',
      tags: ['dirty'],
      meta: { testId: 'settings-dirty', sees: 'The save bar: 3 unsaved changes, Discard, Save.' },
      always: { guard: 'isClean', target: 'pristine', description: 'Typing back clears it.', meta: { requirements: ['R405'] } },
      on: {
        'save.requested': [
          { guard: 'isInvalid', target: '#settings-screen.ready.form.error', actions: 'showProblems', meta: { requirements: ['R410'] } },
          {
            guard: 'hasNewCodeWarnings',
            actions: 'warnOfCode',
            description: 'Code that does not parse is warned about once; a second Save stores it as it is.',
            meta: { requirements: ['R411'] },
          },
          { target: '#settings-screen.ready.form.submitting', actions: 'beginSave', meta: { requirements: ['R412'] } },
        ],
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
        { guard: 'hasFailedSecrets', target: 'error', actions: 'showFailedSecrets', meta: { requirements: ['R415'] } },
        { guard: 'isDirty', target: 'editing', meta: { requirements: ['R413'] } },
      ],
    },
    pending: {
      description:
        'The save is stored on this device. The outbox sends it, as its chart shows; then, or once it is withdrawn, the form goes on.',
      meta: { testId: 'settings-pending', sees: 'The toast Saved on this device; the fields have a pending mark.' },
      always: [
        { guard: 'hasFailedSecrets', target: 'error', actions: 'showFailedSecrets', meta: { requirements: ['R415'] } },
        { guard: 'isDirty', target: 'editing', meta: { requirements: ['R413'] } },
      ],
      on: {
        'stored.changed': {
          guard: { type: 'isSent', params: stored },
          target: 'editing',
          actions: { type: 'merge', params: stored },
          meta: { requirements: ['R417'] },
        },
      },
    },
    conflict: {
      description: 'Somebody else changed the same fields; the change waits for a choice.',
      meta: { testId: 'settings-conflict', sees: 'A banner with the way to resolve it.' },
      always: { guard: 'isDirty', target: 'editing', meta: { requirements: ['R413'] } },
      on: {
        'stored.changed': {
          guard: { type: 'hasNoConflict', params: stored },
          target: 'editing',
          actions: { type: 'merge', params: stored },
          description: 'A choice that is made in the sync centre or in another tab ends the conflict here too.',
          meta: { requirements: ['R418'] },
        },
      },
    },
    error: {
      description: 'The save has failed. What was typed stays.',
      tags: ['dirty'],
      meta: { testId: 'settings-error', sees: 'The error summary with links to the fields; it takes the focus.' },
      always: { guard: 'isClean', target: 'editing', meta: { requirements: ['R406'] } },
      on: {
        'save.requested': [
          { guard: 'isInvalid', actions: 'showProblems', meta: { requirements: ['R410'] } },
          { guard: 'hasNewCodeWarnings', target: 'editing', actions: 'warnOfCode', meta: { requirements: ['R411'] } },
          { target: 'submitting', actions: 'beginSave', meta: { requirements: ['R419'] } },
        ],
      },
    },
  },
});

/** One settings screen of one website: load, edit, validate, save, online and off. */
export const settingsScreenMachine = settingsSetup.createMachine({
  id: 'settings-screen',
  description: 'A settings screen: loading, editing, saving, and what the device and other people do meanwhile.',
  meta: { testId: 'settings-screen', sees: 'A settings screen.' },
  context: ({ input }) => emptyContext(input),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'A screen that was open before opens with its last snapshot, and follows the store from there.',
      always: [
        {
          guard: 'isRemembered',
          target: 'ready',
          actions: ['openRemembered', { type: 'removeSpentDraft', params: ({ context }) => ({ snapshot: context.remembered }) }],
          meta: { requirements: ['R401'] },
        },
        { target: 'loading', meta: { requirements: ['R401'] } },
      ],
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
            guard: withOutput('isLoaded'),
            target: 'ready',
            actions: [withOutput('load'), { type: 'removeSpentDraft', params: ({ event }) => ({ snapshot: snapshotOf(event.output) }) }],
            meta: { requirements: ['R401'] },
          },
          {
            target: 'failed',
            actions: withOutput('setLoadFailure'),
            meta: { requirements: ['R402'] },
          },
        ],
        onError: { target: 'failed', actions: 'setLoadError', meta: { requirements: ['R402'] } },
      },
    },
    failed: {
      description: 'The settings could not be loaded; the message says why.',
      meta: { testId: 'settings-failed', sees: 'The reason and Try again.' },
      on: {
        'retry.requested': { target: 'loading', meta: { requirements: ['R402'] } },
        'connection.restored': { guard: 'mayHavePassed', target: 'loading', meta: { requirements: ['R402'] } },
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
        onError: { actions: 'setWatchLost', meta: { requirements: ['R404'] } },
      },
      on: {
        'code.checked': {
          actions: withEvent('setCodeProblems'),
          meta: { requirements: ['R411'] },
        },
        'file.dropped': {
          actions: withEvent('forgetFile'),
          description: 'Undo never leads to a file that is nowhere any more.',
          meta: { requirements: ['R407'] },
        },
      },
      states: { form: formRegion, draft: draftRegion, grouping: groupingRegion, conflicts: conflictsRegion, leaving: leavingRegion },
    },
  },
});
