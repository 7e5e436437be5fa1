import * as v from 'valibot';

/** Any JSON value: the content of rows, snapshots and bodies. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

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
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  }
  const left = a as { readonly [key: string]: Json };
  const right = b as { readonly [key: string]: Json };
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => key in right && sameJson(left[key], right[key]));
}
