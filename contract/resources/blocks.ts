import * as v from 'valibot';
import { fromTop } from '../blocks/order.ts';
import { type Block, blockSettingSchema, blockSettingWriteSchema } from '../entities/block.ts';
import { idSchema } from '../entities/id.ts';
import { type Json, sameJson } from '../json.ts';
import { limits } from '../limits.ts';
import { compareFields, type Comparison, type FieldConflict, type MaybeOurs, type UnconfirmedWrites } from './compare-fields.ts';

const label = v.pipe(v.string(), v.maxLength(limits.blockLabelCharacters));

/** Body of `blocks.order`: all ids from the top, those of blocks made on this device included. */
export const reorderBlocksBodySchema = v.object({ order: v.array(idSchema) });
export type ReorderBlocksBody = v.InferOutput<typeof reorderBlocksBodySchema>;

/** Body of `blocks.show`: shows a block or hides it. `label` is for the words of the sync centre. */
export const updateBlockBodySchema = v.object({ blockId: idSchema, label, enabled: v.boolean() });
export type UpdateBlockBody = v.InferOutput<typeof updateBlockBodySchema>;

/** Body of `blocks.create`. The block has `localId` until the server has given it an id; `settings` are its defaults. */
export const createBlockBodySchema = v.object({
  localId: v.pipe(v.string(), v.startsWith('local:')),
  key: v.string(),
  label,
  /** Made hidden. */
  enabled: v.boolean(),
  settings: v.array(blockSettingSchema),
});
export type CreateBlockBody = v.InferOutput<typeof createBlockBodySchema>;

/** Body of `blocks.delete`. */
export const deleteBlockBodySchema = v.object({ blockId: idSchema, label });
export type DeleteBlockBody = v.InferOutput<typeof deleteBlockBodySchema>;

/** Body of `block-settings.save`: settings of one block, in their wire form. */
export const blockSettingsBodySchema = v.object({
  blockId: idSchema,
  label,
  settings: v.pipe(v.array(blockSettingWriteSchema), v.nonEmpty()),
});
export type BlockSettingsBody = v.InferOutput<typeof blockSettingsBodySchema>;

/** FIFO is kept per block, and for the order of a website's blocks. */
export function blockTarget(blockId: string): { readonly entity: 'block'; readonly id: string } {
  return { entity: 'block', id: blockId };
}
export function blockOrderTarget(websiteId: string): { readonly entity: 'block-order'; readonly id: string } {
  return { entity: 'block-order', id: websiteId };
}

/** Whether a block is shown, as this person and as the server have it. `opId` names the change that waits. */
export interface ShowConflict {
  readonly opId: string;
  readonly mine: boolean;
  readonly theirs: boolean;
}

/** Names of the fields that a mutation changes, in its base and in a conflict. A website's blocks are one record with these fields. */
export const orderField = 'order';
export const enabledField = (blockId: string): string => `${blockId}/enabled`;
export const settingField = (blockId: string, key: string): string => `${blockId}/setting/${key}`;

/** What the server holds of every field of a website's blocks. */
export function blockFields(blocks: readonly Block[]): Readonly<Record<string, Json>> {
  const fields: Record<string, Json> = { [orderField]: fromTop(blocks).map(({ id }) => id) };
  for (const { id, enabled, settings } of blocks) {
    fields[enabledField(id)] = enabled;
    for (const { key, value } of settings ?? []) fields[settingField(id, key)] = value;
  }
  return fields;
}

/**
 * Three-way comparison of what a command puts (`values`) with its base and what the server holds: theirs = mine, done;
 * theirs = base, send; all three differ, ask. Of two orders only the blocks that both know are compared: what was added or
 * deleted elsewhere has not been put into another order by anybody.
 */
export function compareBlockFields(
  values: Readonly<Record<string, Json>>,
  base: Readonly<Record<string, Json>>,
  theirs: Readonly<Record<string, Json>>,
  unconfirmed: Partial<UnconfirmedWrites>,
): Comparison {
  const fields = Object.entries(values).map(
    ([key, mine]): FieldConflict => ({ key, base: base[key] ?? null, mine, theirs: theirs[key] ?? null }),
  );
  return compareFields(fields, unconfirmed, (key, a, b) => (key === orderField ? sameOrder(a, b) : sameJson(a, b)));
}

/** Whether two orders put the blocks that both know alike. */
export function sameOrder(a: Json, b: Json): boolean {
  const [left, right] = [Array.isArray(a) ? a : [], Array.isArray(b) ? b : []];
  const common = new Set(left.filter((id) => right.includes(id)));
  return sameJson(
    left.filter((id) => common.has(id)),
    right.filter((id) => common.has(id)),
  );
}

/**
 * What an order that was sent block by block, from the top, and cut off may have left: its first blocks in their places, the
 * others as they stood. By field, as the comparison takes them.
 */
export function partlyAppliedOrders({ order }: ReorderBlocksBody, base: Readonly<Record<string, Json>>): MaybeOurs {
  const before = base[orderField];
  if (!Array.isArray(before)) return {};
  const after = (count: number): Json => {
    const placed = order.slice(0, count);
    return [...placed, ...before.filter((id) => typeof id !== 'string' || !placed.includes(id))];
  };
  return { [orderField]: order.slice(1).map((_, at) => after(at + 1)) };
}

/** What each command puts into which field. */
export const orderValues = ({ order }: ReorderBlocksBody): Readonly<Record<string, Json>> => ({ [orderField]: order });
export const showValues = ({ blockId, enabled }: UpdateBlockBody): Readonly<Record<string, Json>> => ({ [enabledField(blockId)]: enabled });
export const blockSettingValues = ({ blockId, settings }: BlockSettingsBody): Readonly<Record<string, Json>> =>
  Object.fromEntries(settings.map(({ key, value }) => [settingField(blockId, key), value]));

/** The base of a create, with more ids of blocks that this device knows, and that so are not it. What was known stays unknown where it was. */
export function withKnownBlocks(base: Readonly<Record<string, Json>>, ids: Iterable<string>): Readonly<Record<string, Json>> {
  const { known } = base;
  return Array.isArray(known) ? { ...base, known: [...new Set([...known, ...ids])] } : base;
}

/**
 * A block that was made from this body whose answer was lost: of its kind and name, and none of those known before
 * (`base.known`). Where those are not known, any that looks like it may have been there all the time: null, so that the
 * create goes again under its key.
 */
export function findCreatedBlock(blocks: readonly Block[], body: CreateBlockBody, base: Readonly<Record<string, Json>>): Block | null {
  const { known } = base;
  if (!Array.isArray(known)) return null;
  return blocks.findLast((block) => block.key === body.key && block.label === body.label && !known.includes(block.id)) ?? null;
}
