import * as v from 'valibot';
import { previewFormSchema } from '../forms/preview-form.ts';
import { jsonSchema } from '../json.ts';
import { limits } from '../limits.ts';
import { idSchema } from './id.ts';
import { previewPopupSchema } from './popup.ts';
import { themeKeys } from './website.ts';

/** Values by key; each is a list, as in a settings save. */
const valuesSchema = v.record(v.pipe(v.string(), v.maxLength(100)), v.nullable(v.array(jsonSchema)));

/** A block for the preview; one that is not on the server yet has a local id. */
const previewBlockSchema = v.object({
  id: idSchema,
  key: v.pipe(v.string(), v.maxLength(100)),
  label: v.pipe(v.string(), v.maxLength(limits.blockLabelCharacters)),
  enabled: v.fallback(v.nullable(v.boolean()), null),
  priority: v.number(),
});
export type PreviewBlock = v.InferOutput<typeof previewBlockSchema>;

/** The unsaved edits that are applied to the stored settings for one rendering. `data.blocks`, where given, is the whole list to render. */
export const previewRequestSchema = v.object({
  component: v.literal('index.twig'),
  settings: v.optional(valuesSchema),
  /** By block id. */
  theme_settings: v.optional(v.record(v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)), valuesSchema)),
  data: v.optional(
    v.object({
      theme: v.optional(v.picklist(themeKeys)),
      blocks: v.optional(v.pipe(v.array(previewBlockSchema), v.maxLength(limits.blocksPerWebsite))),
      /** Drawn open over the page. An API may ignore it. */
      popup: v.optional(previewPopupSchema),
      /** Drawn instead of the page, with nothing beside it. An API may ignore it. */
      form: v.optional(previewFormSchema),
    }),
  ),
});
export type PreviewRequest = v.InferOutput<typeof previewRequestSchema>;

export const previewAnswerSchema = v.object({ html: v.string() });
