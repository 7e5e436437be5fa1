import type { Setting, SettingWrite, WireValue } from '#contract/entities/setting.ts';
import { sameJson } from '#contract/json.ts';
import { defaultValue, type Field, type FieldValue } from '#contract/settings/field.ts';
import { settingOf } from '#contract/settings/index.ts';
import { type ConditionScope, fieldsOf, type Section, shownSections } from '#contract/settings/screen.ts';
import { validateField } from '#contract/settings/validate.ts';
import { readWire, toWire, toWrite } from '#contract/settings/wire.ts';
import type { SettingsSnapshot } from '../ports.ts';
import type { Messages, SettingsContext, SettingsInput, Values } from './settings-screen.types.ts';

export function emptyContext(input: SettingsInput): SettingsContext {
  const values = Object.fromEntries(fieldsOf(input.screen).map((field) => [field.key, defaultValue(field)]));
  return {
    websiteId: input.websiteId, screen: input.screen, theme: null, values, loaded: values, settings: [], serverBase: {}, base: {},
    touched: [], moved: [], submitted: null, pinned: [], errors: {}, formError: null, failedSaves: 0, waiting: {}, malformed: {},
    fetchedAt: null, restoredDraft: null, loadFailure: null, watchLost: false, draftLost: false,
  };
}

/** What conditions look at: this form's values first, then what is stored in other categories. */
export function scopeOf(context: SettingsContext): ConditionScope {
  return {
    theme: context.theme,
    value: (key) => context.values[key],
    setting: (_, key) => context.values[key] ?? storedValue(context.settings, key),
  };
}

export function shownSectionsOf(context: SettingsContext): readonly Section[] {
  return shownSections(context.screen, scopeOf(context));
}

export function shownFieldsOf(context: SettingsContext): readonly Field[] {
  return shownSectionsOf(context).flatMap((section) => section.fields);
}

export function isChanged(context: SettingsContext, key: string): boolean {
  return !sameJson(context.values[key], context.loaded[key]);
}

/** Changed fields that are shown: what a save would send. */
export function changedFieldsOf(context: SettingsContext): readonly Field[] {
  return shownFieldsOf(context).filter((field) => isChanged(context, field.key));
}

/** True while a save would send anything. An edit of a field that is no longer shown is neither sent nor counted. */
export function isDirty(context: SettingsContext): boolean {
  return changedFieldsOf(context).length > 0;
}

/**
 * What stands against a save: every complaint about a changed field, and required fields left blank. A stored value
 * that nobody touched and that would be refused today does not keep the rest from being saved.
 */
export function problemsOf(context: SettingsContext): Messages {
  const problems: Record<string, string> = {};
  for (const field of shownFieldsOf(context)) {
    const value = context.values[field.key] ?? null;
    const blank = value === null || (typeof value === 'string' && value.trim() === '');
    const problem = isChanged(context, field.key) || blank ? validateField(field, value) : null;
    if (problem !== null) problems[field.key] = problem;
  }
  return problems;
}

/** The form as first shown; a draft is laid over it, each of its values an edit that has just begun. */
export function loadInto(context: SettingsContext, snapshot: SettingsSnapshot): SettingsContext {
  const fresh: SettingsContext = { ...emptyContext(context), ...readSnapshot(context, snapshot), watchLost: context.watchLost };
  const loaded: SettingsContext = { ...fresh, values: fresh.loaded, base: fresh.serverBase };
  const typed = fieldsOf(context.screen).flatMap((field) => {
    const value = snapshot.draft?.values[field.key];
    return value === undefined || field.secret || sameJson(value, loaded.loaded[field.key]) ? [] : [[field.key, value] as const];
  });
  if (snapshot.draft === null || typed.length === 0) return loaded;
  return {
    ...loaded,
    values: { ...loaded.values, ...Object.fromEntries(typed) },
    touched: typed.map(([key]) => key),
    restoredDraft: { savedAt: snapshot.draft.savedAt },
  };
}

/**
 * Takes in what is stored now. Untouched fields follow. Touched ones keep what was typed and the base that their edit
 * began with, so that the server's change shows as a conflict and is not overwritten unseen. Fields of a save that is
 * under way, or that was refused, stay whatever the device shows meanwhile.
 */
