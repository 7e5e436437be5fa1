import * as v from 'valibot';

/** Index fields that are stored beside an outbox entry. */
export interface Findable {
  /** Its record: `entity id`. */
  readonly record: string;
  /** The id on this device of what it makes; left out where it makes nothing. */
  readonly makes?: string;
  /** 1: a person should see it. */
  readonly attention: 0 | 1;
}

export function recordKey({ entity, id }: { readonly entity: string; readonly id: string }): string {
  return `${entity} ${id}`;
}

const storedSchema = v.object({
  status: v.string(),
  target: v.object({ entity: v.string(), id: v.string() }),
  body: v.optional(v.object({ localId: v.optional(v.string()) })),
  command: v.string(),
});

/** Index fields of an entry as schema version 1 stored it. One that can't be read is marked for attention. */
export function findableOf(stored: Readonly<Record<string, unknown>>): Findable {
  const parsed = v.safeParse(storedSchema, stored);
  if (!parsed.success) return { record: '', attention: 1 };
  const { status, target, body, command } = parsed.output;
  const makes = command === 'blocks.create' || command === 'files.upload' ? body?.localId : undefined;
  const attention = status === 'parked' || status === 'conflict' ? 1 : 0;
  return { record: recordKey(target), attention, ...(makes === undefined ? {} : { makes }) };
}
