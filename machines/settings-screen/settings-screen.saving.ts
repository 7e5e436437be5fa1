import type { SettingWrite, WireValue } from '#contract/entities/setting.ts';
import { sameJson } from '#contract/json.ts';
import { defaultValue } from '#contract/settings/field-values.ts';
import { settingOf } from '#contract/settings/index.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { readWire, toWire, toWrite } from '#contract/settings/wire.ts';
import { changedFieldsOf, fieldOf, omit, withKey, without } from './settings-screen.operations.ts';
import type { Messages, SettingsContext } from './settings-screen.types.ts';

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

/** The base of each write that goes into the queue, by key: the server's word when its edit began. */
export function baseOf(context: SettingsContext): Readonly<Record<string, WireValue>> {
  return Object.fromEntries(writesOf(context, false).map((write) => [write.key, context.base[write.key] ?? null]));
}

/** Secrets that were taken leave the form: a secret is never shown nor kept. */
export function forgetSecrets(context: SettingsContext): SettingsContext {
  let so = context;
  for (const write of writesOf(context, true)) {
    const field = fieldOf(context, write.key);
    const blank = field === undefined ? null : defaultValue(field);
    const retyped = !sameJson(so.values[write.key], so.submitted?.[write.key]);
    so = {
      ...so,
      values: retyped ? so.values : { ...so.values, [write.key]: blank },
      loaded: { ...so.loaded, [write.key]: blank },
      touched: retyped ? so.touched : without(so.touched, write.key),
      submitted: so.submitted === null ? null : omit(so.submitted, write.key),
    };
  }
  return so;
}

/** Secrets that were refused stay typed, with the message; the rest of the save goes on. */
export function refuseSecrets(context: SettingsContext, message: string, fields: Messages): SettingsContext {
  let so = context;
  for (const write of writesOf(context, true)) {
    so = {
      ...so,
      errors: { ...so.errors, [write.key]: fields[write.key] ?? message },
      submitted: so.submitted === null ? null : omit(so.submitted, write.key),
    };
  }
  return so;
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
      touched: sameJson(value, stored) ? without(next.touched, field.key) : withKey(next.touched, field.key),
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
