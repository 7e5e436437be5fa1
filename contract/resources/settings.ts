import * as v from 'valibot';
import {
  type Category,
  categories,
  type Setting,
  type SettingWrite,
  settingWriteSchema,
  type WireValue,
  wireValueSchema,
} from '../entities/setting.ts';
import type { Json } from '../json.ts';
import type { Target } from '../outbox-entry.ts';
import { isSecretKey } from '../settings/summary.ts';
import { parsedBy } from '../parsed-by.ts';

/** Body of `settings.update`: settings of one category, in their wire form. A screen with two categories makes two mutations. */
export const settingsBodySchema = v.object({
  category: v.picklist(categories),
  settings: v.pipe(v.array(settingWriteSchema), v.nonEmpty()),
});
export type SettingsBody = v.InferOutput<typeof settingsBodySchema>;

/** Mutations are sent in order for each target: one category of one website. */
export function settingsTarget(websiteId: string, category: Category): Target {
  return { entity: 'settings', scope: websiteId, id: `${websiteId}/${category}` };
}

/** True where a write must never be stored on the device. */
export function carriesSecret(settings: readonly SettingWrite[]): boolean {
  return settings.some((setting) => isSecretKey(setting.key));
}

/** Applies a save to stored settings, in order; new keys come last. */
export function overlaySettings(stored: readonly Setting[], writes: readonly SettingWrite[]): readonly Setting[] {
  const byKey = new Map(stored.map((setting) => [setting.key, setting]));
  for (const write of writes) {
    byKey.set(write.key, { ...byKey.get(write.key), key: write.key, value: write.value, category: write.category, type: write.type });
  }
  return [...byKey.values()];
}

export const parseSettingsBody = parsedBy(settingsBodySchema);

/** Replaces local ids in a setting's value with the server's ids (`idMap`, by local id). No other text is one of these. */
function withServerId(value: WireValue, idMap: ReadonlyMap<string, string>): WireValue {
  return value?.map((id) => (typeof id === 'string' ? (idMap.get(id) ?? id) : id)) ?? null;
}

/** A save of settings with the server's ids of files and records, as far as they are known. */
export function settingsWithServerIds(
  { body, base }: { readonly body: SettingsBody; readonly base: Readonly<Record<string, Json>> },
  ids: ReadonlyMap<string, string>,
): { readonly body: SettingsBody; readonly base: Readonly<Record<string, Json>> } {
  const settings = body.settings.map((setting) => ({ ...setting, value: withServerId(setting.value, ids) }));
  const known = Object.entries(base).map(([key, value]): [string, Json] => {
    const wire = v.safeParse(wireValueSchema, value);
    return [key, wire.success ? withServerId(wire.output, ids) : value];
  });
  return { body: { ...body, settings }, base: Object.fromEntries(known) };
}
