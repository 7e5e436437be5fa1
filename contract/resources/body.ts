import * as v from 'valibot';
import type { FieldMessages } from '../errors.ts';
import type { Field } from '../fields/field.ts';
import { type Json, jsonSchema } from '../json.ts';
import { isJson } from './body-schema.ts';
import type { RecordSchema, RecordValues, ResourceDefinition, Values } from './define.ts';
import { hiddenKeys, withoutKeys } from './hidden-fields.ts';

/** A record of an API's body may have values in a group of their own, as objects or as numbers; forms have them side by side, as texts. */
const groupsSchema = v.record(v.string(), jsonSchema);

const isNumeric = (field: Field): boolean => field.kind === 'select' && field.isNumeric === true;

function toBody(field: Field, value: Json): Json {
  if (typeof value !== 'string') return value;
  if (isNumeric(field)) return Number(value);
  if (isJson(field) && value.trim() === '') return null;
  return isJson(field) ? v.parse(jsonSchema, JSON.parse(value)) : value;
}

function fromBody(field: Field, value: Json): Json {
  if (isNumeric(field) && typeof value === 'number') return String(value);
  return isJson(field) && value !== null && typeof value !== 'string' ? JSON.stringify(value) : value;
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

/** Whether answers have the field's value too, in its group. */
export const isAnswered = ({ path, secret }: Field): boolean => path !== undefined && secret !== true;

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

/**
 * The schema of records whose answers have values in groups: it reads an answer, and a record as this device keeps it. Its entries are
 * those of an answer.
 */
export function groupedSchema(
  fields: readonly Field[],
  answer: v.ObjectEntries,
  record: v.GenericSchema<unknown, RecordValues>,
): RecordSchema {
  const reading = v.pipe(
    groupsSchema,
    v.transform((body): unknown => valuesIn(fields, body)),
    record,
  );
  return { ...reading, entries: answer };
}

function groupIn(body: Values, group: string): Values {
  const found = v.safeParse(groupsSchema, body[group]);
  return found.success ? found.output : {};
}

/** The values of the fields in a body, and whatever else it contains. Fields that share a place all get its value: at most one is shown. */
export function valuesIn(fields: readonly Field[], body: Values): Values {
  const values: Record<string, Json> = {};
  for (const field of fields) {
    const value = field.path ? groupIn(body, field.path[0])[field.path[1]] : body[field.key];
    if (value !== undefined) values[field.key] = fromBody(field, value);
  }
  const groups = fields.flatMap(({ path }) => (path ? [path[0]] : []));
  return { ...withoutKeys(body, groups), ...values };
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
