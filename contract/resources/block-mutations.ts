import * as v from 'valibot';
import { addBlock, inOrder, removeBlock, setEnabled } from '../blocks/order.ts';
import { homepagePath } from '../blocks/paths.ts';
import { blocksKey } from '../cache-keys.ts';
import { bulkUpdateBlocks, createBlock, deleteBlock, listBlocks, updateBlock } from '../calls/blocks.ts';
import { type Block, blockSchema } from '../entities/block.ts';
import { type Json, toJson } from '../json.ts';
import { parsedBy } from '../parsed-by.ts';
import {
  blockFields,
  blockOrderTarget,
  blockTarget,
  type CachedBlock,
  cachedBlockSchema,
  compareBlockFields,
  type CreateBlockBody,
  createBlockBodySchema,
  type DeleteBlockBody,
  deleteBlockBodySchema,
  enabledField,
  findCreatedBlock,
  orderField,
  orderValues,
  partlyAppliedOrders,
  type ReorderBlocksBody,
  reorderBlocksBodySchema,
  sameOrder,
  showValues,
  type UpdateBlockBody,
  updateBlockBodySchema,
  withKnownBlocks,
} from './blocks.ts';
import { isLocalId } from './local-id.ts';
import { type Compared, defaults, type IdMap, type MutationDefinition, type Patch, type PreflightComparison } from './mutation.ts';

const oneBlock = parsedBy(blockSchema);
const blockList = parsedBy(v.array(blockSchema));
const cachedList = parsedBy(v.array(cachedBlockSchema));
const idList = parsedBy(v.array(v.string()));

/** A website's blocks in the cache or an answer; empty where the data has another shape. */
export const readBlockList = (data: Json | null): readonly CachedBlock[] => cachedList(data) ?? [];

/** An answer that is one block, or a list of them. */
function answeredBlocks(data: Json | null | undefined): readonly Block[] {
  const one = oneBlock(data);
  return one ? [one] : readBlockList(data ?? null);
}

/** What all mutations of blocks have in common: one cached list, whose fields are named by block. */
export const onBlockList = {
  ...defaults,
  screenPath: () => homepagePath,
  cacheKey: (websiteId) => blocksKey(websiteId ?? ''),
  stored: (cached) => blockFields(readBlockList(cached)),
  read: (websiteId) => ({ call: listBlocks, params: { websiteId } }),
} satisfies Partial<MutationDefinition<unknown>>;

/** The block of a mutation, where it was created on this device and the server has not named it yet. */
export const localBlock = ({ blockId }: { readonly blockId: string }): Readonly<Record<string, string>> =>
  isLocalId(blockId) ? { [blockId]: blockId } : {};

/** Names of fields begin with the block's id; where the server has given the block an id by now, they get that id. */
export function withServerIdsInBase(base: Patch<unknown>['base'], ids: IdMap): Patch<unknown>['base'] {
  return Object.fromEntries(
    Object.entries(base).map(([key, value]) => {
      const [id = '', ...rest] = key.split('/');
      const server = ids.get(id);
      return [server === undefined ? key : [server, ...rest].join('/'), value];
    }),
  );
}

/** Runs `judge` on the blocks of a preflight read; a mutation of a block that somebody has deleted can't be applied. */
export function compareBlocks(
  {
    values,
    base,
    blockId,
  }: { readonly values: Readonly<Record<string, Json>>; readonly blockId: string | null } & Pick<Patch<unknown>, 'base'>,
  theirs: Json,
  compared: Compared,
): PreflightComparison {
  const blocks = blockList(theirs);
  if (!blocks) return { kind: 'unreadable' };
  if (blockId !== null && !blocks.some(({ id }) => id === blockId)) return { kind: 'gone' };
  return compareBlockFields(values, base, blockFields(blocks), compared);
}

/** Shows a block, or hides it. */
export const updateBlockMutation: MutationDefinition<UpdateBlockBody> = {
  ...onBlockList,
  rebaseOnEnqueue: true,
  parse: parsedBy(updateBlockBodySchema),
  target: (scope, { blockId }) => blockTarget(scope, blockId),
  merge: (earlier, later) => ({ body: later.body, base: { ...later.base, ...earlier.base } }),
  values: showValues,
  // Other fields in the answer may be older than values that parallel mutations have written to the cache.
  applyToCache(cached, { blockId, enabled }, answer) {
    const answered = answeredBlocks(answer?.data).find(({ id }) => id === blockId);
    return toJson(setEnabled(readBlockList(cached), blockId, answered?.enabled ?? enabled));
  },
  resolve({ body }, error, choices) {
    const field = enabledField(body.blockId);
    return choices[field] === 'theirs' ? null : { body, base: { [field]: error.theirs?.[field] ?? null } };
  },
  references: localBlock,
  withServerIds: ({ body, base }, ids) => ({
    body: { ...body, blockId: ids.get(body.blockId) ?? body.blockId },
    base: withServerIdsInBase(base, ids),
  }),
  send: (_, { blockId, enabled }) => ({ call: updateBlock, params: { blockId }, body: { enabled } }),
  compare: ({ body, base }, theirs, compared) => compareBlocks({ values: showValues(body), base, blockId: body.blockId }, theirs, compared),
  labelOf: ({ label }) => label,
  describe: ({ label, enabled }) => `Homepage: ${enabled ? 'show' : 'hide'} ${label}`,
};

/** The block as this device shows it until the server has given it an id. */
export function blockCreatedHere({ localId, key, label, enabled, settings }: CreateBlockBody): Block {
  return { id: localId, key, label, enabled, settings, static: false, priority: 0 };
}

