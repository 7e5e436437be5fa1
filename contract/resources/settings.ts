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
import { fileSettingOf, isSecretKey } from '../settings/summary.ts';
import { parsedBy } from '../parsed-by.ts';
import { isLocalId } from './local-id.ts';

/** Body of `settings.save`: settings of one category, in their wire form. A screen with two categories makes two commands. */
export const settingsBodySchema = v.object({
  category: v.picklist(categories),
  settings: v.pipe(v.array(settingWriteSchema), v.nonEmpty()),
});
export type SettingsBody = v.InferOutput<typeof settingsBodySchema>;

/** FIFO is kept per target: one category of one website. */
export function settingsTarget(websiteId: string, category: Category): { readonly entity: 'settings'; readonly id: string } {
  return { entity: 'settings', id: `${websiteId}/${category}` };
}

/** True where a write must never rest on the device. */
export function carriesSecret(settings: readonly SettingWrite[]): boolean {
  return settings.some((setting) => isSecretKey(setting.key));
}

/** Lays a save over stored settings, in order; keys that are new come last. */
export function overlaySettings(stored: readonly Setting[], writes: readonly SettingWrite[]): readonly Setting[] {
  const byKey = new Map(stored.map((setting) => [setting.key, setting]));
  for (const write of writes) {
    byKey.set(write.key, { ...byKey.get(write.key), key: write.key, value: write.value, category: write.category, type: write.type });
  }
  return [...byKey.values()];
}

/** Where a save names files that are not on the server yet: their ids on this device, by the setting's key, and its place where there are several. */
export function localFilesOf(settings: readonly SettingWrite[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    settings
      .filter(({ key }) => fileSettingOf(key) !== undefined)
      .flatMap(({ key, value }) =>
        (value ?? []).flatMap((id, at) => (isLocalId(id) ? [[at === 0 ? key : `${key}/${at}`, id] as const] : [])),
      ),
  );
}

/** Puts the server's ids of files (`aliases`, by the id on this device) into a setting's value. */
export function withServerId(key: string, value: WireValue, aliases: ReadonlyMap<string, string>): WireValue {
  if (fileSettingOf(key) === undefined) return value;
  return value?.map((id) => (typeof id === 'string' ? (aliases.get(id) ?? id) : id)) ?? null;
}

export const parseSettingsBody = parsedBy(settingsBodySchema);

/** A save of settings with the server's ids of files, as far as they are known. */
export function settingsWithServerIds(
  { body, base }: { readonly body: SettingsBody; readonly base: Readonly<Record<string, Json>> },
  ids: ReadonlyMap<string, string>,
): { readonly body: SettingsBody; readonly base: Readonly<Record<string, Json>> } {
  const settings = body.settings.map((setting) => ({ ...setting, value: withServerId(setting.key, setting.value, ids) }));
  const known = Object.entries(base).map(([key, value]): [string, Json] => {
    const wire = v.safeParse(wireValueSchema, value);
    return [key, wire.success ? withServerId(key, wire.output, ids) : value];
  });
  return { body: { ...body, settings }, base: Object.fromEntries(known) };
}
