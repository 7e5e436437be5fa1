import * as v from 'valibot';
import { settingsKey } from '../cache-keys.ts';
import { listSettings, updateSettings } from '../calls/settings.ts';
import { type Setting, type SettingWrite, settingSchema } from '../entities/setting.ts';
import { type Json, sameJson, toJson } from '../json.ts';
import { parsedBy } from '../parsed-by.ts';
import { screenOfKeys, settingLabel } from '../settings/names.ts';
import { fileSettingOf } from '../settings/summary.ts';
import { compareFields, type Comparison, decidedBy, type UnconfirmedWrites } from './compare-fields.ts';
import { defaults, type MutationDefinition } from './mutation.ts';
import { carriesSecret, overlaySettings, type SettingsBody, parseSettingsBody, settingsTarget, settingsWithServerIds } from './settings.ts';
import { localReferencesOf } from './settings-references.ts';

const settingList = parsedBy(v.array(settingSchema));

/** The settings list of a cached or server answer; empty where the data has another shape. */
const readSettingList = (data: Json | null): readonly Setting[] => settingList(data) ?? [];

/** Saves settings of one category; merged by key. */
export const updateSettingsMutation: MutationDefinition<SettingsBody> = {
  ...defaults,
  isTagged: true,
  isByField: true,
  parse: parseSettingsBody,
  target: ({ websiteId }, body) => settingsTarget(websiteId ?? '', body.category),
  cacheKey: (websiteId, body) => settingsKey(websiteId ?? '', body.category),
  refuses: (body) => (carriesSecret(body.settings) ? 'secret' : null),
  merge: (earlier, later) => ({
    body: { category: later.body.category, settings: lastOfEachKey([...earlier.body.settings, ...later.body.settings]) },
    base: { ...later.base, ...earlier.base },
  }),
  values: valuesOf,
  stored: (cached) => Object.fromEntries(readSettingList(cached).map(({ key, value }) => [key, value])),
  applyToCache(cached, body, answer) {
    const overlaid = overlaySettings(readSettingList(cached), body.settings);
    const byKey = new Map(overlaid.map((setting) => [setting.key, setting]));
    for (const setting of readSettingList(answer?.data ?? null)) byKey.set(setting.key, setting);
    return toJson([...byKey.values()]);
  },
  resolve({ body, base }, error, choices) {
    const kept = decidedBy(valuesOf(body), base, error.theirs ?? {}, choices);
    if (!kept) return null;
    return { body: { category: body.category, settings: body.settings.filter(({ key }) => key in kept.values) }, base: kept.base };
  },
  references: (body) => localReferencesOf(body.settings),
  withServerIds: settingsWithServerIds,
  send: (websiteId, { settings }) => ({ call: updateSettings, params: { websiteId }, body: { data: { settings } } }),
  read: (websiteId, { category }) => ({ call: listSettings, params: { websiteId, selector: category } }),
  compare({ body, base }, theirs, compared) {
    const stored = settingList(theirs);
    return stored ? compareSettings(body, base, stored, compared) : { kind: 'unreadable' };
  },
  holdsFile: (key) => fileSettingOf(key) !== undefined || settingLabel(key) === null,
  screenPath: ({ settings }) => screenOfKeys(new Set(settings.map(({ key }) => key)))?.path ?? null,
  labelOf: (_, key) => settingLabel(key) ?? key,
  describe(body) {
    const title = titleOf(body);
    return `${title}: ${body.settings.map(({ key }) => settingLabel(key) ?? key).join(', ')}`;
  },
};

function lastOfEachKey(writes: readonly SettingWrite[]): SettingWrite[] {
  return [...new Map(writes.map((write) => [write.key, write])).values()];
}

/** The title of the screen that has the first key; else the category. */
function titleOf(body: SettingsBody): string {
  return screenOfKeys(new Set(body.settings.map(({ key }) => key)), body.category)?.title ?? body.category;
}

/**
 * Three-way comparison of a pending save, field by field: theirs = base, or a value of ours, send; theirs = mine, done; all three differ,
 * conflict. `base` has wire values by key; a key that the server does not have reads as null.
 */
export function compareSettings(
  body: SettingsBody,
  base: Readonly<Record<string, Json>>,
  theirs: readonly Setting[],
  unconfirmed: Partial<UnconfirmedWrites> = {},
): Comparison {
  const stored = Object.fromEntries(theirs.map(({ key, value }) => [key, value]));
  return compareFields(valuesOf(body), base, stored, unconfirmed, (_, a, b) => sameJson(a, b));
}

function valuesOf({ settings }: SettingsBody): Readonly<Record<string, Json>> {
  return Object.fromEntries(settings.map(({ key, value }) => [key, value]));
}
