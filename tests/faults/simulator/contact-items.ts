import { formFieldsRules } from '#contract/forms/form-fields-rules.ts';
import { isJsonObject, type Json, type JsonObject, sameJson } from '#contract/json.ts';
import type { Random } from './random.ts';

/*
 * The items of a contact: a list that two people can change at once, item by item. In the model each item, and each order of two items, is
 * a field of its own, so that a promise about one holds whatever becomes of the others.
 */

export const itemsKey = 'items';
const prefix = `${itemsKey}/`;

/** Which field of the contact has a field of the model. */
export const keyOfField = (field: string): string => (isOfItems(field) ? itemsKey : field);
/** An item, or the order of two. */
export const isOfItems = (field: string): boolean => field.startsWith(prefix);
export const isOrderOfItems = (field: string): boolean => isOfItems(field) && field.includes('<');

export const itemsIn = (value: Json | undefined): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/** A list as it is stored: null where it has no items. */
export function storedItems(items: readonly { readonly key: string; readonly label: string }[]): Json {
  const stored = formFieldsRules.read(items.map((item) => ({ type: 'text', ...item }))) ?? [];
  return stored.length === 0 ? null : [...stored];
}

interface Item {
  readonly key: string;
  readonly label: string;
}
const namesIn = (value: Json | undefined): readonly Item[] =>
  itemsIn(value).map(({ key, label }) => ({ key: String(key), label: String(label) }));

/** A list by fields of the model: the label of each item, and whether it stands above another one. An item that is there twice has both labels. */
export function itemFields(value: Json | undefined): ReadonlyMap<string, Json> {
  const items = namesIn(value);
  const fields = new Map<string, Json>();
  for (const [at, { key, label }] of items.entries()) {
    const held = fields.get(prefix + key);
    fields.set(prefix + key, held === undefined ? label : [held, label]);
    for (const { key: below } of items.slice(at + 1))
      if (below !== key) fields.set(key < below ? `${prefix}${key}<${below}` : `${prefix}${below}<${key}`, key < below);
  }
  return fields;
}

/** The fields of the model in which two lists differ, with the values of the second. An order is one only of items that both have. */
export function changedItems(before: Json | undefined, after: Json | undefined): readonly (readonly [field: string, value: Json])[] {
  const [old, now] = [itemFields(before), itemFields(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const [from, to] = [old.get(field), now.get(field)];
    if (sameJson(from ?? null, to ?? null) || (isOrderOfItems(field) && (from === undefined || to === undefined))) return [];
    return [[field, to ?? null] as const];
  });
}

/** Whether a list, by fields of the model, has this value of one. The order of two items is gone with either. */
export function holdsItem(list: ReadonlyMap<string, Json>, field: string, value: Json): boolean {
  const held = list.get(field);
  return sameJson(held ?? null, value) || (isOrderOfItems(field) && held === undefined);
}

/** A conflict of one field, with the fields of the model that it is about. */
export function fieldsAsked(field: string, theirs: Json, mine: Json, base: Json): readonly (readonly [field: string, theirs: Json])[] {
  if (!field.endsWith(itemsKey)) return [[field, theirs]];
  const held = itemFields(theirs);
  const names = new Set([held, itemFields(mine), itemFields(base)].flatMap((fields) => [...fields.keys()]));
  const record = field.slice(0, -itemsKey.length);
  return [[field, theirs], ...[...names].map((name) => [record + name, held.get(name) ?? null] as const)];
}

/** The list after somebody has added, changed, removed or moved one item. `label`: of a new or a changed one, and the key of a new one. */
export function withOneChange(value: Json | undefined, label: string, random: Random): Json {
  const items = namesIn(value);
  const at = random.int(Math.max(1, items.length));
  const item = items[at];
  const added = () => storedItems(items.toSpliced(random.int(items.length + 1), 0, { key: `k${label.replaceAll('@', '_')}`, label }));
  if (item === undefined) return added();
  return random.weighted<() => Json>([
    [items.length > 3 ? 0 : 3, added],
    [4, () => storedItems(items.with(at, { ...item, label }))],
    [2, () => storedItems(items.toSpliced(at, 1))],
    [2, () => storedItems(items.toSpliced(at, 1).toSpliced((at + 1) % items.length, 0, item))],
  ])();
}
