import type { Disconnection } from '#contract/disconnection.ts';
import { describeDisconnection, whenConnected } from '#machines/disconnection-messages.ts';
import { defaultValue, isBlank, readWire, toWire } from '#contract/fields/index.ts';
import { type Field, isSeveral } from '#contract/fields/field.ts';
import { listOf, type Setting, type SettingWrite, type WireValue } from '#contract/entities/setting.ts';
import type { Json } from '#contract/json.ts';
import { fieldsFor, isCreatedOnline, type ResourceDefinition, type Values } from '#contract/resources/define.ts';
import { type SettingsScreen, settingsScreen } from '#contract/settings/screen.ts';
import type { StoredDraft, SettingsSnapshot, SettingsSaveResult } from '#machines/ports.ts';
import type { RecordReading, RecordSaveResult } from '#machines/record-list/record-list.ports.ts';

/**
 * Defines a record's form as a settings screen, so that it works like every other form. `id`: null for a new record. `about`: where the
 * record is known by what it is about, and whether there is one is found out later.
 */
export function recordScreen(resource: ResourceDefinition, id: string | null, about: Values | null = null): SettingsScreen {
  const { name, path, newPath = 'new', labels, form = {} } = resource;
  const isNew = id === null && about === null;
  // Of a new part, its place is that of the record which it is a part of.
  const own = resource.within && id === null ? `${path}/new` : (id ?? 'new');
  const key = about === null ? own : Object.values(about).join('/');
  const shown = fieldsFor(isNew ? 'create' : 'update', resource.fields).filter((field) => !resource.about.includes(field.key));
  const ofKeys = (keys: readonly string[]) => shown.filter((field) => keys.includes(field.key));
  return settingsScreen({
    id: `record/${name}/${key}`,
    path: `${path}/${isNew ? newPath : `edit/${key}`}`,
    title: isNew ? labels.create : (labels.edit ?? labels.heading),
    category: 'style',
    sections: form.sections?.map(({ keys, ...section }) => ({ ...section, fields: ofKeys(keys) })) ?? [{ fields: shown }],
    ...(form.validatesOnBlur === false ? { validatesOnBlur: false } : {}),
    ...(form.looksAt ? { looksAt: form.looksAt } : {}),
    ...(form.seoPreview ? { seoPreview: form.seoPreview } : {}),
    ...(form.warnings ? { warnings: form.warnings } : {}),
    toasts: {
      saved: form.saved ?? `The ${labels.one} has been ${isNew ? 'created' : 'changed'}.`,
      ...(form.failed ? { failed: isNew ? form.failed.create : form.failed.update } : {}),
    },
    events: { save: `${isNew ? 'created' : 'updated'} ${labels.one}` },
  });
}

/**
 * The snapshot of a record for its form: each field is a setting. `reading`: null for a record that is not created yet. `looked`: settings of
 * the website that conditions of fields read.
 */
export function recordSnapshot(
  fields: readonly Field[],
  reading: RecordReading | null,
  draft: StoredDraft | null,
  looked: readonly Setting[] = [],
): SettingsSnapshot {
  const settings = (values: Values): readonly Setting[] =>
    fields.map((field) => ({
      key: field.key,
      value: listOf(values[field.key]),
      // What a record can't be created without is set.
      ...(field.secret ? { is_set: (field.required ?? field.requiredOnCreate) === true } : {}),
    }));
  return {
    theme: null,
    settings: [...looked, ...(reading === null ? [] : settings(reading.values))],
    // A record that was created on this device has no server state yet: the base is what its create holds.
    base: reading === null ? [] : settings(reading.stored ?? reading.values),
    pendingFields: reading?.pendingFields ?? {},
    confirmedWrites: Object.fromEntries(Object.entries(reading?.confirmedWrites ?? {}).map(([key, value]) => [key, listOf(value)])),
    fetchedAt: reading?.fetchedAt ?? null,
    draft,
  };
}

/** A setting's value as the field's value. */
function fromWire(field: Field, wire: WireValue): Json {
  return isSeveral(defaultValue(field)) ? [...(wire ?? [])] : (wire?.[0] ?? null);
}

/** The values that a save writes to the record. An empty text is stored as null. */
export function valuesOf(fields: readonly Field[], writes: readonly SettingWrite[]): Values {
  const written = new Map(writes.map(({ key, value }) => [key, value]));
  return Object.fromEntries(
    fields.flatMap((field) => {
      const wire = written.get(field.key);
      if (wire === undefined) return [];
      const value = fromWire(field, wire);
      return [[field.key, typeof value === 'string' && isBlank(field, readWire(field, wire).value) ? null : value] as const];
    }),
  );
}

/** The secrets among these values, which are sent by themselves, and the others. */
export function splitSecrets(fields: readonly Field[], values: Values): { readonly secrets: Values; readonly others: Values } {
  const isSecret = new Set(fields.flatMap(({ key, secret }) => (secret ? [key] : [])));
  const part = (secret: boolean) => Object.fromEntries(Object.entries(values).filter(([key]) => isSecret.has(key) === secret));
  return { secrets: part(true), others: part(false) };
}

/** The base of a save, for the three-way comparison. */
export function recordBaseOf(fields: readonly Field[], base: Readonly<Record<string, WireValue>>): Values {
  return Object.fromEntries(
    fields.flatMap((field) => (!field.secret && field.key in base ? [[field.key, fromWire(field, base[field.key] ?? null)]] : [])),
  );
}

/** The values of a new record before anything is typed. */
export function defaultsOf(fields: readonly Field[]): Values {
  return valuesOf(
    fields,
    fields.map((field) => ({ key: field.key, value: toWire(field, defaultValue(field)), category: 'style', type: null })),
  );
}

/** The result of a save, for the form. */
export function savedOf(submitted: RecordSaveResult): SettingsSaveResult {
  if (submitted.kind === 'saved') return { kind: 'saved' };
  return submitted.kind === 'pending' ? { kind: 'pending', reason: submitted.reason } : submitted;
}

/** Why a form can't be saved while there is no connection; null: it can, or there is one. */
export function onlineOnlyReason(resource: ResourceDefinition, isNew: boolean, met: Disconnection | null): string | null {
  if (met === null || !isNew || !isCreatedOnline(resource)) return null;
  const { fields, labels } = resource;
  const secret = labels.secret ?? `${fields.find((field) => field.secret)?.label.toLowerCase() ?? 'secret'} is`;
  return `${describeDisconnection(met)} A new ${labels.one} is saved once ${whenConnected(met)}, since its ${secret} never kept on this device.`;
}
