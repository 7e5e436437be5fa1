import type { FieldMessages } from '#contract/errors.ts';
import type { Category, SettingType, SettingWrite, WireValue } from '#contract/entities/setting.ts';
import { isSeveral } from '#contract/fields/field.ts';
import { defaultValue, emptyBecomes, readWire, toWire, validateField, wireType } from '#contract/fields/index.ts';
import { settingOf } from '#contract/settings/index.ts';

/** A write as it will be stored. */
export interface CheckedWrite {
  readonly key: string;
  readonly value: WireValue;
  readonly category: Category;
  readonly type: SettingType;
}

export type Check =
  | { readonly kind: 'writes'; readonly writes: readonly CheckedWrite[] }
  | { readonly kind: 'problems'; readonly fields: FieldMessages };

/** Holds every write of a save against the catalogue. One problem refuses the whole save. */
export function checkWrites(writes: readonly SettingWrite[]): Check {
  const fields: [string, string][] = [];
  const seen = new Set<string>();
  const checked = writes.map((write) => {
    const problem = seen.has(write.key) ? 'This setting stands twice in the save.' : problemOf(write);
    seen.add(write.key);
    if (problem !== null) fields.push([write.key, problem]);
    return { key: write.key, value: storedValue(write), category: write.category, type: write.type };
  });
  return fields.length > 0 ? { kind: 'problems', fields: Object.fromEntries(fields) } : { kind: 'writes', writes: checked };
}

function problemOf(write: SettingWrite): string | null {
  const known = settingOf(write.key);
  if (!known) return 'There is no such setting.';
  const { field, category } = known;
  if (write.category !== category) return `${field.label} belongs to the category ${category}.`;
  if (write.type !== wireType(field)) return `${field.label} has the type ${wireType(field) ?? 'null'}.`;
  const holdsSeveral = isSeveral(defaultValue(field));
  if (!holdsSeveral && (write.value?.length ?? 0) > 1) return `${field.label} holds one value.`;
  const item = write.value?.[0];
  // Read as stored it would be the default, which a form begins with; a save that sends nothing has chosen nothing.
  if (item === undefined || item === null || item === '') return validateField(field, null);
  const reading = readWire(field, write.value);
  if (reading.malformed !== undefined) return `${field.label} can’t hold this value.`;
  return validateField(field, reading.value);
}

/** Stored in the form that the console itself sends, so that equal values compare as equal. */
function storedValue(write: SettingWrite): WireValue {
  const field = settingOf(write.key)?.field;
  if (!field || write.value === null || write.value[0] === undefined || write.value[0] === null) {
    const instead = field && emptyBecomes(field);
    return instead ? [instead.value] : null;
  }
  return toWire(field, readWire(field, write.value).value);
}
