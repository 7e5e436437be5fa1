import type { FieldMessages } from '#contract/errors.ts';
import { type Category, type SettingType, type SettingWrite, type WireValue, wireValueSchema } from '#contract/entities/setting.ts';
import { isSeveral } from '#contract/fields/field.ts';
import { defaultValue, emptyBecomes, readWire, toWire, validateField, wireType } from '#contract/fields/index.ts';
import { settingOf, settingsScreens } from '#contract/settings/index.ts';
import { sameJson } from '#contract/json.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { type ThemeKey, themeKeys } from '#contract/entities/website.ts';
import { type FormValues, screenProblems } from '#contract/settings/problems.ts';
import { fieldsOf, type SettingsScreen } from '#contract/settings/screen.ts';
import * as v from 'valibot';
import type { Database } from '../connect.ts';
import { unknownReferences } from './references.ts';
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

type StoredValues = ReadonlyMap<string, WireValue>;

/**
 * Checks every write of a save against the catalogue. One problem refuses the whole save. A value that is `unchanged` is taken as it is: a
 * save that leaves it alone must not fail for it.
 */
export function checkWrites(writes: readonly SettingWrite[], unchanged: ReadonlySet<string> = new Set()): Check {
  const fields: [string, string][] = [];
  const seen = new Set<string>();
  const checked = writes.map((write) => {
    const isUnchanged = unchanged.has(write.key);
    const problem = seen.has(write.key) ? 'This setting stands twice in the save.' : problemOf(write, isUnchanged);
    seen.add(write.key);
    if (problem !== null) fields.push([write.key, problem]);
    return { key: write.key, value: isUnchanged ? write.value : valueToStore(write), category: write.category, type: write.type };
  });
  return fields.length > 0 ? { kind: 'problems', fields: Object.fromEntries(fields) } : { kind: 'writes', writes: checked };
}

/** Checks a save of a website. What is stored is read only where a write has a problem. */
export async function checkSave(tx: Database, websiteId: number, writes: readonly SettingWrite[]): Promise<Check> {
  const checked = checkWrites(writes);
  const again = checked.kind === 'problems' ? checkWrites(writes, await unchangedKeys(tx, websiteId, writes, checked.fields)) : checked;
  if (again.kind === 'problems') return again;
  const unknown = await unknownReferences(tx, websiteId, again.writes);
  const unchanged = await unchangedKeys(tx, websiteId, writes, unknown);
  const gone = Object.entries(unknown).filter(([key]) => !unchanged.has(key));
  return gone.length > 0 ? { kind: 'problems', fields: Object.fromEntries(gone) } : again;
}

/** Of the keys with a problem, those whose write has the stored value. A setting that was never stored has the value null. */
async function unchangedKeys(
  tx: Database,
  websiteId: number,
  writes: readonly SettingWrite[],
  problems: FieldMessages,
): Promise<ReadonlySet<string>> {
  const keys = Object.keys(problems);
  if (keys.length === 0) return new Set();
  const stored = await storedValues(tx, websiteId, keys);
  const written = new Map(writes.map(({ key, value }) => [key, value]));
  return new Set(keys.filter((key) => sameJson(stored.get(key) ?? null, written.get(key))));
}

async function storedValues(tx: Database, websiteId: number, keys: readonly string[]): Promise<StoredValues> {
  const rows = await tx
    .select()
    .from(settings)
    .where(and(eq(settings.websiteId, websiteId), inArray(settings.key, [...keys])));
  return new Map(rows.map((row) => [row.key, storedValue(row.value)]));
}

function problemOf(write: SettingWrite, isUnchanged: boolean): string | null {
  const known = settingOf(write.key);
  if (!known) return 'There is no such setting.';
  const { field, category } = known;
  if (write.category !== category) return `${field.label} belongs to the category ${category}.`;
  if (write.type !== wireType(field)) return `${field.label} has the type ${wireType(field) ?? 'null'}.`;
  if (isUnchanged) return null;
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
    const fallback = field && emptyBecomes(field);
    return fallback ? [fallback.value] : null;
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
  const before = await storedValues(
    tx,
    websiteId,
    screens.flatMap(fieldsOf).map((field) => field.key),
  );
  const [site] = await tx
    .select({ theme: themes.key })
    .from(websites)
    .innerJoin(themes, eq(themes.id, websites.themeId))
    .where(eq(websites.id, websiteId));
  const theme = v.parse(v.fallback(v.nullable(v.picklist(themeKeys)), null), site?.theme ?? null);
  const after = new Map<string, WireValue>(before);
  for (const write of writes) after.set(write.key, write.value);
  return Object.fromEntries(
    screens.flatMap((screen) => Object.entries(screenProblems(screen, formOf(screen, after, theme), formOf(screen, before, theme)))),
  );
}

function formOf(screen: SettingsScreen, stored: StoredValues, theme: ThemeKey | null): FormValues {
  const current = (key: string) => {
    const known = settingOf(key);
    return known ? readWire(known.field, stored.get(key)).value : undefined;
  };
  const values = Object.fromEntries(fieldsOf(screen).map((field) => [field.key, current(field.key) ?? null]));
  return { values, scope: { theme, value: current, setting: (_, key) => current(key) } };
}
