import * as v from 'valibot';

/**
 * Parses stored data or an answer; null for what does not match the schema. Each object is parsed once, because one transaction asks for
 * the same body and the same list several times. Neither ever changes.
 */
export function parsedBy<const Schema extends v.GenericSchema<unknown, unknown>>(
  schema: Schema,
): (data: unknown) => v.InferOutput<Schema> | null {
  type Read = v.InferOutput<Schema> | null;
  const known = new WeakMap<object, { readonly read: Read }>();
  const parse = (data: unknown): Read => {
    const parsed = v.safeParse(schema, data);
    return parsed.success ? parsed.output : null;
  };
  return (data) => {
    if (typeof data !== 'object' || data === null) return parse(data);
    const found = known.get(data) ?? { read: parse(data) };
    known.set(data, found);
    return found.read;
  };
}
