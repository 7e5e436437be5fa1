import { trimmed } from '../invisible.ts';
import * as v from 'valibot';
import { type Json, jsonSchema } from '../json.ts';
import { limits } from '../limits.ts';
import { idSchema } from './id.ts';
import { listOf, type WireValue, wireValueSchema } from './setting.ts';

/** The type of a block's setting, which determines how it is edited. */
const blockSettingTypes = [
  'text',
  'multi-line-text',
  'banner-subtitle-text',
  'number',
  'slider',
  'checkbox',
  'color',
  'image',
  'multi-image',
  'testimonials',
  'blog',
  'staff',
  'listings',
  'form',
  'menu',
  'menu-dropdown',
  'column-amount',
  'color-variant',
  'brand-color-variant',
  'banner-height',
  'block-variant',
  'launchpad-variant',
  'listings-content',
  'listings-max-columns',
  'optional-banner-component',
  'content-block-alignment',
  'content-container-variant',
  'about-us-image-alignment',
  'heading',
  'post-type:agency',
  'multi-post-type:agency',
  'multi-post-type:staff',
  'multi-post-type:testimonials',
  'multi-post-type:posts',
  'multi-post-type:listings',
] as const;
export type BlockSettingType = (typeof blockSettingTypes)[number];

/** One setting of a block. */
export interface BlockSetting {
  readonly key: string;
  readonly label: string;
  /** One of `blockSettingTypes`; an input of another type is left out. */
  readonly type: string;
  /** Determines the order of inputs, highest first. */
  readonly priority: number;
  readonly default: Json;
  /** A list as in site settings: the first element is the value, except for types with several values. */
  readonly value: WireValue;
  readonly tooltip_label?: string | null | undefined;
  readonly input_options?: readonly { readonly value: string; readonly label: string }[] | null | undefined;
}

function jsonOf(raw: unknown): Json {
  const parsed = v.safeParse(jsonSchema, raw);
  return parsed.success ? parsed.output : null;
}

// The types are written by hand, and any JSON is parsed by hand: the compiler can't infer a recursive type.
export const blockSettingSchema: v.GenericSchema<unknown, BlockSetting> = v.pipe(
  v.object({
    key: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)),
    label: v.string(),
    type: v.string(),
    priority: v.fallback(v.number(), 0),
    default: v.optional(v.unknown()),
    value: v.optional(v.unknown()),
    tooltip_label: v.fallback(v.nullish(v.string()), undefined),
    input_options: v.fallback(v.nullish(v.array(v.object({ value: v.string(), label: v.string() }))), undefined),
  }),
  v.transform((setting) => ({ ...setting, default: jsonOf(setting.default), value: listOf(jsonOf(setting.value)) })),
);

/** A block of a homepage. Blocks are sorted by `priority`, lowest at the top. */
export interface Block {
  readonly id: string;
  /** Its kind, from the theme's catalogue. */
  readonly key: string;
  readonly label: string;
  readonly priority: number;
  readonly static: boolean;
  /** Null: it can't be hidden. */
  readonly enabled: boolean | null;
  /** Left out by APIs whose list does not include them; a block that is read by its id has them. */
  readonly settings?: readonly BlockSetting[] | undefined;
}

export const blockSchema: v.GenericSchema<unknown, Block> = v.object({
  id: idSchema,
  key: v.string(),
  label: v.string(),
  priority: v.fallback(v.number(), 0),
  static: v.fallback(v.boolean(), false),
  enabled: v.fallback(v.nullable(v.boolean()), null),
  settings: v.optional(v.array(blockSettingSchema)),
});

export const blockUpdateSchema = v.pipe(
  v.object({
    enabled: v.optional(v.boolean()),
    priority: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))),
  }),
  v.check(({ enabled, priority }) => enabled !== undefined || priority !== undefined, 'Name enabled or priority.'),
);

export const blockOrderSchema = v.object({
  items: v.pipe(
    v.array(v.object({ id: idSchema, priority: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)) })),
    v.nonEmpty(),
    v.maxLength(limits.blocksPerWebsite),
  ),
});

export const blockCreateSchema = v.object({
  key: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(100)),
  label: v.pipe(v.string(), v.transform(trimmed), v.nonEmpty('Name is required.'), v.maxLength(limits.blockLabelCharacters)),
});

/** One entry of a save of a block's settings. */
export const blockSettingWriteSchema = v.object({ key: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)), value: wireValueSchema });
export type BlockSettingWrite = v.InferOutput<typeof blockSettingWriteSchema>;

export const blockSettingsUpdateSchema = v.object({
  data: v.object({ settings: v.pipe(v.array(blockSettingWriteSchema), v.nonEmpty(), v.maxLength(limits.settingsPerSave)) }),
});
