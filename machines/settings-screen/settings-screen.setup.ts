import { assign, emit, enqueueActions, raise, setup } from 'xstate';
import type { FieldValue } from '#contract/settings/field.ts';
import type { FieldMessages } from '#contract/errors.ts';
import { listenerNotProvided, notProvided } from '../placeholder.ts';
import type {
  ConflictChoice,
  DraftPlace,
  SecretsSubmitted,
  SettingsLoaded,
  SettingsPlace,
  SettingsSnapshot,
  SettingsSubmission,
  SettingsSubmitted,
  Side,
  ToastContent,
} from '../ports.ts';
import { failureOf, keptToast, unknownSaveMessage } from '../save-words.ts';
import * as conflicts from './settings-screen.conflicts.ts';
import * as history from './settings-screen.history.ts';
import * as kept from './settings-screen.kept.ts';
import * as form from './settings-screen.operations.ts';
import * as reading from './settings-screen.reading.ts';
import * as saving from './settings-screen.saving.ts';
import type {
  DraftInput,
  LoadFailure,
  SettingsContext,
  SettingsEmitted,
  SettingsEvent,
  SettingsInput,
  Values,
} from './settings-screen.types.ts';

type SecretsInput = Pick<SettingsSubmission, 'websiteId' | 'screenId' | 'writes'>;

const conflictMessage = 'Somebody else changed the same fields. Your change is on this device until you have chosen which to keep.';
const problemsMessage = 'Some fields need your attention.';

