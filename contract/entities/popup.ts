import * as v from 'valibot';
import { limits } from '../limits.ts';
import { idSchema } from './id.ts';

export const popupTypes = ['standard', 'banner'] as const;
export const popupPositions = ['center', 'top_center', 'right_center', 'left_center', 'top', 'bottom'] as const;
export const popupAnimations = ['fade', 'slide', 'none'] as const;
export const popupSizes = ['small', 'medium', 'large'] as const;

const text = v.pipe(v.string(), v.maxLength(limits.longTextCharacters));

/** A popup as a preview draws it: open, and without what opens it. */
export const previewPopupSchema = v.object({
  type: v.picklist(popupTypes),
  title: text,
  content: v.fallback(v.nullable(text), null),
  position: v.picklist(popupPositions),
  size: v.fallback(v.nullable(v.picklist(popupSizes)), null),
  form_id: v.fallback(v.nullable(idSchema), null),
  css_class: v.fallback(v.nullable(text), null),
});
export type PreviewPopup = v.InferOutput<typeof previewPopupSchema>;
