import type { SettingWrite, WireValue } from '#contract/entities/setting.ts';
import { sameJson } from '#contract/json.ts';
import type { Field, FieldValue } from '#contract/fields/field.ts';
import { defaultValue, readWire, toWire, toWrite } from '#contract/fields/index.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import type { DraftContent, DraftKey, SettingsSaveResult, ToastContent } from '../ports.ts';
import { nothingAccepted, keyStatusOf } from '../save-parts.ts';
import { failureOf, joinNames } from '../save-messages.ts';
import { changedFieldsOf, draftPlaceOf, fieldOf, omit, unsavedFieldsOf, withKey, without } from './settings-screen.operations.ts';
import type { Messages, SettingsContext, FieldValues } from './settings-screen.types.ts';

/** Begins a save of the changed fields. */
export function beginSave(context: SettingsContext): SettingsContext {
  const submitted = valuesOf(context, changedFieldsOf(context));
  return {
    ...context,
    submitted,
    toSend: submitted,
    sending: {},
    inOutbox: {},
    joining: false,
    pending: null,
    metConflict: false,
    errors: {},
    listedErrors: [],
    formError: null,
    pinned: [],
    isConfirmed: questionOf(context) !== null,
  };
}

/** Adds the fields that were changed since to the save under way. */
export function extendSave(context: SettingsContext): SettingsContext {
  const more = valuesOf(context, unsavedFieldsOf(context));
  const [submitted, toSend] = [context.submitted ?? {}, context.toSend];
  return {
    ...context,
    submitted: { ...submitted, ...more },
    toSend: { ...toSend, ...more },
    errors: {},
    formError: null,
    isConfirmed: false,
  };
}

function valuesOf(context: SettingsContext, fields: readonly Field[]): FieldValues {
  return Object.fromEntries(fields.map(({ key }) => [key, context.values[key] ?? null]));
}

/** Hands the secrets, or all other fields, over to the next call. */
export function handOver(context: SettingsContext, secret: boolean): SettingsContext {
  const keys = new Set(secretKeys(context));
  const part = (mine: boolean) => Object.fromEntries(Object.entries(context.toSend).filter(([key]) => (keys.has(key) === secret) === mine));
  return { ...context, sending: part(true), toSend: part(false) };
}

/** A new record is sent whole, its secrets included: `submitSettings` keeps them from the outbox. */
function secretKeys(context: SettingsContext): readonly string[] {
  return context.isNew ? [] : fieldsOf(context.screen).flatMap((field) => (field.secret === true ? [field.key] : []));
}

/** Whether secrets, or other fields, are still to be sent. */
export function hasToSend(context: SettingsContext, secret: boolean): boolean {
  const keys = new Set(secretKeys(context));
  return Object.keys(context.toSend).some((key) => keys.has(key) === secret);
}

/** The writes of the present call. */
export function writesOf(context: SettingsContext): readonly SettingWrite[] {
  return fieldsOf(context.screen)
    .filter((field) => field.key in context.sending)
    .map((field) => toWrite(field, context.screen.category, context.sending[field.key] ?? null));
}

/** The base of each write for the outbox, by key: the server state when its edit began. */
export function baseOf(context: SettingsContext): Readonly<Record<string, WireValue>> {
  return Object.fromEntries(writesOf(context).map((write) => [write.key, context.base[write.key] ?? null]));
}

/** What the present call takes out of the draft. */
export function draftedOf(context: SettingsContext): DraftKey & DraftContent {
  const keys = fieldsOf(context.screen).flatMap(({ key, secret }) => (secret || !(key in context.sending) ? [] : [key]));
  const of = <Value>(values: Readonly<Record<string, Value>>) => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
  return { ...draftPlaceOf(context), values: of(context.sending), base: of(context.base) };
}

/** What the present call has put into the outbox. `along`: keys of earlier calls of this save whose values it has too. */
export function enqueuedOf({ submitted, sending }: SettingsContext, along: readonly string[] = []): FieldValues {
  return { ...Object.fromEntries(Object.entries(submitted ?? {}).filter(([key]) => along.includes(key))), ...sending };
}

