import * as v from 'valibot';
import type { Field } from '../fields/field.ts';
import { type Json, jsonSchema } from '../json.ts';
import { isJson } from './body-schema.ts';
import type { RecordSchema, RecordValues, Values } from './define.ts';

/** A record of an API's body may have values in a group of their own, as objects or as numbers; forms have them side by side, as texts. */
const groupsSchema = v.record(v.string(), jsonSchema);

export const isNumeric = (field: Field): boolean => field.kind === 'select' && field.isNumeric === true;

function fromBody(field: Field, value: Json): Json {
  if (isNumeric(field) && typeof value === 'number') return String(value);
  return isJson(field) && value !== null && typeof value !== 'string' ? JSON.stringify(value) : value;
}

/** Whether answers have the field's value too, in its group. */
export const isAnswered = ({ path, secret }: Field): boolean => path !== undefined && secret !== true;

/** The values of a group. */
export function groupIn(body: Values, group: string): Values {
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
  const others = Object.entries(body).filter(([key]) => !groups.includes(key));
  return { ...Object.fromEntries(others), ...values };
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
