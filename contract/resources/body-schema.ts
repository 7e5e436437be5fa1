import * as v from 'valibot';
import type { Field } from '../fields/field.ts';
import { bodySchemaOf } from '../fields/index.ts';

/** Whether a text is JSON in the body: in a group, or where the field says so; see `body.ts`. */
export const isJson = (field: Field): boolean =>
  field.kind === 'code' && field.language === 'json' && (field.path !== undefined || field.isParsed === true);

/** The entries of a body's schema, of fields with their schemas. */
export function bodyEntries(
  entries: readonly (readonly [field: Field, schema: v.GenericSchema])[],
): readonly (readonly (string | v.GenericSchema)[])[] {
  const plain = entries.flatMap(([field, schema]) => (field.path ? [] : [[field.key, isJson(field) ? v.optional(jsonObject) : schema]]));
  const groups = new Map<string, Map<string, v.GenericSchema[]>>();
  for (const [field] of entries) {
    if (!field.path) continue;
    const [group, name] = field.path;
    const known = groups.get(group) ?? new Map<string, v.GenericSchema[]>();
    groups.set(group, known.set(name, [...(known.get(name) ?? []), isJson(field) ? jsonObject : bodySchemaOf(field)]));
  }
  return [...plain, ...[...groups].map(([group, names]) => [group, v.optional(groupSchema(names))])];
}

function groupSchema(names: ReadonlyMap<string, readonly v.GenericSchema[]>) {
  const entries = [...names].map(([name, schemas]) => [
    name,
    v.optional(schemas.length === 1 && schemas[0] ? schemas[0] : v.union(schemas)),
  ]);
  return v.object(Object.fromEntries(entries));
}

/** Without a number such as 1e400, which is read as infinite and would be stored as null. */
function hasFiniteNumbers(value: unknown): boolean {
  const open: unknown[] = [value];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item === 'number' && !Number.isFinite(item)) return false;
    if (typeof item === 'object' && item !== null) open.push(...Object.values(item));
  }
  return true;
}

/** A text is parsed as JSON. */
const jsonObject = v.nullable(
  v.union([
    v.string(),
    // A record would turn a list into an object.
    v.custom<Readonly<Record<string, unknown>>>(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && hasFiniteNumbers(value),
    ),
  ]),
);
