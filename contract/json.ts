import * as v from 'valibot';

/** Any JSON value: what rows, snapshots and bodies are made of. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export const jsonSchema: v.GenericSchema<Json> = v.lazy(() =>
  v.union([v.string(), v.number(), v.boolean(), v.null(), v.array(jsonSchema), v.record(v.string(), jsonSchema)]),
);

/** A value as it would arrive over the wire: what is undefined falls away. Throws for what JSON has no form of: undefined, a circle, a bigint. */
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
