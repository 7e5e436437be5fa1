import {
  carriesSecret,
  localFilesOf,
  overlaySettings,
  type SettingsSaveBody,
  settingsSaveBodySchema,
  settingsTarget,
  withServerId,
} from '#contract/mutations/settings-save.ts';
import { type Setting, type SettingWrite, settingSchema, wireValueSchema } from '#contract/entities/setting.ts';
import { type Json, toJson } from '#contract/json.ts';
import { settingOf, settingsScreens } from '#contract/settings/index.ts';
import { categoryOf, fieldsOf } from '#contract/settings/screen.ts';
import * as v from 'valibot';
import { settingsKey } from '../keys.ts';
import type { MutationDefinition } from './definition.ts';
import { defaults } from './defaults.ts';
import { parsedBy } from './parsed-by.ts';

type Body = SettingsSaveBody;

/** Saves settings of one category; collapsed per key. */
export const settingsSave: MutationDefinition<Body> = {
  ...defaults,
  isTagged: true,
  parse: parsedBy(settingsSaveBodySchema),
  target: (websiteId, body) => settingsTarget(websiteId ?? '', body.category),
  cacheKey: (websiteId, body) => settingsKey(websiteId ?? '', body.category),
  refuses: (body) => (carriesSecret(body.settings) ? 'secret' : null),
  merge: (earlier, later) => ({
    body: { category: later.body.category, settings: collapse([...earlier.body.settings, ...later.body.settings]) },
    base: { ...later.base, ...earlier.base },
  }),
  values: (body) => Object.fromEntries(body.settings.map(({ key, value }) => [key, value])),
  stored: (cached) => Object.fromEntries(readSettingList(cached).map(({ key, value }) => [key, value])),
  take(cached, body, answer) {
    const before = readSettingList(cached);
    const ours = overlaySettings(before, body.settings);
    const byKey = new Map(ours.map((setting) => [setting.key, setting]));
    for (const setting of readSettingList(answer?.data ?? null)) byKey.set(setting.key, setting);
    return toJson([...byKey.values()]);
  },
  resolve(touch, error, choices) {
    const theirs = error.theirs ?? {};
    const kept = touch.body.settings.filter(({ key }) => !(key in theirs) || choices[key] !== 'theirs');
    if (kept.length === 0) return null;
    const base = Object.fromEntries(kept.map(({ key }) => [key, (key in theirs ? theirs[key] : touch.base[key]) ?? null]));
    return { body: { category: touch.body.category, settings: kept }, base };
  },
  references: (body) => localFilesOf(body.settings),
  withAliases({ body, base }, aliases) {
    const settings = body.settings.map((setting) => ({ ...setting, value: withServerId(setting.key, setting.value, aliases) }));
    const known = Object.entries(base).map(([key, value]): [string, Json] => {
      const wire = v.safeParse(wireValueSchema, value);
      return [key, wire.success ? withServerId(key, wire.output, aliases) : value];
    });
    return { body: { ...body, settings }, base: Object.fromEntries(known) };
  },
  words(body) {
    const title = titleOf(body);
    return `${title}: ${body.settings.map(({ key }) => settingOf(key)?.field.label ?? key).join(', ')}`;
  },
};

const settingList = parsedBy(v.array(settingSchema));

/** The settings list of a cached answer or a server's answer; what does not read as one is empty. */
export const readSettingList = (data: Json | null): readonly Setting[] => settingList(data) ?? [];

function collapse(writes: readonly SettingWrite[]): SettingWrite[] {
  return [...new Map(writes.map((write) => [write.key, write])).values()];
}

/** The title of the screen that has the first key; else the category. */
function titleOf(body: Body): string {
  const keys = new Set(body.settings.map((setting) => setting.key));
  const screen = settingsScreens.find((entry) =>
    fieldsOf(entry).some((field) => keys.has(field.key) && categoryOf(entry, field) === body.category),
  );
  return screen?.title ?? body.category;
}
