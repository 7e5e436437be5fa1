import type { Category } from '../entities/setting.ts';
import { fieldIndex } from './field-index.gen.ts';
import type { IndexedScreen } from './screen.ts';
import { summaryOf } from './summary.ts';

// The last screen with a key names it, as in `settingOf`.
const labels: ReadonlyMap<string, string> = new Map(
  fieldIndex.flatMap(({ fields }) => fields.map(({ key, label }) => [key, label] as const)),
);

/** The label of a stored key; null for a key that no screen has. Without the screens' definitions: sync names settings of all of them. */
export function settingLabel(key: string): string | null {
  return labels.get(key) ?? null;
}

const naming = new Set(fieldIndex.flatMap(({ fields }) => fields.flatMap(({ key, names }) => (names ? [key] : []))));

/** Whether a setting chooses a record that can be created on this device. */
export const namesRecord = (key: string): boolean => naming.has(key);

/** The first screen that shows one of these settings, of this category where it is given; null where none does. */
export function screenOfKeys(keys: ReadonlySet<string>, category?: Category): IndexedScreen | null {
  const isOf = ({ id }: IndexedScreen) => category === undefined || (summaryOf(id)?.categories.includes(category) ?? false);
  return fieldIndex.find((screen) => isOf(screen) && screen.fields.some(({ key }) => keys.has(key))) ?? null;
}
