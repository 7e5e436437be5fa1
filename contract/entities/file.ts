import * as v from 'valibot';
import { idSchema } from './id.ts';
import { usesEntries } from './use.ts';

const count = v.fallback(v.nullish(v.pipe(v.number(), v.minValue(0))), undefined);

/**
 * An uploaded file. APIs give its address as `url` or as `uri`; read it with `fileAddress`. `width` and `height` are in
 * pixels, null where the type has none or they are not known.
 */
export const fileSchema = v.object({
  id: idSchema,
  url: v.fallback(v.nullish(v.string()), undefined),
  uri: v.fallback(v.nullish(v.string()), undefined),
  name: v.fallback(v.nullish(v.string()), undefined),
  mime_type: v.fallback(v.nullish(v.string()), undefined),
  bytes: count,
  width: count,
  height: count,
  /** What was changed or left out of the file, a sentence each: "A script was removed from logo.svg." */
  remarks: v.fallback(v.nullish(v.array(v.string())), undefined),
  created_at: v.fallback(v.nullish(v.string()), undefined),
});
export type UploadedFile = v.InferOutput<typeof fileSchema>;

/** A file in the list, with where it is used. */
export const listedFileSchema = v.object({
  ...fileSchema.entries,
  ...usesEntries,
});
export type ListedFile = v.InferOutput<typeof listedFileSchema>;

/** The size and number of an account's stored files. `_allowed`: null where there is no limit. */
export const accountUsageSchema = v.object({
  bytes: v.pipe(v.number(), v.minValue(0)),
  bytes_allowed: v.fallback(v.nullable(v.pipe(v.number(), v.minValue(0))), null),
  files: v.pipe(v.number(), v.minValue(0)),
  files_allowed: v.fallback(v.nullable(v.pipe(v.number(), v.minValue(0))), null),
});
export type AccountUsage = v.InferOutput<typeof accountUsageSchema>;

/** The address of a file: absolute, or a path on the API's host. Null where the API gave none, or one that a page should not load. */
export function fileAddress(file: UploadedFile): string | null {
  const address = file.url ?? file.uri ?? '';
  return /^https?:\/\//iu.test(address) || /^\/(?![/\\])/u.test(address) ? address : null;
}

const optionalText = (max: number) => v.optional(v.pipe(v.string(), v.maxLength(max)));

/** The fields that accompany the files of an upload: the setting that they are for, as the settings save will name it. */
export const uploadFieldsSchema = v.object({
  setting_key: optionalText(100),
  category: optionalText(100),
  type: optionalText(50),
  theme_file: v.optional(v.picklist(['0', '1', 'true', 'false'])),
});
export type UploadFields = v.InferOutput<typeof uploadFieldsSchema>;
