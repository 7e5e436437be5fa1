import type { FieldMessages } from '#contract/errors.ts';
import { type Category, type SettingType, type SettingWrite, type WireValue, wireValueSchema } from '#contract/entities/setting.ts';
import { isSeveral } from '#contract/fields/field.ts';
import { defaultValue, emptyBecomes, readWire, toWire, validateField, wireType } from '#contract/fields/index.ts';
import { settingOf, settingsScreens } from '#contract/settings/index.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { type ThemeKey, themeKeys } from '#contract/entities/website.ts';
import { screenProblems } from '#contract/settings/problems.ts';
import { fieldsOf, type SettingsScreen } from '#contract/settings/screen.ts';
import * as v from 'valibot';
import type { Database } from '../connect.ts';
import { settings, themes, websites } from '../tables/websites.ts';

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

/** Checks every write of a save against the catalogue. One problem refuses the whole save. */
export function checkWrites(writes: readonly SettingWrite[]): Check {
  const fields: [string, string][] = [];
  const seen = new Set<string>();
  const checked = writes.map((write) => {
    const problem = seen.has(write.key) ? 'This setting stands twice in the save.' : problemOf(write);
    seen.add(write.key);
    if (problem !== null) fields.push([write.key, problem]);
    return { key: write.key, value: valueToStore(write), category: write.category, type: write.type };
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
  // Read as stored, an absent value would be the default with which a form begins; but a save without a value has chosen nothing.
  if (item === undefined || item === null || item === '') return validateField(field, null);
  const reading = readWire(field, write.value);
  if (reading.malformed !== undefined) return `${field.label} can’t hold this value.`;
  return validateField(field, reading.value);
}

/** Stored in the form that the console itself sends, so that equal values compare as equal. */
function valueToStore(write: SettingWrite): WireValue {
  const field = settingOf(write.key)?.field;
  if (!field || write.value === null || write.value[0] === undefined || write.value[0] === null) {
    const instead = field && emptyBecomes(field);
    return instead ? [instead.value] : null;
  }
  return toWire(field, readWire(field, write.value).value);
}

/** A value that is not a list reads as empty: this server did not write it. */
export function storedValue(stored: unknown): WireValue {
  const read = v.safeParse(wireValueSchema, stored);
  return read.success ? read.output : null;
}

/** Screens whose fields depend on one another. All other fields are checked separately. */
const ruled = settingsScreens.filter((screen) => screen.rules || fieldsOf(screen).some((field) => field.requiredWhen));

/**
 * The rules between fields that a save would break, by key: checked against the stored values with the save applied. An existing problem
 * does not refuse a save that leaves it unchanged.
 */
export async function brokenRules(tx: Database, websiteId: number, writes: readonly CheckedWrite[]): Promise<FieldMessages> {
  const written = new Set(writes.map((write) => write.key));
  const screens = ruled.filter((screen) => fieldsOf(screen).some((field) => written.has(field.key)));
  if (screens.length === 0) return {};
  const keys = screens.flatMap(fieldsOf).map((field) => field.key);
  const rows = await tx
    .select()
    .from(settings)
    .where(and(eq(settings.websiteId, websiteId), inArray(settings.key, keys)));
  const [site] = await tx
    .select({ theme: themes.key })
    .from(websites)
    .innerJoin(themes, eq(themes.id, websites.themeId))
    .where(eq(websites.id, websiteId));
  const theme = v.parse(v.fallback(v.nullable(v.picklist(themeKeys)), null), site?.theme ?? null);
  const before = new Map<string, WireValue>(rows.map((row) => [row.key, storedValue(row.value)]));
  const after = new Map<string, WireValue>(before);
  for (const write of writes) after.set(write.key, write.value);
  const broken = screens.flatMap((screen) => {
    const were = problemsIn(screen, before, theme);
    return Object.entries(problemsIn(screen, after, theme)).filter(([key, message]) => were[key] !== message);
  });
  return Object.fromEntries(broken);
}

function problemsIn(screen: SettingsScreen, stored: ReadonlyMap<string, WireValue>, theme: ThemeKey | null): FieldMessages {
  const current = (key: string) => {
    const known = settingOf(key);
    return known ? readWire(known.field, stored.get(key)).value : undefined;
  };
  const values = Object.fromEntries(fieldsOf(screen).map((field) => [field.key, current(field.key) ?? null]));
  return screenProblems(screen, values, { theme, value: current, setting: (_, key) => current(key) });
}
