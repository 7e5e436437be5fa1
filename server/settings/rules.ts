import { and, eq, inArray } from 'drizzle-orm';
import type { FieldMessages } from '#contract/errors.ts';
import type { WireValue } from '#contract/entities/setting.ts';
import { type ThemeKey, themeKeys } from '#contract/entities/website.ts';
import { settingOf, settingsScreens } from '#contract/settings/index.ts';
import { screenProblems } from '#contract/settings/problems.ts';
import { fieldsOf, type SettingsScreen } from '#contract/settings/screen.ts';
import { readWire } from '#contract/fields/index.ts';
import * as v from 'valibot';
import type { Database } from '../connect.ts';
import { settings, themes, websites } from '../tables/websites.ts';
import type { CheckedWrite } from './check.ts';
import { storedValue } from './store.ts';

/** Screens whose fields depend on one another. Other fields are judged by themselves. */
const ruled = settingsScreens.filter((screen) => screen.rules || fieldsOf(screen).some((field) => field.requiredWhen));

/**
 * What a save would break between fields, by key: checked against the stored values with the save applied. A fault that
 * was there before is not held against a save that leaves it as it is.
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
