import { type Condition, type Field, type FieldValue, isPlain } from '../fields/field.ts';
import { isJsonObject, type Json } from '../json.ts';
import { isShown } from '../settings/screen.ts';
import { blankValue, type Values } from './define.ts';

/**
 * The keys of values that another of the values hides, such as a second checkbox under one that is off. A condition on anything else than
 * these values (a stored one, the theme) hides nothing here: the server judges it.
 */
export function hiddenKeys(fields: readonly Field[], values: Values): readonly string[] {
  const scope = { theme: null, value: (key: string) => fieldValue(values[key]), setting: () => undefined };
  const fails = (condition: Condition): boolean => {
    if ('all' in condition) return condition.all.some(fails);
    return 'field' in condition && condition.field in values && !isShown(condition, scope);
  };
  return fields.filter(({ key, when }) => key in values && when !== undefined && fails(when)).map(({ key }) => key);
}

/** The value of a hidden field of a new record, as the server stores it. */
export function hiddenValue(field: Field): Json {
  return field.clearedWhenHidden ? null : blankValue(field);
}

/** The values of a new record: hidden fields as the server stores them. */
export function withBlanks(fields: readonly Field[], values: Values): Values {
  const hidden = hiddenKeys(fields, values);
  const blanks = fields.filter(({ key }) => hidden.includes(key)).map((field) => [field.key, hiddenValue(field)] as const);
  return { ...values, ...Object.fromEntries(blanks) };
}

export function withoutKeys(values: Values, keys: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}

/** A field's value in the form that conditions and validation read. The contract's schemas let nothing else through. */
export function fieldValue(value: Json | undefined): FieldValue {
  if (isPlain(value)) return value;
  if (!Array.isArray(value)) return null;
  const items = value.filter((item: Json) => isJsonObject(item));
  return items.length > 0 ? items : value.filter((item) => typeof item === 'string');
}
