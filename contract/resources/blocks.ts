import * as v from 'valibot';
import { fromTop } from '../blocks/order.ts';
import { type Block, blockSchema, blockSettingSchema, blockSettingWriteSchema } from '../entities/block.ts';
import { idSchema } from '../entities/id.ts';
import { type Json, sameJson } from '../json.ts';
import { limits } from '../limits.ts';
import type { Target, TargetScope } from '../outbox-entry.ts';
import { compareFields, type Comparison, type MaybeOurs, type UnconfirmedWrites } from './compare-fields.ts';
import { localIdSchema } from './local-id-schema.ts';

const label = v.pipe(v.string(), v.maxLength(limits.blockLabelCharacters));

/** Body of `block.reorder`: all ids from the top, local ids included. */
export const reorderBlocksBodySchema = v.object({ order: v.array(idSchema) });
export type ReorderBlocksBody = v.InferOutput<typeof reorderBlocksBodySchema>;

/** Body of `block.update`: shows a block or hides it. `label` is for texts of the sync centre. */
export const updateBlockBodySchema = v.object({ blockId: idSchema, label, enabled: v.boolean() });
export type UpdateBlockBody = v.InferOutput<typeof updateBlockBodySchema>;

/** Body of `block.create`. The block has `localId` until the server has given it an id; `settings` are its defaults. */
export const createBlockBodySchema = v.object({
  localId: localIdSchema,
  key: v.string(),
  label,
  /** The new block is hidden. */
  enabled: v.boolean(),
  settings: v.array(blockSettingSchema),
});
export type CreateBlockBody = v.InferOutput<typeof createBlockBodySchema>;

/** Body of `block.delete`. */
export const deleteBlockBodySchema = v.object({ blockId: idSchema, label });
export type DeleteBlockBody = v.InferOutput<typeof deleteBlockBodySchema>;

/** Body of `block-settings.update`: settings of one block, in their wire form. */
export const blockSettingsBodySchema = v.object({
  blockId: idSchema,
  label,
  settings: v.pipe(v.array(blockSettingWriteSchema), v.nonEmpty()),
});
export type BlockSettingsBody = v.InferOutput<typeof blockSettingsBodySchema>;

/** Mutations are sent in order for each block, and for the order of a website's blocks. */
export const blockTarget = ({ websiteId }: TargetScope, blockId: string): Target => ({
  entity: 'block',
  scope: websiteId ?? '',
  id: blockId,
});
export const blockOrderTarget = ({ websiteId }: TargetScope): Target => ({
  entity: 'block-order',
  scope: websiteId ?? '',
  id: websiteId ?? '',
});

/** Whether a block is shown, for this person and on the server. `opId` is that of the pending change. */
export interface ShowConflict {
  readonly opId: string;
  readonly mine: boolean;
  readonly theirs: boolean;
}

/** Names of the fields that a mutation changes, in its base and in a conflict. A website's blocks are one record with these fields. */
export const orderField = 'order';
export const enabledField = (blockId: string): string => `${blockId}/enabled`;
export const settingField = (blockId: string, key: string): string => `${blockId}/setting/${key}`;

/**
 * A block in the cache. `isPlaceUnread`: it was created, or an order was sent that does not name it, since the list was last read; where the
 * server has put it is assumed. Never part of an answer.
 */
export interface CachedBlock extends Block {
  readonly isPlaceUnread?: true;
}

const placeSchema = v.object({ isPlaceUnread: v.exactOptional(v.literal(true)) });
export const cachedBlockSchema: v.GenericSchema<unknown, CachedBlock> = v.intersect([blockSchema, placeSchema]);

/**
 * The server's value of every field of a website's blocks. The order lacks blocks whose place was not read: an order that began from an
 * assumed place would be in conflict with the server's.
 */
export function blockFields(blocks: readonly CachedBlock[]): Readonly<Record<string, Json>> {
  const read = fromTop(blocks).filter(({ isPlaceUnread }) => !isPlaceUnread);
  const fields: Record<string, Json> = { [orderField]: read.map(({ id }) => id) };
  for (const { id, enabled, settings } of blocks) {
    fields[enabledField(id)] = enabled;
    for (const { key, value } of settings ?? []) fields[settingField(id, key)] = value;
  }
  return fields;
}

/**
 * Three-way comparison of a mutation's values with its base and the server's values: theirs = mine, done; theirs = base, send; all three
 * differ, conflict. Two orders are compared only by the blocks that both contain: a block that was added or deleted elsewhere is no change
 * of the order.
 */
export function compareBlockFields(
  values: Readonly<Record<string, Json>>,
  base: Readonly<Record<string, Json>>,
  theirs: Readonly<Record<string, Json>>,
  unconfirmed: Partial<UnconfirmedWrites>,
): Comparison {
  return compareFields(values, base, theirs, unconfirmed, (key, a, b) => (key === orderField ? sameOrder(a, b) : sameJson(a, b)));
}

/** Whether two orders have their common blocks in the same order. */
export function sameOrder(a: Json, b: Json): boolean {
  const [left, right] = [Array.isArray(a) ? a : [], Array.isArray(b) ? b : []];
  const common = new Set(left.filter((id) => right.includes(id)));
  return sameJson(
    left.filter((id) => common.has(id)),
    right.filter((id) => common.has(id)),
  );
}

/**
 * The possible states after an order that was sent block by block, from the top, and interrupted: its first blocks are in their places, the
 * others where they were. By field, in the form of the comparison.
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

/** The values of each mutation, by field. */
export const orderValues = ({ order }: ReorderBlocksBody): Readonly<Record<string, Json>> => ({ [orderField]: order });
export const showValues = ({ blockId, enabled }: UpdateBlockBody): Readonly<Record<string, Json>> => ({ [enabledField(blockId)]: enabled });
export const blockSettingValues = ({ blockId, settings }: BlockSettingsBody): Readonly<Record<string, Json>> =>
  Object.fromEntries(settings.map(({ key, value }) => [settingField(blockId, key), value]));

/** The base of a create, with more ids of blocks that this device knows, which are therefore not the created one. Unknown stays unknown. */
export function withKnownBlocks(base: Readonly<Record<string, Json>>, ids: Iterable<string>): Readonly<Record<string, Json>> {
  const { known } = base;
  return Array.isArray(known) ? { ...base, known: [...new Set([...known, ...ids])] } : base;
}

/**
 * A block that was created from this body and whose answer was lost: of its kind and name, and not among those known before (`base.known`).
 * Where those are not known, a block that looks like it may be older: then null, so that the create is sent again under its key.
 */
export function findCreatedBlock(blocks: readonly Block[], body: CreateBlockBody, base: Readonly<Record<string, Json>>): Block | null {
  const { known } = base;
  if (!Array.isArray(known)) return null;
  return blocks.findLast((block) => block.key === body.key && block.label === body.label && !known.includes(block.id)) ?? null;
}
