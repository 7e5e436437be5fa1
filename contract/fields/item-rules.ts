import * as v from 'valibot';
import { isJsonObject, type Json } from '../json.ts';
import { type ConditionScope, isShown, resolveField } from '../settings/screen.ts';
import { upperFirst } from '../upper-first.ts';
import {
  type Field,
  type FieldItem,
  type FieldValue,
  isItems,
  isPlain,
  type ItemRules,
  type ItemsField,
  type PlainValue,
} from './field.ts';
import { bodySchemaOf, choiceListOf, defaultValue, isBlank, readWire, sampleValue, validateField } from './index.ts';

/** Against hostile bodies only: `problem` reports the field's own limit with a clearer message. */
const mostInBody = 200;

const plain = (value: FieldValue | Json | undefined): PlainValue => (isPlain(value) ? value : null);

/** The fields of an item that are shown with these values, each with the options that are offered now. */
export function shownItemFields({ fields }: Pick<ItemsField, 'fields'>, item: FieldItem): readonly Field[] {
  const scope: ConditionScope = { theme: null, value: (key) => item[key], setting: () => undefined };
  return fields.filter((field) => isShown(field.when, scope)).map((field) => resolveField(field, scope));
}

/** "Trigger 2". */
export function itemLabel({ one }: Pick<ItemsField, 'one'>, at: number): string {
  return `${upperFirst(one)} ${at + 1}`;
}

/** An item before anything is typed. */
export function newItem({ fields }: Pick<ItemsField, 'fields'>): FieldItem {
  return Object.fromEntries(fields.map((field) => [field.key, plain(defaultValue(field))]));
}

/** An item as it is stored: its hidden and blank fields are null. */
function cleanItem(field: ItemsField, item: FieldItem): FieldItem {
  const shown = new Set(shownItemFields(field, item).map(({ key }) => key));
  return Object.fromEntries(
    field.fields.map((each) => {
      const value = item[each.key] ?? null;
      if (!shown.has(each.key) || isBlank(each, value)) return [each.key, null];
      return [each.key, typeof value === 'string' ? value.trim() : value];
    }),
  );
}

/** The messages of an item's fields, by key. */
export function itemProblems(field: ItemsField, item: FieldItem): Readonly<Record<string, string>> {
  return Object.fromEntries(
    shownItemFields(field, item).flatMap((each) => {
      const message = validateField(each, item[each.key] ?? null);
      return message === null ? [] : [[each.key, message] as const];
    }),
  );
}

/** The rules of every list of items. The definitions that have one import them, so that others do not load them. */
export const itemRules: ItemRules = {
  shown: shownItemFields,
  clean: cleanItem,
  problem(field, value) {
    const { label, most } = field;
    if (!isItems(value)) return `${label} must be a list.`;
    if (value.length > most) return `${label} can hold at most ${most}; these are ${value.length}.`;
    for (const [at, item] of value.entries()) {
      const [message] = Object.values(itemProblems(field, item));
      if (message !== undefined) return `${itemLabel(field, at)}: ${message}`;
    }
    return null;
  },
  read(field, raw) {
    const items = raw.filter((each) => each !== null);
    const hasOwnKey = (item: object) => field.fields.some(({ key }) => Object.hasOwn(item, key));
    if (!items.every((item) => isJsonObject(item)) || !items.every(hasOwnKey)) return null;
    const readValue = (each: Field, value: Json | undefined) => plain(readWire(each, [value ?? null]).value);
    return items.map((item) =>
      cleanItem(field, Object.fromEntries(field.fields.map((each) => [each.key, readValue(each, item[each.key])]))),
    );
  },
  sample(field, n) {
    // One that names no record: where the first option of the item needs one, it has the next.
    const samples = [n, n + 1, n + 2].map((m) =>
      cleanItem(field, Object.fromEntries(field.fields.map((each) => [each.key, plain(sampleValue(each, m))]))),
    );
    const item = samples.find((each) => shownItemFields(field, each).every((shown) => choiceListOf(shown) === null));
    return item ? [item] : [];
  },
  bodySchema(field) {
    const entries = field.fields.map((each) => [each.key, v.optional(v.nullable(bodySchemaOf(each)), plain(defaultValue(each)))]);
    const item: v.GenericSchema<unknown, FieldItem> = v.object(Object.fromEntries(entries));
    return v.pipe(
      v.array(item),
      v.maxLength(mostInBody),
      v.transform((items): Json => items.map((each) => cleanItem(field, each))),
    );
  },
};