export function mergeInto(context: SettingsContext, snapshot: SettingsSnapshot): SettingsContext {
  const next = readSnapshot(context, snapshot);
  const values: Record<string, FieldValue> = {};
  const loaded: Record<string, FieldValue> = {};
  const base: Record<string, WireValue> = {};
  const touched: string[] = [];
  const moved: string[] = [];
  for (const { key } of fieldsOf(context.screen)) {
    const mine = context.values[key] ?? null;
    const theirs = next.loaded[key] ?? null;
    const submitting = context.submitted !== null && key in context.submitted;
    const held = submitting || context.pinned.includes(key);
    const edited = held || (context.touched.includes(key) && !sameJson(mine, theirs));
    values[key] = edited ? mine : theirs;
    // What a save is measured against must not change under it: its answer decides.
    loaded[key] = submitting || (held && sameJson(mine, theirs)) ? (context.loaded[key] ?? null) : theirs;
    base[key] = (edited ? context.base[key] : next.serverBase[key]) ?? null;
    if (edited && (held ? context.touched.includes(key) : true)) touched.push(key);
    const hasMoved = context.moved.includes(key) || !sameJson(context.serverBase[key] ?? null, next.serverBase[key] ?? null);
    if (edited && !submitting && hasMoved) moved.push(key);
  }
  return { ...context, ...next, values, loaded, base, touched, moved };
}

export function change(context: SettingsContext, key: string, value: FieldValue): SettingsContext {
  if (!(key in context.values)) return context;
  const changed = { ...context, values: { ...context.values, [key]: value } };
  const began = context.touched.includes(key) ? context.base[key] : context.serverBase[key];
  const field = fieldOf(context, key);
  // A message goes as soon as what it complains of is put right; a new one waits for the blur.
  const stillWrong = key in context.errors && field !== undefined ? validateField(field, value) : null;
  return {
    ...changed,
    base: { ...context.base, [key]: began ?? null },
    touched: isChanged(changed, key) ? withKey(context.touched, key) : without(context.touched, key),
    pinned: context.submitted === null ? without(context.pinned, key) : context.pinned,
    moved: isChanged(changed, key) ? context.moved : without(context.moved, key),
    errors: stillWrong === null ? omit(context.errors, key) : { ...context.errors, [key]: stillWrong },
    formError: null,
  };
}

/** Validation on first blur after a change. */
export function blur(context: SettingsContext, key: string): SettingsContext {
  const field = fieldOf(context, key);
  if (field === undefined || !isChanged(context, key)) return context;
  const problem = validateField(field, context.values[key] ?? null);
  return problem === null ? context : { ...context, errors: { ...context.errors, [key]: problem } };
}

/** Back to what is stored. The draft's notice goes with its last value. */
export function revert(context: SettingsContext, key: string): SettingsContext {
  const reverted: SettingsContext = {
    ...context,
    values: { ...context.values, [key]: context.loaded[key] ?? null },
    base: { ...context.base, [key]: context.serverBase[key] ?? null },
    touched: without(context.touched, key),
    pinned: without(context.pinned, key),
    moved: without(context.moved, key),
    errors: omit(context.errors, key),
  };
  return isDirty(reverted) ? reverted : { ...reverted, restoredDraft: null, formError: null };
}

export function discard(context: SettingsContext): SettingsContext {
  const clean = fieldsOf(context.screen).reduce((so, field) => revert(so, field.key), context);
  return { ...clean, errors: {}, formError: null, restoredDraft: null };
}

/** Notes what a save takes along. */
export function beginSave(context: SettingsContext): SettingsContext {
  const submitted = Object.fromEntries(changedFieldsOf(context).map((field) => [field.key, context.values[field.key] ?? null]));
  return { ...context, submitted, errors: {}, formError: null, pinned: [] };
}

/** Fields that go into the queue's save. */
export function writesOf(context: SettingsContext, secret: boolean): readonly SettingWrite[] {
  const submitted = context.submitted ?? {};
  return fieldsOf(context.screen)
    .filter((field) => field.key in submitted && (field.secret === true) === secret)
    .map((field) => toWrite(field, context.screen.category, submitted[field.key] ?? null));
}

export function baseOf(context: SettingsContext): Readonly<Record<string, WireValue>> {
  return Object.fromEntries(writesOf(context, false).map((write) => [write.key, context.base[write.key] ?? null]));
}

/** Secrets that were taken leave the form: a secret is never shown nor kept. */
export function forgetSecrets(context: SettingsContext): SettingsContext {
  return writesOf(context, true).reduce((so, write) => {
    const field = fieldOf(context, write.key);
    const blank = field === undefined ? null : defaultValue(field);
    const retyped = !sameJson(so.values[write.key], so.submitted?.[write.key]);
    return {
      ...so,
      values: retyped ? so.values : { ...so.values, [write.key]: blank },
      loaded: { ...so.loaded, [write.key]: blank },
      touched: retyped ? so.touched : without(so.touched, write.key),
      submitted: so.submitted === null ? null : omit(so.submitted, write.key),
    };
  }, context);
}