/** Clears saved secrets from the form: a secret is never shown nor stored. One that was saved again meanwhile is sent next. */
export function forgetSecrets(context: SettingsContext): SettingsContext {
  let next = context;
  for (const { key } of writesOf(context)) {
    const field = fieldOf(context, key);
    if (field) next = withoutSecret(withoutSent(next, key), field, context.sending[key] ?? null);
  }
  return next;
}

/** The form without a saved secret; one that was typed since stays. */
function withoutSecret(context: SettingsContext, field: Field, sent: FieldValue): SettingsContext {
  const { key } = field;
  const blank = defaultValue(field);
  const retyped = !sameJson(context.values[key], sent);
  return {
    ...context,
    values: retyped ? context.values : { ...context.values, [key]: blank },
    loaded: { ...context.loaded, [key]: blank },
    edited: retyped ? context.edited : without(context.edited, key),
    errors: omit(context.errors, key),
  };
}

/** Keeps refused secrets in the form, with their messages; the rest of the save goes on. */
export function refuseSecrets(context: SettingsContext, message: string, fields: Messages): SettingsContext {
  return writesOf(context).reduce(
    (next, { key }) => ({ ...withoutSent(next, key), errors: { ...next.errors, [key]: fields[key] ?? message } }),
    context,
  );
}

/** Removes a key from the save once its call is answered, unless it was saved again meanwhile. */
function withoutSent(context: SettingsContext, key: string): SettingsContext {
  if (context.submitted === null || key in context.toSend) return context;
  return { ...context, submitted: omit(context.submitted, key) };
}

/** Whether secrets of the last save failed: they are still in the form, each with its message. */
export function hasFailedSecrets(context: SettingsContext): boolean {
  return failedSecretsOf(context).length > 0;
}

function failedSecretsOf(context: SettingsContext): readonly Field[] {
  return changedFieldsOf(context).filter((field) => field.secret === true && field.key in context.errors);
}

/** "API secret is not saved.", for the toast of the other fields; empty where every secret is saved. */
export function failedSecretsSentence(context: SettingsContext): string {
  const labels = failedSecretsOf(context).map(({ label }) => label);
  return labels.length === 0 ? '' : `${joinNames(labels)} ${labels.length === 1 ? 'is' : 'are'} not saved.`;
}

/** Ends the save with a result for each key. What was typed meanwhile stays an edit. */
export function endSave(context: SettingsContext, result: SettingsSaveResult): SettingsContext {
  const sent = context.submitted ?? {};
  const pinned = Object.keys(sent).filter((key) => keyStatusOf(result, key) === 'unsaved');
  let next: SettingsContext = {
    ...context,
    submitted: null,
    toSend: {},
    sending: {},
    inOutbox: {},
    joining: false,
    question: null,
    isConfirmed: false,
    pending: result.kind === 'pending' ? result.reason : null,
    isNew: context.isNew && result.kind !== 'saved' && result.kind !== 'pending',
    pinned,
    edited: [...new Set([...context.edited, ...pinned])],
    restoredDraft: pinned.length > 0 ? context.restoredDraft : null,
  };
  for (const field of fieldsOf(context.screen)) {
    const value = sent[field.key];
    if (value === undefined || pinned.includes(field.key)) continue;
    next = withSaved(next, field, value, keyStatusOf(result, field.key) === 'saved');
  }
  return next;
}

/** Records that a field's value is saved, on the server (`confirmed`) or on this device. */
function withSaved(context: SettingsContext, field: Field, sent: FieldValue, confirmed: boolean): SettingsContext {
  const { key } = field;
  const wire = toWire(field, sent);
  const stored = readWire(field, wire).value;
  if (field.secret) return withoutSecret(context, field, sent);
  const value = sameJson(context.values[key], sent) ? stored : (context.values[key] ?? null);
  const serverBase = confirmed ? { ...context.serverBase, [key]: wire } : context.serverBase;
  const began = confirmed ? wire : (context.base[key] ?? null);
  return {
    ...context,
    values: { ...context.values, [key]: value },
    loaded: { ...context.loaded, [key]: stored },
    serverBase,
    began: { ...context.began, [key]: began },
    base: { ...context.base, [key]: began },
    edited: sameJson(value, stored) ? without(context.edited, key) : withKey(context.edited, key),
    moved: without(context.moved, key),
    pendingFields: { ...omit(context.pendingFields, key), ...(confirmed ? {} : markOf(context, key, wire)) },
  };
}