/** Adds a block to a homepage, above the footer. Two creates are never merged, even of the same kind and name. */
export const createBlockMutation: MutationDefinition<CreateBlockBody> = {
  ...onBlockList,
  parse: parsedBy(createBlockBodySchema),
  target: (scope, { localId }) => blockTarget(scope, localId),
  merge: () => null,
  values: () => ({}),
  applyToCache(cached, body, answer) {
    const blocks = readBlockList(cached);
    const [created] = answeredBlocks(answer?.data);
    if (!created || blocks.some((block) => block.id === created.id)) return toJson(blocks);
    return toJson(addBlock<CachedBlock>(blocks, { ...created, settings: created.settings ?? body.settings, isPlaceUnread: true }));
  },
  resolve: (patch) => patch,
  // A block that this device has created meanwhile is not this one, even if it has the same kind and name.
  withServerIds: ({ body, base }, _, createdHere) => ({ body, base: withKnownBlocks(base, createdHere) }),
  // A colleague may have created one of its kind and name since.
  baseAtFirst: (base, cached) =>
    withKnownBlocks(
      { known: [], ...base },
      readBlockList(cached).map(({ id }) => id),
    ),
  localId: ({ localId }) => localId,
  looks: ({ key, label }) => JSON.stringify([key, label]),
  created({ body, base }, _, { answer, read }) {
    const block = answer === null ? findCreatedBlock(readBlockList(read), body, base) : (answeredBlocks(answer)[0] ?? null);
    return block ? { serverId: block.id, values: {}, cached: null } : null;
  },
  send: (websiteId, { key, label }) => ({ call: createBlock, params: { websiteId }, body: { key, label } }),
  compare({ body, base }, theirs) {
    const blocks = blockList(theirs);
    if (!blocks) return { kind: 'unreadable' };
    return { kind: findCreatedBlock(blocks, body, base) ? 'done' : 'send' };
  },
  labelOf: ({ label }) => label,
  describe: ({ label }) => `Homepage: new block ${label}`,
};

/** Deletes a block. Pending changes of it then need not be sent any more. */
export const deleteBlockMutation: MutationDefinition<DeleteBlockBody> = {
  ...onBlockList,
  parse: parsedBy(deleteBlockBodySchema),
  target: (scope, { blockId }) => blockTarget(scope, blockId),
  merge: (_, later) => later,
  values: () => ({}),
  applyToCache: (cached, { blockId }) => toJson(removeBlock(readBlockList(cached), blockId)),
  resolve: (patch) => patch,
  references: localBlock,
  withServerIds: ({ body, base }, ids) => ({ body: { ...body, blockId: ids.get(body.blockId) ?? body.blockId }, base }),
  send: (websiteId, { blockId }) => ({ call: deleteBlock, params: { websiteId }, query: { id: blockId } }),
  compare({ body }, theirs) {
    const blocks = blockList(theirs);
    if (!blocks) return { kind: 'unreadable' };
    return { kind: blocks.some(({ id }) => id === body.blockId) ? 'send' : 'done' };
  },
  labelOf: ({ label }) => label,
  describe: ({ label }) => `Homepage: delete ${label}`,
};

/** Puts the blocks of a homepage into an order. The last order wins. */
export const reorderBlocksMutation: MutationDefinition<ReorderBlocksBody> = {
  ...onBlockList,
  rebaseOnEnqueue: true,
  isTagged: true,
  parse: parsedBy(reorderBlocksBodySchema),
  target: blockOrderTarget,
  merge: (earlier, later) => ({ body: later.body, base: earlier.base }),
  values: orderValues,
  isSame: (_, a, b) => sameOrder(a, b),
  partlyApplied: ({ body, base }) => partlyAppliedOrders(body, base),
  // The answered list may be older than values that parallel mutations have written to the cache. Blocks that the order does not name were
  // created in parallel, by this device or another.
  applyToCache(cached, { order }) {
    const named = new Set(order);
    const places = readBlockList(cached).map(
      ({ isPlaceUnread: _, ...block }): CachedBlock => (named.has(block.id) || block.static ? block : { ...block, isPlaceUnread: true }),
    );
    return toJson(inOrder(places, order));
  },
  resolve: ({ body }, error, choices) =>
    choices[orderField] === 'theirs' ? null : { body, base: { [orderField]: error.theirs?.[orderField] ?? null } },
  references: ({ order }) => Object.fromEntries(order.filter(isLocalId).map((id) => [id, id])),
  withServerIds({ body, base }, ids) {
    const known = (id: string) => ids.get(id) ?? id;
    const before = idList(base[orderField]);
    return { body: { order: body.order.map(known) }, base: before ? { ...base, [orderField]: before.map(known) } : base };
  },
  without: ({ order }, localId) => ({ order: order.filter((id) => id !== localId) }),
  send: (websiteId, { order }) => ({
    call: bulkUpdateBlocks,
    params: { websiteId },
    body: { items: order.map((id, at) => ({ id, priority: at + 1 })) },
  }),
  compare({ body, base }, theirs, compared) {
    const halves = compared.mayHaveBeenApplied ? (partlyAppliedOrders(body, base)[orderField] ?? []) : [];
    // In addition to values that a superseded earlier order may have left.
    const maybeOurs = { ...compared.maybeOurs, [orderField]: [...(compared.maybeOurs[orderField] ?? []), ...halves] };
    return compareBlocks({ values: orderValues(body), base, blockId: null }, theirs, { ...compared, maybeOurs });
  },
  labelOf: () => 'the order of the blocks',
  describe: () => 'Homepage: order of the blocks',
};
