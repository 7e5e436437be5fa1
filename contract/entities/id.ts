import * as v from 'valibot';

/**
 * An entity's id. APIs answer numbers or strings; the console keeps strings, since ids stand in addresses, keys of
 * the device store and `local:<uuid>` ids of things made offline.
 */
export const idSchema = v.pipe(v.union([v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)), v.number()]), v.transform(String));
export type Id = string;
