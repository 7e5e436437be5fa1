import { sameJson } from '#contract/json.ts';
import type { Field, FieldValue } from '#contract/fields/field.ts';
import { readWire, validateField } from '#contract/fields/index.ts';
import { screenProblems } from '#contract/settings/problems.ts';
import {
  type ConditionScope,
  drawnSections,
  fieldOfTheme,
  fieldsOf,
  resolveField,
  type Section,
  shownSections,
} from '#contract/settings/screen.ts';
import type { Messages, SettingsContext } from './settings-screen.types.ts';
import type { DraftContent, DraftKey, PendingChange, SettingsSnapshot } from '../ports.ts';

/** The values for conditions: those of this form first, then stored settings of other categories. */
export function conditionScopeOf(context: SettingsContext): ConditionScope {
  return {
    theme: context.theme,
    value: (key) => context.values[key],
    setting: (_, key) => (key in context.values ? context.values[key] : storedValue(context, key)),
    isNew: context.isNew,
  };
}

/** The sections and fields to draw, also those that are off. */
export function drawnSectionsOf(context: SettingsContext): readonly Section[] {
  return drawnSections(context.screen, conditionScopeOf(context));
}

/** The visible sections, each with its visible fields. */
function shownSectionsOf(context: SettingsContext): readonly Section[] {
  return shownSections(context.screen, conditionScopeOf(context));
}

/** The visible fields, in the order of the form. */
export function shownFieldsOf(context: SettingsContext): readonly Field[] {
  return shownSectionsOf(context).flatMap((section) => section.fields);
}

/** Whether the field differs from the loaded value, or from the one stored since. */
function isChanged(context: SettingsContext, key: string): boolean {
  return !sameJson(context.values[key], context.loaded[key]);
}

/** The changed visible fields, which a save would send. */
export function changedFieldsOf(context: SettingsContext): readonly Field[] {
  return shownFieldsOf(context).filter((field) => isChanged(context, field.key));
}

/** Whether the field differs from the value that is being saved, or else from the loaded one. */
export function isUnsaved(context: SettingsContext, key: string): boolean {
  return !sameJson(context.values[key], savedValue(context, key));
}

/** The visible fields that no save includes yet. Outside a save, the changed ones. */
export function unsavedFieldsOf(context: SettingsContext): readonly Field[] {
  return shownFieldsOf(context).filter((field) => isUnsaved(context, field.key));
}

/** The value that Revert restores: the one that is being saved, else the stored one. */
export function savedValue({ submitted, loaded }: SettingsContext, key: string): FieldValue {
  return (submitted !== null && key in submitted ? submitted[key] : loaded[key]) ?? null;
}

/** Whether a save would send anything. The edit of a hidden field is neither sent nor counted. */
export function isDirty(context: SettingsContext): boolean {
  return changedFieldsOf(context).length > 0;
}

/** Whether the screen can be left: nothing is unsaved, being saved, or in conflict. */
export function isSaved(context: SettingsContext): boolean {
  return !context.isNew && context.submitted === null && !context.metConflict && !isDirty(context);
}

/** The problems that prevent a save; of a record that is stored already, only those that the edits make. */
export function problemsOf(context: SettingsContext): Messages {
  const stored = { ...context, values: context.loaded };
  const before = context.isNew ? null : { values: context.loaded, scope: conditionScopeOf(stored) };
  return screenProblems(context.screen, { values: context.values, scope: conditionScopeOf(context) }, before);
}

/** Changes a field, and the choices that the change has left without their option. */
export function change(context: SettingsContext, key: string, value: FieldValue): SettingsContext {
  return withOfferedChoices(changeOne(context, key, value), key);
}

/** After a change of the field `key`: every other field has a choice that is offered now. */
function withOfferedChoices(context: SettingsContext, key: string): SettingsContext {
  return fieldsOf(context.screen).reduce((changed, field) => (field.key === key ? changed : withOfferedChoice(changed, field)), context);
}

/** Where the chosen option is not offered with the present values, the stored one is chosen, or else the first that is. */
function withOfferedChoice(context: SettingsContext, declared: Field): SettingsContext {
  if (!('options' in declared) || declared.options.every((option) => option.when === undefined)) return context;
  const field = resolveField(declared, conditionScopeOf(context));
  const offered = 'options' in field ? field.options.map((option) => option.value) : [];
  const isOffered = (value: FieldValue | undefined) => typeof value === 'string' && offered.includes(value);
  const { [declared.key]: chosen = null } = context.values;
  if (chosen === null || isOffered(chosen)) return context;
  const stored = context.loaded[declared.key] ?? null;
  return changeOne(context, declared.key, isOffered(stored) ? stored : (offered[0] ?? null));
}

/** The loaded value, or of a refused save, whose fields do not follow, what the device shows now. */
function shownByDevice(context: SettingsContext, key: string): FieldValue {
  const field = context.pinned.includes(key) ? fieldsOf(context.screen).find((candidate) => candidate.key === key) : undefined;
  if (!field) return context.loaded[key] ?? null;
  return readWire(fieldOfTheme(field, context.theme), context.settings.find((setting) => setting.key === key)?.value).value;
}

/** Its first change fixes the base that its save is compared with. */
function changeOne(context: SettingsContext, key: string, value: FieldValue): SettingsContext {
  if (!(key in context.values)) return context;
  const shown = shownByDevice(context, key);
  // A refused save may have stayed in the outbox: a value other than its own is an edit, even if it is the one that was loaded.
  const loaded = sameJson(value, shown) ? context.loaded : { ...context.loaded, [key]: shown };
  const changed = { ...context, values: { ...context.values, [key]: value }, loaded };
  const began = context.edited.includes(key) ? context.base[key] : context.began[key];
  return {
    ...changed,
    base: { ...context.base, [key]: began ?? null },
    edited: isChanged(changed, key) ? withKey(context.edited, key) : without(context.edited, key),
    pinned: context.submitted === null ? without(context.pinned, key) : context.pinned,
    moved: isChanged(changed, key) ? context.moved : without(context.moved, key),
    errors: errorsAfter(context, changed, key),
    formError: null,
  };
}

