import * as v from 'valibot';

/** Any JSON value: the content of rows, snapshots and bodies. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

/** True for an object, and not for a list. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for values that JSON can express; walks without recursion, because input may be a megabyte or nested to any depth. */
function isJson(value: unknown): value is Json {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (typeof item === 'object' && item !== null) {
      if (!Array.isArray(item) && Object.prototype.toString.call(item) !== '[object Object]') return false;
      for (const inner of Object.values(item)) open.push(inner);
    } else if (typeof item === 'number' ? Number.isNaN(item) : item !== null && typeof item !== 'string' && typeof item !== 'boolean') {
      return false;
    }
  }
  return true;
}

/** Whether parsed JSON is nested no deeper than so many levels; a text or number has none. Walks without recursion. */
export function isShallow(json: unknown, levels: number): boolean {
  let open: readonly unknown[] = [json];
  for (let level = 0; level <= levels; level += 1) {
    open = open.flatMap((item): readonly unknown[] => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (open.length === 0) return true;
  }
  return false;
}

export const jsonSchema: v.GenericSchema<Json> = v.custom<Json>(isJson);

/**
 * A value as it would arrive over the wire: undefined properties are dropped. Throws for values without a JSON form: undefined, a cycle, a
 * bigint.
 */
export function toJson(value: unknown): Json {
  const written: Json = JSON.parse(JSON.stringify(value));
  return written;
}

/** Structural equality of two JSON values; key order does not matter. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (isJsonObject(a) && isJsonObject(b)) {
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every((key) => key in b && sameJson(a[key], b[key]));
  }
  return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
}
