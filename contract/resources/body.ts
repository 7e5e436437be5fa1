import { pastedJson } from '../fields/json-problem.ts';
import { isBlankText } from '../invisible.ts';
import * as v from 'valibot';
import type { FieldMessages } from '../errors.ts';
import type { Field } from '../fields/field.ts';
import { type Json, jsonSchema } from '../json.ts';
import { isJson } from './body-schema.ts';
import type { RecordValues, ResourceDefinition, Values } from './define.ts';
import { groupIn, isAnswered, isNumeric } from './grouped.ts';
import { hiddenKeys, withoutKeys } from './hidden-fields.ts';

function toBody(field: Field, value: Json): Json {
  if (typeof value !== 'string') return value;
  if (isNumeric(field)) return Number(value);
  if (isJson(field) && isBlankText(value)) return null;
  return isJson(field) ? v.parse(jsonSchema, JSON.parse(pastedJson(value))) : value;
}

/** The body of a create or an update, whose id is null for a create: what the definition carries, and these values of its fields. */
export function bodyOf(
  { fields, carries }: Pick<ResourceDefinition, 'fields' | 'carries'>,
  record: { readonly websiteId: string; readonly id: string | null },
  values: Values,
): Values {
  const body: Record<string, Json> = { ...carries?.(record) };
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const hidden = hiddenKeys(fields, values);
  for (const [key, value] of Object.entries(values)) {
    const field = byKey.get(key);
    if (!field?.path) body[key] = field ? toBody(field, value) : value;
    else if ((value !== null || isAnswered(field)) && !hidden.includes(key)) {
      const [group, name] = field.path;
      body[group] = { ...groupIn(body, group), [name]: toBody(field, value) };
    }
  }
  return body;
}

/** A record as the API answers it: with values in their groups. Its name also stands beside them. */
export function answerOf({ fields, nameKey }: Pick<ResourceDefinition, 'fields' | 'nameKey'>, record: RecordValues): Values {
  const grouped = fields.filter(isAnswered);
  if (grouped.length === 0) return record;
  const keys = grouped.map(({ key }) => key).filter((key) => key !== nameKey);
  const groups = bodyOf(
    { fields: grouped },
    { websiteId: '', id: null },
    Object.fromEntries(grouped.map(({ key }) => [key, record[key] ?? null])),
  );
  return { ...withoutKeys(record, keys), ...groups };
}

/** Messages at the names of a body, such as `source_options.password`. */
export function messagesInBody(fields: readonly Field[], messages: FieldMessages): FieldMessages {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  return Object.fromEntries(Object.entries(messages).map(([key, text]) => [byKey.get(key)?.path?.join('.') ?? key, text]));
}

/** The same at the keys of the fields with these values. */
export function messagesAtFields(fields: readonly Field[], values: Values, messages: FieldMessages): FieldMessages {
  const hidden = hiddenKeys(fields, values);
  const names = new Map(fields.flatMap(({ key, path }) => (path && !hidden.includes(key) ? [[path.join('.'), key] as const] : [])));
  return Object.fromEntries(Object.entries(messages).map(([name, text]) => [names.get(name) ?? name, text]));
}