/** Secrets that were refused stay typed, with the message; the rest of the save goes on. */
export function refuseSecrets(context: SettingsContext, message: string, fields: Messages): SettingsContext {
  return writesOf(context, true).reduce(
    (so, write) => ({
      ...so,
      errors: { ...so.errors, [write.key]: fields[write.key] ?? message },
      submitted: so.submitted === null ? null : omit(so.submitted, write.key),
    }),
    context,
  );
}

/** True after a save whose secrets were not taken: they are still typed, each with its message. */
export function hasFailedSecrets(context: SettingsContext): boolean {
  return changedFieldsOf(context).some((field) => field.secret === true && field.key in context.errors);
}

/** The save stands, on the server (`confirmed`) or on this device. What was typed meanwhile stays an edit. */
export function endSave(context: SettingsContext, confirmed: boolean): SettingsContext {
  const submitted = context.submitted ?? {};
  let next: SettingsContext = { ...context, submitted: null, pinned: [], restoredDraft: null };
  for (const field of fieldsOf(context.screen)) {
    const sent = submitted[field.key];
    if (sent === undefined) continue;
    const wire = toWire(field, sent);
    const stored = readWire(field, wire).value;
    const value = sameJson(next.values[field.key], sent) ? stored : (next.values[field.key] ?? null);
    const serverBase = confirmed ? { ...next.serverBase, [field.key]: wire } : next.serverBase;
    next = {
      ...next,
      values: { ...next.values, [field.key]: value },
      loaded: { ...next.loaded, [field.key]: stored },
      serverBase,
      base: { ...next.base, [field.key]: serverBase[field.key] ?? null },
      touched: sameJson(value, stored) ? without(next.touched, field.key) : next.touched,
      moved: without(next.moved, field.key),
      waiting: confirmed ? omit(next.waiting, field.key) : { ...next.waiting, [field.key]: { status: 'waiting', message: null } },
    };
  }
  return next;
}

/** The save was not taken: everything that was typed stays an edit. */
export function failSave(context: SettingsContext, message: string, fields: Messages): SettingsContext {
  const known = Object.fromEntries(Object.entries(fields).filter(([key]) => key in context.values));
  return {
    ...context,
    pinned: Object.keys(context.submitted ?? {}),
    touched: [...new Set([...context.touched, ...Object.keys(context.submitted ?? {})])],
    submitted: null,
    errors: { ...context.errors, ...known },
    formError: message,
    failedSaves: context.failedSaves + 1,
  };
}

/** Messages at names that this screen has no field for: they would be lost if they were not told. */
export function strayMessages(context: SettingsContext, fields: Messages): readonly string[] {
  return Object.entries(fields)
    .filter(([key]) => !(key in context.values))
    .map(([key, message]) => `${settingOf(key)?.field.label ?? key}: ${message}`);
}

/** What a draft may hold. */
export function draftOf(context: SettingsContext): Values {
  const kept = fieldsOf(context.screen).filter((field) => !field.secret && isChanged(context, field.key));
  return Object.fromEntries(kept.map((field) => [field.key, context.values[field.key] ?? null]));
}

function readSnapshot(context: Pick<SettingsContext, 'screen'>, snapshot: SettingsSnapshot) {
  const shown = new Map(snapshot.settings.map((setting) => [setting.key, setting.value]));
  const server = new Map(snapshot.base.map((setting) => [setting.key, setting.value]));
  const fields = fieldsOf(context.screen);
  const readings = fields.map((field) => [field.key, readWire(field, shown.get(field.key))] as const);
  return {
    theme: snapshot.theme,
    settings: snapshot.settings,
    loaded: Object.fromEntries(readings.map(([key, reading]) => [key, reading.value])),
    malformed: Object.fromEntries(readings.flatMap(([key, reading]) => (reading.malformed === undefined ? [] : [[key, reading.malformed]]))),
    serverBase: Object.fromEntries(fields.map((field) => [field.key, server.get(field.key) ?? null])),
    waiting: snapshot.waiting,
    fetchedAt: snapshot.fetchedAt,
  };
}

function storedValue(settings: readonly Setting[], key: string): FieldValue | undefined {
  const setting = settings.find((candidate) => candidate.key === key);
  const known = settingOf(key);
  if (known) return readWire(known.field, setting?.value).value;
  const raw = setting?.value?.[0];
  return typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean' ? raw : undefined;
}

function fieldOf(context: SettingsContext, key: string): Field | undefined {
  return fieldsOf(context.screen).find((field) => field.key === key);
}

function withKey(keys: readonly string[], key: string): readonly string[] {
  return keys.includes(key) ? keys : [...keys, key];
}

function without(keys: readonly string[], key: string): readonly string[] {
  return keys.filter((candidate) => candidate !== key);
}

function omit<Value>(record: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([candidate]) => candidate !== key));
}
