import * as v from 'valibot';

/**
 * Reads what was stored or answered; null for what does not read as the schema has it. An object is read once, however often it is
 * asked about: the same body and the same list are, several times in one transaction. Neither changes.
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