export const settingsSetup = setup({
  types: {
    context: {} as SettingsContext,
    events: {} as SettingsEvent,
    input: {} as SettingsInput,
    emitted: {} as SettingsEmitted,
    tags: {} as 'busy' | 'dirty' | 'leaving' | 'loading' | 'ready',
  },
  actors: {
    loadSettings: notProvided<SettingsLoaded, SettingsPlace>('loadSettings'),
    watchSettings: listenerNotProvided<SettingsPlace>('watchSettings'),
    submitSettings: notProvided<SettingsSubmitted, SettingsSubmission>('submitSettings'),
    submitSecrets: notProvided<SecretsSubmitted, SecretsInput>('submitSecrets'),
    /** Rejects where the device does not take it. */
    resolveConflicts: notProvided<void, SettingsPlace & { readonly decided: readonly ConflictChoice[] }>('resolveConflicts'),
    saveDraft: notProvided<void, DraftInput>('saveDraft'),
    removeDraft: notProvided<void, DraftPlace>('removeDraft'),
  },
  guards: {
    isRemembered: ({ context }) => context.remembered !== null,
    isLoaded: (_, params: { loaded: SettingsLoaded }) => params.loaded.kind === 'loaded',
    isDirty: ({ context }) => form.isDirty(context),
    isClean: ({ context }) => !form.isDirty(context),
    isInvalid: ({ context }) => Object.keys(form.problemsOf(context)).length > 0,
    hasSecrets: ({ context }) => saving.hasToSend(context, true),
    hasNoWrites: ({ context }) => isAllSent(context),
    hasOnlyFailedSecrets: ({ context }) => isAllSent(context) && saving.hasFailedSecrets(context),
    hasMore: ({ context }) => form.unsavedFieldsOf(context).length > 0,
    hasFailedSecrets: ({ context }) => saving.hasFailedSecrets(context),
    isSecretsSaved: (_, params: { submitted: SecretsSubmitted }) => params.submitted.kind === 'saved',
    isSaved: (_, params: { submitted: SettingsSubmitted }) => params.submitted.kind === 'saved',
    isKept: (_, params: { submitted: SettingsSubmitted }) => params.submitted.kind === 'kept',
    isConflict: (_, params: { submitted: SettingsSubmitted }) => params.submitted.kind === 'conflict',
    canUndo: ({ context }) => history.undoable(context) !== null,
    canRedo: ({ context }) => history.redoable(context) !== null,
    isChosen: ({ context }, params: { key: string }) => conflicts.isChosen(context, params.key),
    isInDispute: ({ context }) => conflicts.chosenOf(conflicts.chooseAll(context, 'mine'), null).length > 0,
    hasDraft: ({ context }) => kept.hasDraft(context),
    hasNoConflict: ({ context }, params: { snapshot: SettingsSnapshot }) => !kept.hasConflict(context, params.snapshot),
    canLeave: ({ context }) => form.isSaved(context) && !saving.waitsForChoice(context),
    mustStay: ({ context }) =>
      saving.waitsForChoice(context) ||
      (!form.isSaved(context) && (context.submitted === null || Object.keys(form.problemsOf(context)).length > 0)),
    mayHavePassed: ({ context }) => context.loadFailure?.code !== 'notFound',
  },
  delays: { draftDelay: 400, typingPause: 1000 },
  actions: {
    recall: assign(({ context }) => (context.remembered === null ? {} : reading.loadInto(context, context.remembered))),
    load: assign(({ context }, params: { loaded: SettingsLoaded }) =>
      params.loaded.kind === 'loaded' ? reading.loadInto(context, params.loaded.snapshot) : {},
    ),
    sweepDraft: enqueueActions(({ context, enqueue }, params: { snapshot: SettingsSnapshot | null }) => {
      if (params.snapshot !== null && kept.isDraftSpent(context, params.snapshot)) enqueue.raise({ type: 'draft.outdated' });
    }),
    noteLoadFailure: assign({
      loadFailure: (_, params: { loaded: SettingsLoaded }) => (params.loaded.kind === 'failed' ? params.loaded : null),
    }),
    noteLoadError: assign({ loadFailure: { kind: 'failed', code: 'unknown', message: unknownSaveMessage } satisfies LoadFailure }),
    merge: assign(({ context }, params: { snapshot: SettingsSnapshot }) => reading.mergeInto(context, params.snapshot)),
    changeField: assign(({ context }, params: { key: string; value: FieldValue }) =>
      history.record(context, form.change(context, params.key, params.value), params.key),
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
    beginSave: assign(({ context }) => saving.beginSave(history.close(context))),
    extendSave: assign(({ context }) => saving.extendSave(history.close(context))),
    noteJoining: assign({ joining: true }),
    handOverSecrets: assign(({ context }) => saving.handOver(context, true)),
    handOverSettings: assign(({ context }) => saving.handOver(context, false)),
    forgetSecrets: assign(({ context }) => saving.forgetSecrets(context)),
    refuseSecrets: assign(({ context }, params: { message: string; fields: FieldMessages }) =>
      saving.refuseSecrets(context, params.message, params.fields),
    ),
    endSave: assign(({ context }, params: { submitted: SettingsSubmitted }) => saving.endSave(context, params.submitted)),
    failSave: assign(({ context }, { submitted }: { submitted: SettingsSubmitted }) => {
      const { message, fields } = failureOf(submitted, unknownOf(context));
      return saving.failSave(context, submitted, [message, ...saving.strayMessages(context, fields)].join(' '), fields);
    }),
    noteFailedSecrets: assign(({ context }) => ({
      formError: problemsMessage,
      listedErrors: Object.keys(context.errors),
      failedSaves: context.failedSaves + 1,
    })),
    noteConflict: assign({ formError: conflictMessage, metConflict: true }),
    choose: assign(({ context }, params: { key: string; side: Side }) => conflicts.choose(context, params.key, params.side)),
    chooseAll: assign(({ context }, params: { side: Side }) => conflicts.chooseAll(context, params.side)),
    noteTaken: assign(({ context }, { key }: { key: string | null }) => ({
      taken: history.takenStep(context, conflicts.takenOf(context, key)),
    })),
    recordTaken: assign(({ context }) => history.recordTaken(context)),
    forgetChoices: assign({ choices: {}, taken: null }),
    noteWatchLost: assign({ watchLost: true }),
    noteDraftLost: assign({ draftLost: true }),
    noteDraftKept: assign({ draftLost: false }),
    noteInOutbox: assign(({ context }, params: { values: Values }) => ({ inOutbox: { ...context.inOutbox, ...params.values } })),
    noteGivenBack: assign(({ context }, { keys }: { keys: readonly string[] }) => ({
      inOutbox: keys.reduce<Values>(form.omit, context.inOutbox),
    })),
    raiseDraftOutdated: raise({ type: 'draft.outdated' }),
    raiseDraftDue: raise({ type: 'draft.due' }),
    raiseSave: raise({ type: 'save.requested' }),
    allowLeave: emit({ type: 'leave.allowed' }),
    refuseLeave: emit({ type: 'leave.refused' }),
    tell: emit((_, params: { toast: ToastContent }) => ({ type: 'toast' as const, toast: params.toast })),
    tellSaved: emit(({ context }) => ({ type: 'toast' as const, toast: savedToastOf(context) })),
    tellKept: enqueueActions(({ context, enqueue }, { submitted }: { submitted: SettingsSubmitted }) => {
      if (submitted.kind !== 'kept') return;
      const { content, ...toast } = keptToast(submitted.reason);
      const unsaved = saving.failedSecretsSentence(context);
      enqueue.emit({ type: 'toast', toast: { ...toast, content: unsaved === '' ? content : `${content} ${unsaved}` } });
    }),
    tellFailure: emit(({ context }, { submitted }: { submitted: SettingsSubmitted }) => ({
      type: 'toast' as const,
      toast: failureToast(context, submitted),
    })),
    trackSave: emit(({ context }) => ({ type: 'track' as const, name: context.screen.events?.save ?? `saved ${context.screen.title}` })),
  },
});

/** What a screen's save says once the server has confirmed it. */
export function savedToastOf({ screen }: SettingsContext): ToastContent {
  return { type: 'success', title: 'Saved', content: screen.toasts?.saved ?? 'Settings successfully updated' };
}

/** The server's message, what it said of fields that this screen does not have, and what was saved all the same. */
function failureToast(context: SettingsContext, submitted: SettingsSubmitted): ToastContent {
  const { message, fields } = failureOf(submitted, unknownOf(context));
  const rest = [...saving.strayMessages(context, fields), saving.acceptedSentence(context, submitted)].filter(Boolean);
  const content = [message, ...rest].join(' ');
  return context.screen.toasts?.failedTitle === null
    ? { type: 'error', title: content, content: '' }
    : { type: 'error', title: 'Error', content };
}

/** Nothing is left to be handed on, and no earlier save of this form is without its answer. */
function isAllSent(context: SettingsContext): boolean {
  return !saving.hasToSend(context, false) && !context.joining;
}

/** What was loaded; null where loading failed. */
export function snapshotOf(loaded: SettingsLoaded): SettingsSnapshot | null {
  return loaded.kind === 'loaded' ? loaded.snapshot : null;
}

/** Which screen of which website. */
export function placeOf(context: SettingsContext): SettingsPlace {
  return { websiteId: context.websiteId, screenId: context.screen.id };
}

/** What is said where nobody says why, in the screen's own words where it has some. */
export const unknownOf = ({ screen }: SettingsContext): string => screen.toasts?.failed ?? unknownSaveMessage;

/** What is told of secrets that were not taken. */
export function secretsFailureOf(submitted: SecretsSubmitted): { message: string; fields: FieldMessages } {
  return submitted.kind === 'failed' ? submitted : { message: unknownSaveMessage, fields: {} };
}