/** What the store has reported already of this value, or of a conflict, stays: the store reports it again only after its next change. */
function markOf({ pendingFields, settings }: SettingsContext, key: string, sent: WireValue): SettingsContext['pendingFields'] {
  const known = pendingFields[key];
  const isReported = sameJson(settings.find((setting) => setting.key === key)?.value ?? null, sent);
  if (!known?.conflict && !isReported) return { [key]: { status: 'pending', message: null } };
  return known ? { [key]: known } : {};
}

/** Whether the last save of this form waits behind a conflict, whose choice is made in this form. */
export function waitsForChoice({ pending }: SettingsContext): boolean {
  return pending?.kind === 'behindConflict';
}

/** Nothing of the save is stored until a person answers. */
const isQuestion = (result: SettingsSaveResult): boolean => result.kind === 'refused' && result.isQuestion === true;

/** What the last save was asked about, while its values are unsaved and unchanged; null: nothing. */
export function questionOf(context: SettingsContext): string | null {
  const { question } = context;
  return question !== null && sameJson(question.values, valuesOf(context, changedFieldsOf(context))) ? question.text : null;
}

/** Ends a save that failed as a whole: fields that were not accepted stay edits. */
export function failSave(context: SettingsContext, result: SettingsSaveResult, message: string, fields: Messages): SettingsContext {
  const ended = endSave(context, result);
  const failedSaves = context.failedSaves + 1;
  if (isQuestion(result)) return { ...ended, failedSaves, question: { text: message, values: context.submitted ?? {} } };
  const known = Object.fromEntries(Object.entries(fields).filter(([key]) => key in context.values));
  const errors = { ...ended.errors, ...known };
  return { ...ended, errors, listedErrors: Object.keys(errors), formError: message, failedSaves };
}

/** "Phone and Email are saved.", of a save that failed as a whole; empty where no field was accepted. */
function acceptedSentence({ screen }: SettingsContext, result: SettingsSaveResult): string {
  if (result.kind === 'saved' || result.kind === 'pending') return '';
  const { saved, pending } = result.accepted ?? nothingAccepted;
  const labels = (keys: readonly string[]) =>
    fieldsOf(screen)
      .filter(({ key }) => keys.includes(key))
      .map(({ label }) => label);
  const sentence = (names: readonly string[], where: string) =>
    names.length === 0 ? [] : [`${joinNames(names)} ${names.length === 1 ? 'is' : 'are'} ${where}.`];
  return [...sentence(labels(saved), 'saved'), ...sentence(labels(pending), 'not on the server yet')].join(' ');
}

/**
 * The toast after a failed save: the server's message, its messages for fields that this screen lacks, and the fields that were saved. Null
 * where a field or a question already says it.
 */
export function failureToast(context: SettingsContext, result: SettingsSaveResult, fallback: string): ToastContent | null {
  const { message, fields } = failureOf(result, fallback);
  const rest = [...strayMessages(context, fields), acceptedSentence(context, result)].filter(Boolean);
  if (isQuestion(result) || (rest.length === 0 && Object.values(fields).includes(message))) return null;
  const content = [message, ...rest].join(' ');
  return context.screen.toasts?.failedTitle === null
    ? { type: 'error', title: content, content: '' }
    : { type: 'error', title: 'Error', content };
}

/** The messages for keys that this screen has no field for, which would be lost otherwise. */
export function strayMessages(context: SettingsContext, fields: Messages): readonly string[] {
  return Object.entries(fields)
    .filter(([key]) => !(key in context.values))
    .map(([key, message]) => `${key}: ${message}`);
}
