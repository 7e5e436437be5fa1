import * as v from 'valibot';
import { idSchema } from '../entities/id.ts';
import { jsonSchema } from '../json.ts';
import { localIdSchema } from './local-id-schema.ts';

const values = v.record(v.string(), jsonSchema);
/** A record's name as a body holds it, for the sync centre: its beginning. */
export const cutName = (name: string): string => name.slice(0, 300);
const name = v.pipe(v.string(), v.transform(cutName));

/** Present where a person has said that the values are to be stored all the same. */
const confirmed = v.optional(v.literal(true));

export const createBodySchema = v.object({ localId: localIdSchema, name, values, confirmed });
export type CreateBody = v.InferOutput<typeof createBodySchema>;

export const updateBodySchema = v.object({ id: idSchema, name, values, confirmed });
export type UpdateBody = v.InferOutput<typeof updateBodySchema>;

export const deleteBodySchema = v.object({ id: idSchema, name });
export type DeleteBody = v.InferOutput<typeof deleteBodySchema>;

/** `values`: the values that the act writes to the record's fields. */
export const actBodySchema = v.object({ id: idSchema, name, act: v.string(), values });
export type ActBody = v.InferOutput<typeof actBodySchema>;

/** The body of each mutation of a plain record. */
export interface RecordBodies {
  readonly create: CreateBody;
  readonly update: UpdateBody;
  readonly delete: DeleteBody;
  readonly act: ActBody;
}
