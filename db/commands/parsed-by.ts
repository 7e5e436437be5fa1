import * as v from 'valibot';

/** Reads what was stored or answered; null for what does not read as the schema has it. */
export function parsedBy<const Schema extends v.GenericSchema<unknown, unknown>>(
  schema: Schema,
): (data: unknown) => v.InferOutput<Schema> | null {
  return (data) => {
    const parsed = v.safeParse(schema, data);
    return parsed.success ? parsed.output : null;
  };
}
