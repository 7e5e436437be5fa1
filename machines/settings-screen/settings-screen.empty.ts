import { defaultValue } from '#contract/fields/index.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import type { SettingsContext, SettingsInput } from './settings-screen.types.ts';

/** The screen before anything is loaded: every field at its default. */
export function emptyContext(input: SettingsInput): SettingsContext {
  const values = Object.fromEntries(fieldsOf(input.screen).map((field) => [field.key, defaultValue(field)]));
  return {
    websiteId: input.websiteId,
    screen: input.screen,
    theme: null,
    values,
    loaded: values,
    settings: [],
    serverBase: {},
    began: {},
    base: {},
    edited: [],
    moved: [],
    submitted: null,
    toSend: {},
    sending: {},
    inOutbox: {},
    joining: false,
    pending: null,
    metConflict: false,
    pinned: [],
    question: null,
    isConfirmed: false,
    history: { past: [], future: [], open: null, last: null },
    errors: {},
    listedErrors: [],
    formError: null,
    failedSaves: 0,
    pendingFields: {},
    choices: {},
    adopted: null,
    malformed: {},
    codeProblems: {},
    warnedCode: {},
    fetchedAt: null,
    restoredDraft: null,
    leftDraft: null,
    loadFailure: null,
    watchLost: false,
    draftLost: false,
    isNew: input.isNew ?? false,
    remembered: input.remembered ?? null,
  };
}