/**
 * Removes messages whose problem is solved, perhaps by a change of another field. New messages wait for the blur or the save. The server's
 * message of a field stays until that field is changed.
 */
function errorsAfter(before: SettingsContext, after: SettingsContext, key: string): Messages {
  if (Object.keys(before.errors).length === 0) return before.errors;
  const [were, are] = [problemsOf(before), problemsOf(after)];
  return Object.fromEntries(
    Object.entries(before.errors).flatMap(([name, message]) => {
      const now = name === key || message === were[name] ? are[name] : message;
      return now === undefined ? [] : [[name, now] as const];
    }),
  );
}

/** Validation on first blur after a change. */
export function blur(context: SettingsContext, key: string): SettingsContext {
  const field = context.screen.validatesOnBlur === false ? undefined : fieldOf(context, key);
  const problem = field && isChanged(context, key) ? validateField(field, context.values[key] ?? null) : null;
  return problem === null ? context : { ...context, errors: { ...context.errors, [key]: problem } };
}

/** Restores the saved value of a field. The notice of the draft goes with the last unsaved field. */
export function revert(context: SettingsContext, key: string): SettingsContext {
  const reverted = withOfferedChoices(revertOne(context, key), key);
  return unsavedFieldsOf(reverted).length > 0 ? reverted : { ...reverted, restoredDraft: null, formError: null };
}

function revertOne(reverted: SettingsContext, key: string): SettingsContext {
  const context = { ...reverted, loaded: { ...reverted.loaded, [key]: shownByDevice(reverted, key) } };
  return {
    ...context,
    values: { ...context.values, [key]: savedValue(context, key) },
    ...(context.submitted !== null && key in context.submitted
      ? {}
      : { base: { ...context.base, [key]: context.began[key] ?? null }, edited: without(context.edited, key) }),
    pinned: without(context.pinned, key),
    moved: without(context.moved, key),
    errors: omit(context.errors, key),
  };
}

/** Restores the saved values of all fields, and clears all messages. */
export function discard(context: SettingsContext): SettingsContext {
  const clean = fieldsOf(context.screen).reduce((current, field) => revert(current, field.key), context);
  return { ...clean, errors: {}, formError: null, restoredDraft: null };
}

function storedValue({ settings, screen }: SettingsContext, key: string): FieldValue | undefined {
  const setting = settings.find((candidate) => candidate.key === key);
  const field = screen.looksAt?.find((candidate) => candidate.key === key);
  if (field) return readWire(field, setting?.value).value;
  const raw = setting?.value?.[0];
  return typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean' ? raw : undefined;
}

/** The field of a key, with the options of the theme, and required where its condition says so. */
export function fieldOf(context: SettingsContext, key: string): Field | undefined {
  const declared = fieldsOf(context.screen).find((field) => field.key === key);
  return declared && resolveField(declared, conditionScopeOf(context));
}

/** The keys with one added, without duplicates. */
export function withKey(keys: readonly string[], key: string): readonly string[] {
  return keys.includes(key) ? keys : [...keys, key];
}

/** The keys but one. */
export function without(keys: readonly string[], key: string): readonly string[] {
  return keys.filter((candidate) => candidate !== key);
}

/** The record without one key. */
export function omit<Value>(record: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([candidate]) => candidate !== key));
}

/** The draft's content: edits that are not in the outbox. */
export function draftOf(context: SettingsContext): DraftContent {
  const drafted = fieldsOf(context.screen).filter((field) => isDrafted(context, field));
  return {
    values: Object.fromEntries(drafted.map((field) => [field.key, context.values[field.key] ?? null])),
    base: Object.fromEntries(drafted.map((field) => [field.key, context.base[field.key] ?? null])),
  };
}

/** False for values of the present save that are in the outbox: a tab that ends before the answer would leave them in both. */
function isDrafted(context: SettingsContext, { key, secret }: Field): boolean {
  const { inOutbox, values } = context;
  return !secret && (key in inOutbox ? !sameJson(values[key], inOutbox[key]) : isChanged(context, key));
}

/** The key of this form's draft, with the one that the form was opened with. */
export function draftPlaceOf({ websiteId, screen, leftDraft }: SettingsContext): DraftKey {
  return { websiteId, screenId: screen.id, ...(leftDraft === null ? {} : { replaces: leftDraft }) };
}

/** Whether there is a draft: an unsaved visible field. Hidden fields are stored with it, and make no draft alone. */
export function hasDraft(context: SettingsContext): boolean {
  return shownFieldsOf(context).some((field) => isDrafted(context, field));
}

/** Whether a secret is unsaved: no draft has it. */
export function hasUnsavedSecret(context: SettingsContext): boolean {
  return unsavedFieldsOf(context).some((field) => field.secret === true);
}

/** Whether the stored draft is spent: its values are saved by now. */
export function isDraftSpent(context: SettingsContext, snapshot: SettingsSnapshot): boolean {
  return snapshot.draft !== null && !hasDraft(context);
}

/** Of this screen's fields with a save that the server does not have. */
export function statusesOf({ screen }: SettingsContext, { pendingFields }: SettingsSnapshot): readonly PendingChange['status'][] {
  return fieldsOf(screen).flatMap(({ key }) => pendingFields[key]?.status ?? []);
}
