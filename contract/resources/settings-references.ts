import type { SettingWrite } from '../entities/setting.ts';
import { namesRecord } from '../settings/names.ts';
import { fileSettingOf } from '../settings/summary.ts';
import { isLocalId } from './local-id.ts';

/** Whether a setting's value is the id of a file or of a record, either of which may be of this device. */
const canName = (key: string): boolean => fileSettingOf(key) !== undefined || namesRecord(key);

/**
 * Where a save names files or records that are not on the server yet: their local ids, by the setting's key, with the position where there
 * are several.
 */
export function localReferencesOf(settings: readonly SettingWrite[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    settings
      .filter(({ key }) => canName(key))
      .flatMap(({ key, value }) =>
        (value ?? []).flatMap((id, at) => (isLocalId(id) ? [[at === 0 ? key : `${key}/${at}`, id] as const] : [])),
      ),
  );
}
