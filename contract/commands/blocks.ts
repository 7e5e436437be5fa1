import * as v from 'valibot';
import { blockSettingSchema, blockSettingWriteSchema } from '../entities/block.ts';
import { idSchema } from '../entities/id.ts';
import { limits } from '../limits.ts';

const label = v.pipe(v.string(), v.maxLength(limits.blockLabelCharacters));

/** Body of `blocks.order`: all ids from the top, those of blocks made on this device included. */
export const blocksOrderBodySchema = v.object({ order: v.array(idSchema) });
export type BlocksOrderBody = v.InferOutput<typeof blocksOrderBodySchema>;

/** Body of `blocks.show`: shows a block or hides it. `label` is for the words of the sync centre. */
export const blocksShowBodySchema = v.object({ blockId: idSchema, label, enabled: v.boolean() });
export type BlocksShowBody = v.InferOutput<typeof blocksShowBodySchema>;

/** Body of `blocks.create`. The block has `localId` until the server has given it an id; `settings` are its defaults. */
export const blocksCreateBodySchema = v.object({
  localId: v.pipe(v.string(), v.startsWith('local:')),
  key: v.string(),
  label,
  /** Made hidden. */
  enabled: v.boolean(),
  settings: v.array(blockSettingSchema),
});
export type BlocksCreateBody = v.InferOutput<typeof blocksCreateBodySchema>;

/** Body of `blocks.delete`. */
export const blocksDeleteBodySchema = v.object({ blockId: idSchema, label });
export type BlocksDeleteBody = v.InferOutput<typeof blocksDeleteBodySchema>;

/** Body of `block-settings.save`: settings of one block, in their wire form. */
export const blockSettingsSaveBodySchema = v.object({
  blockId: idSchema,
  label,
  settings: v.pipe(v.array(blockSettingWriteSchema), v.nonEmpty()),
});
export type BlockSettingsSaveBody = v.InferOutput<typeof blockSettingsSaveBodySchema>;

/** FIFO is kept per block, and for the order of a website's blocks. */
export function blockTarget(blockId: string): { readonly entity: 'block'; readonly id: string } {
  return { entity: 'block', id: blockId };
}
export function blockOrderTarget(websiteId: string): { readonly entity: 'block-order'; readonly id: string } {
  return { entity: 'block-order', id: websiteId };
}
