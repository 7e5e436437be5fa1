import * as v from 'valibot';
import type { Field } from '../fields/field.ts';
import { bodySchemaOf } from '../fields/index.ts';

/** Whether a text in a group of the body is JSON there; see `body.ts`. */
export const isJson = (field: Field): boolean => field.kind === 'code' && field.language === 'json';

/** The entries of a body's schema, of fields with their schemas. */
export function bodyEntries(
  entries: readonly (readonly [field: Field, schema: v.GenericSchema])[],
): readonly (readonly (string | v.GenericSchema)[])[] {
  const plain = entries.flatMap(([{ key, path }, schema]) => (path ? [] : [[key, schema]]));
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

/** A text is parsed as JSON. */
const jsonObject = v.nullable(v.union([v.string(), v.record(v.string(), v.unknown())]));
