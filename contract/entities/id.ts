import * as v from 'valibot';

/**
 * An entity's id. APIs answer numbers or strings; the console uses strings, because ids stand in addresses, in keys of the client store and
 * next to the local ids (`local:<uuid>`) of records that were created offline.
 */
export const idSchema = v.pipe(v.union([v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)), v.number()]), v.transform(String));
