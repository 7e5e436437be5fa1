import { assign, emit, enqueueActions, raise, setup } from 'xstate';
import type { FieldValue } from '#contract/settings/field.ts';
import type { FieldMessages } from '#contract/errors.ts';
import { listenerNotProvided, notProvided } from '../placeholder.ts';
import type {
  DraftPlace,
  SecretsSubmitted,
  SettingsLoaded,
  SettingsPlace,
  SettingsSnapshot,
  SettingsSubmission,
  SettingsSubmitted,
  ToastContent,
} from '../ports.ts';
import { unknownSaveMessage } from '../save-words.ts';
import * as history from './settings-screen.history.ts';
import * as kept from './settings-screen.kept.ts';
import * as form from './settings-screen.operations.ts';
import * as saving from './settings-screen.saving.ts';
import type { DraftInput, LoadFailure, SettingsContext, SettingsEmitted, SettingsEvent, SettingsInput } from './settings-screen.types.ts';

type SecretsInput = Pick<SettingsSubmission, 'websiteId' | 'screenId' | 'writes'>;

const conflictMessage = 'Somebody else changed the same fields. Your change is kept; choose which to keep.';
const problemsMessage = 'Some fields need your attention.';

export const settingsSetup = setup({
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
    removeDraft: notProvided<void, DraftPlace>('removeDraft'),
  },
  guards: {
    isRemembered: ({ context }) => context.remembered !== null,
    isLoaded: (_, params: { loaded: SettingsLoaded }) => params.loaded.kind === 'loaded',
    isDirty: ({ context }) => form.isDirty(context),
    isClean: ({ context }) => !form.isDirty(context),
    isInvalid: ({ context }) => Object.keys(form.problemsOf(context)).length > 0,
    hasSecrets: ({ context }) => saving.writesOf(context, true).length > 0,
    hasNoWrites: ({ context }) => saving.writesOf(context, false).length === 0,
    hasOnlyFailedSecrets: ({ context }) => saving.writesOf(context, false).length === 0 && saving.hasFailedSecrets(context),
    hasFailedSecrets: ({ context }) => saving.hasFailedSecrets(context),
    isSecretsSaved: (_, params: { submitted: SecretsSubmitted }) => params.submitted.kind === 'saved',
    isSaved: (_, params: { submitted: SettingsSubmitted }) => params.submitted.kind === 'saved',
    isKept: (_, params: { submitted: SettingsSubmitted }) => params.submitted.kind === 'kept',
    isConflict: (_, params: { submitted: SettingsSubmitted }) => params.submitted.kind === 'conflict',
    canUndo: ({ context }) => history.undoable(context) !== null,
    canRedo: ({ context }) => history.redoable(context) !== null,
    hasDraft: ({ context }) => kept.hasDraft(context),
    hasNoConflict: ({ context }, params: { snapshot: SettingsSnapshot }) => !kept.hasConflict(context, params.snapshot),
    isOfflineFailure: ({ context }) => context.loadFailure?.code === 'offlineNeverLoaded',
  },
  delays: { draftDelay: 400, typingPause: 1000 },
  actions: {
    recall: assign(({ context }) => (context.remembered === null ? {} : form.loadInto(context, context.remembered))),
    load: assign(({ context }, params: { loaded: SettingsLoaded }) =>
      params.loaded.kind === 'loaded' ? form.loadInto(context, params.loaded.snapshot) : {},
    ),
    sweepDraft: enqueueActions(({ context, enqueue }, params: { snapshot: SettingsSnapshot | null }) => {
      if (params.snapshot !== null && kept.isDraftSpent(context, params.snapshot)) enqueue.raise({ type: 'draft.outdated' });
    }),
    noteLoadFailure: assign({
      loadFailure: (_, params: { loaded: SettingsLoaded }) => (params.loaded.kind === 'failed' ? params.loaded : null),
    }),
    noteLoadError: assign({ loadFailure: { kind: 'failed', code: 'unknown', message: unknownSaveMessage } satisfies LoadFailure }),
    merge: assign(({ context }, params: { snapshot: SettingsSnapshot }) => form.mergeInto(context, params.snapshot)),
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
    showProblems: assign(({ context }) => ({
      errors: form.problemsOf(context),
      formError: problemsMessage,
      failedSaves: context.failedSaves + 1,
    })),
    beginSave: assign(({ context }) => saving.beginSave(history.close(context))),
    forgetSecrets: assign(({ context }) => saving.forgetSecrets(context)),
    refuseSecrets: assign(({ context }, params: { message: string; fields: FieldMessages }) =>
      saving.refuseSecrets(context, params.message, params.fields),
    ),
    confirmSave: assign(({ context }) => saving.endSave(context, true)),
    keepSave: assign(({ context }) => saving.endSave(context, false)),
    failSave: assign(({ context }, params: { message: string; fields: FieldMessages }) =>
      saving.failSave(context, params.message, params.fields),
    ),
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

/** What a screen's save says once the server has confirmed it. */
export function savedToastOf({ screen }: SettingsContext): ToastContent {
  return { type: 'success', title: 'Saved', content: screen.toasts?.saved ?? 'Settings successfully updated' };
}

/** A refusal that names fields of this screen is told at them; all else is told in a toast. */
function failureToast(context: SettingsContext, message: string, fields: FieldMessages): ToastContent | null {
  const stray = saving.strayMessages(context, fields);
  if (stray.length === 0 && Object.keys(fields).length > 0) return null;
  const content = [message.trim() || unknownOf(context), ...stray].join(' ');
  return context.screen.toasts?.failedTitle === null
    ? { type: 'error', title: content, content: '' }
    : { type: 'error', title: 'Error', content };
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
