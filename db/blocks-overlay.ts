import { addBlock, inOrder, removeBlock, setEnabled } from '#contract/blocks/order.ts';
import {
  type CreateBlockBody,
  enabledField,
  findCreatedBlock,
  orderField,
  type ShowConflict,
  settingField,
} from '#contract/resources/blocks.ts';
import { isLocalId } from '#contract/resources/local-id.ts';
import { type Block, blockSchema } from '#contract/entities/block.ts';
import type { Json } from '#contract/json.ts';
import { isStopped, mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import * as v from 'valibot';
import type { Cache } from './cache.ts';
import {
  blockCreatedHere,
  createBlockMutation,
  deleteBlockMutation,
  reorderBlocksMutation,
  updateBlockMutation,
} from '#contract/resources/block-mutations.ts';
import { updateBlockSettingsMutation, withSettings } from '#contract/resources/block-settings-mutation.ts';
import { bind } from '#contract/resources/bind.ts';
import { patched } from './entry-transitions.ts';
import { createdIn, idMapFrom, idMapRowsOf, readEntriesOfKind } from './outbox-entries.ts';
import { blocksKey } from '#contract/cache-keys.ts';
import { beganOf, confirmedValuesOf, theirsOf, triedOf, type PendingField } from './overlay.ts';
import type { ClientDatabase } from './stores.ts';

/** A website's blocks as screens show them. `stored` is the server state; null: never read. */
export interface BlocksReading {
  readonly stored: readonly Block[] | null;
  readonly blocks: readonly Block[];
  /** By block. */
  readonly pendingBlocks: Readonly<Record<string, PendingField>>;
  /** By block and setting. */
  readonly pendingSettings: Readonly<Record<string, Readonly<Record<string, PendingField>>>>;
  /** By block: a hide or show that conflicts with somebody else's. */
  readonly showConflicts: Readonly<Record<string, ShowConflict>>;
  readonly order: PendingField | null;
  /** The values that our own last confirmed saves wrote, by `settingField` and `enabledField`. */
  readonly confirmedWrites: Readonly<Record<string, Json>>;
  readonly fetchedAt: number | null;
  /** When the reading began, on the clock of `performance.now()`. */
  readonly readAt: number;
  /** The server's id by local id: routes and drafts may still use the local one. */
  readonly idMap: Readonly<Record<string, string>>;
}

/** Applies the pending mutations to the cached blocks, in the order of the outbox. Reads one consistent state of both. */
export async function readBlocksView(db: ClientDatabase, cache: Cache, userId: string, websiteId: string): Promise<BlocksReading> {
  const readAt = performance.now();
  const kind = (entity: string) => readEntriesOfKind(db, userId, { entity, scope: websiteId });
  const [cached, idMapRows, confirmedWrites, others, orders] = await db.transaction('r', [db.resources, db.outbox, db.idMap], async () => [
    await cache.get(userId, blocksKey(websiteId), v.array(blockSchema)),
    await idMapRowsOf(db, userId),
    await confirmedValuesOf(db, userId, blocksKey(websiteId)),
    await kind('block'),
    await kind('block-order'),
  ]);
  // Outside the transaction, since applying a long outbox would delay the writes of other saves.
  const view: BlocksView = {
    blocks: cached?.data ?? [],
    pendingBlocks: {},
    pendingSettings: {},
    showConflicts: {},
    order: null,
  };
  const idMap = idMapFrom(idMapRows);
  const createdHere = createdIn(idMapRows, blocksKey(websiteId));
  // Orders last: an order that was merged into an earlier one may name blocks whose entries come after it.
  for (const entry of [...others, ...orders]) applyPending(view, patched(entry, bind(entry)?.withServerIds(idMap, createdHere)));
  return {
    ...view,
    confirmedWrites,
    stored: cached?.data ?? null,
    fetchedAt: cached?.fetchedAt ?? null,
    readAt,
    idMap: Object.fromEntries(idMap),
  };
}

/** Adds a block that was created here. Where the server's list may contain it already, it replaces that one. */
function withCreated(blocks: readonly Block[], body: CreateBlockBody, { status, base, mayHaveBeenApplied }: OutboxEntry): readonly Block[] {
  const mayBeThere = status === 'sending' || mayHaveBeenApplied;
  const arrived = mayBeThere
    ? findCreatedBlock(
        blocks.filter(({ id }) => !isLocalId(id)),
        body,
        base,
      )
    : null;
  if (!arrived) return addBlock(blocks, blockCreatedHere(body));
  return blocks.map((block) => (block === arrived ? { ...block, id: body.localId } : block));
}

/** Of an entry in conflict only the disputed fields need a choice; its other fields are pending. */
function markOfSetting(entry: OutboxEntry, field: string, key: string): PendingField {
  const asked = entry.status === 'conflict' ? entry.lastError?.theirs : undefined;
  const mark: PendingField = { opId: entry.opId, status: entry.status, message: entry.lastError?.fields[key] ?? null, ...triedOf(entry) };
  if (asked !== undefined && field in asked) return { ...mark, theirs: theirsOf(asked[field] ?? null) };
  return { ...mark, ...beganOf(entry, field), ...(asked === undefined ? {} : { status: 'pending' }) };
}

/** The blocks while pending mutations are applied to them. */
interface BlocksView {
  blocks: readonly Block[];
  readonly pendingBlocks: Record<string, PendingField>;
  readonly pendingSettings: Record<string, Record<string, PendingField>>;
  readonly showConflicts: Record<string, ShowConflict>;
  order: PendingField | null;
}

function applyPending(view: BlocksView, entry: OutboxEntry): void {
  const mark: PendingField = { opId: entry.opId, status: entry.status, message: entry.lastError?.message || null, ...triedOf(entry) };
  // An order or a hide that was rejected or is in conflict is not applied.
  const isOver = isStopped(entry);
  switch (mutationName(entry)) {
    case 'block.reorder': {
      const body = reorderBlocksMutation.parse(entry.body);
      if (!body) return;
      if (!isOver) view.blocks = inOrder(view.blocks, body.order);
      const theirs = entry.status === 'conflict' ? entry.lastError?.theirs?.[orderField] : undefined;
      view.order = theirs === undefined ? mark : { ...mark, theirs: theirsOf(theirs) };
      return;
    }
    case 'block.update': {
      const body = updateBlockMutation.parse(entry.body);
      if (!body) return;
      if (!isOver) view.blocks = setEnabled(view.blocks, body.blockId, body.enabled);
      view.pendingBlocks[body.blockId] = mark;
      const theirs = entry.status === 'conflict' ? entry.lastError?.theirs?.[enabledField(body.blockId)] : undefined;
      // A block without `enabled` in the server's answer is visible.
      if (theirs !== undefined) view.showConflicts[body.blockId] = { opId: entry.opId, mine: body.enabled, theirs: theirs !== false };
      return;
    }
    case 'block.create': {
      const body = createBlockMutation.parse(entry.body);
      if (!body) return;
      view.blocks = withCreated(view.blocks, body, entry);
      view.pendingBlocks[body.localId] = mark;
      return;
    }
    case 'block.delete': {
      const body = deleteBlockMutation.parse(entry.body);
      if (!body) return;
      if (isOver) view.pendingBlocks[body.blockId] = mark;
      else view.blocks = removeBlock(view.blocks, body.blockId);
      return;
    }
    case 'block-settings.update': {
      const body = updateBlockSettingsMutation.parse(entry.body);
      if (!body) return;
      view.blocks = withSettings(view.blocks, body.blockId, body.settings);
      view.pendingBlocks[body.blockId] = mark;
      const own = body.settings.map(({ key }) => [key, markOfSetting(entry, settingField(body.blockId, key), key)] as const);
      view.pendingSettings[body.blockId] = { ...view.pendingSettings[body.blockId], ...Object.fromEntries(own) };
      return;
    }
  }
}
