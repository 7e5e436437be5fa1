import * as v from 'valibot';
import { type Json, jsonSchema } from '../json.ts';
import { limits } from '../limits.ts';

export const categories = [
  'style',
  'site_info',
  'css',
  'tracking',
  'social',
  'feeds',
  'robots',
  'menus',
  'form',
  'forms',
  'agency',
  'project',
  'listings',
  'customjs',
  'seo',
  'homepage_seo_info',
  'posts_landing_page_info',
  'listings_landing_page_info',
  'openhomes_landing_page_info',
  'agency_landing_page_info',
  'staff_landing_page_info',
  'staff_page_info',
  'testimonials_landing_page_info',
  'project_landing_page_info',
] as const;
export type Category = (typeof categories)[number];

const settingTypes = ['image', 'menu', 'form'] as const;
export type SettingType = (typeof settingTypes)[number] | null;

/** A setting's value on the wire: a list whose first element is the value; an empty list travels as null. */
export const wireValueSchema = v.nullable(v.array(jsonSchema));
export type WireValue = v.InferOutput<typeof wireValueSchema>;

/** What is not a list reads as null. */
export function asWire(value: unknown): WireValue {
  const wire = v.safeParse(wireValueSchema, value);
  return wire.success ? wire.output : null;
}

/** What is not a list becomes a list with one item. */
export function listOf(value: Json | undefined): WireValue {
  if (value === undefined || value === null) return null;
  return Array.isArray(value) ? [...value] : [value];
}

/** A stored setting as the settings list answers it. Secret settings answer `value: null` and `is_set`. */
export const settingSchema = v.object({
  key: v.string(),
  value: wireValueSchema,
  label: v.fallback(v.nullish(v.string()), undefined),
  type: v.fallback(v.nullish(v.string()), undefined),
  category: v.fallback(v.nullish(v.string()), undefined),
  updated_at: v.fallback(v.nullish(v.string()), undefined),
  /** The name of the user who changed it last, as `fullName` gives it; not every API answers it. */
  updated_by: v.fallback(v.nullish(v.string()), undefined),
  /** Only for secret settings: whether there is a value, which the API never answers. */
  is_set: v.fallback(v.nullish(v.boolean()), undefined),
});
export type Setting = v.InferOutput<typeof settingSchema>;

/** One entry of a settings save. */
export const settingWriteSchema = v.object({
  key: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)),
  value: wireValueSchema,
  category: v.optional(v.picklist(categories), 'style'),
  type: v.optional(v.nullable(v.picklist(settingTypes)), null),
});
export type SettingWrite = v.InferOutput<typeof settingWriteSchema>;

export const settingsUpdateSchema = v.object({
  data: v.object({
    settings: v.pipe(v.array(settingWriteSchema), v.nonEmpty(), v.maxLength(limits.settingsPerSave)),
  }),
});
