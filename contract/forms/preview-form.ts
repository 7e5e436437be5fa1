import * as v from 'valibot';
import { limits } from '../limits.ts';
import { formFieldsSchema } from './form-field.ts';

const text = (characters: number) => v.fallback(v.nullable(v.pipe(v.string(), v.maxLength(characters))), null);

/** A form as a preview draws it: alone, in the theme of the website. It may be half typed. */
export const previewFormSchema = v.object({
  name: text(limits.shortTextCharacters),
  /** Empty: the name. */
  label: text(limits.shortTextCharacters),
  description: text(limits.longTextCharacters),
  fields: formFieldsSchema,
});
export type PreviewForm = v.InferOutput<typeof previewFormSchema>;
