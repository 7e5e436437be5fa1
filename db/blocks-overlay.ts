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
import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
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
import { idMapOf } from './outbox-entries.ts';
import { blocksKey } from '#contract/cache-keys.ts';
import { beganOf, ownSavesOf, theirsOf, triedOf, type WaitingField } from './overlay.ts';
import { readBlockEntries } from './outbox-entries.ts';
import type { ClientDatabase } from './stores.ts';

/** A website's blocks as screens show them. `stored` is the server state; null: never read. */
export interface BlocksReading {
  readonly stored: readonly Block[] | null;
  readonly shown: readonly Block[];
  /** By block. */
  readonly waiting: Readonly<Record<string, WaitingField>>;
  /** By block and setting. */
  readonly waitingSettings: Readonly<Record<string, Readonly<Record<string, WaitingField>>>>;
  /** By block: a hide or show that met somebody else's, and waits for a person. */
  readonly showConflicts: Readonly<Record<string, ShowConflict>>;
  readonly order: WaitingField | null;
  /** What our own last confirmed saves put there, by block and field as `settingField` and `enabledField` name it. */
  readonly own: Readonly<Record<string, Json>>;
  readonly fetchedAt: number | null;
  /** When the reading began, on the clock of `performance.now()`. */
  readonly readAt: number;
  /** Ids that blocks had on this device, by which routes and drafts may still call them. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** Applies the pending mutations to the cached blocks, in the order of the outbox. Reads one consistent state of both. */
export async function readBlocksView(db: ClientDatabase, cache: Cache, userId: string, websiteId: string): Promise<BlocksReading> {
  const readAt = performance.now();
  const [cached, aliases, own, entries] = await db.transaction('r', [db.resources, db.outbox, db.idMap], async () => [
    await cache.get(userId, blocksKey(websiteId), v.array(blockSchema)),
    await idMapOf(db, userId),
    await ownSavesOf(db, userId, blocksKey(websiteId)),
    await readBlockEntries(db, userId, websiteId),
  ]);
  // Outside the transaction: a long outbox is applied without holding up a save that waits to be written.
  const reading = {
    shown: cached?.data ?? [],
    waiting: {} as Record<string, WaitingField>,
    waitingSettings: {} as Record<string, Record<string, WaitingField>>,
    showConflicts: {} as Record<string, ShowConflict>,
    order: null as WaitingField | null,
  };
  // Orders last: one that was joined with an earlier one may name blocks whose entries stand behind it.
  const [orders, others] = [entries.filter(isOrder), entries.filter((entry) => !isOrder(entry))];
  for (const entry of [...others, ...orders]) applyPending(reading, { ...entry, ...bind(entry)?.withServerIds(aliases) });
  return {
    ...reading,
    own,
    stored: cached?.data ?? null,
    fetchedAt: cached?.fetchedAt ?? null,
    readAt,
    aliases: Object.fromEntries(aliases),
  };
}

/** Adds a block that was created here. Where it may have reached the server it may be in the list: then it is shown once, as ours. */
function withCreated(shown: readonly Block[], body: CreateBlockBody, { status, base, mayHaveBeenApplied }: OutboxEntry): readonly Block[] {
  const mayBeThere = status === 'sending' || mayHaveBeenApplied;
  const arrived = mayBeThere
    ? findCreatedBlock(
        shown.filter(({ id }) => !isLocalId(id)),
        body,
        base,
      )
    : null;
  if (!arrived) return addBlock(shown, blockCreatedHere(body));
  return shown.map((block) => (block === arrived ? { ...block, id: body.localId } : block));
}

const isOrder = (entry: OutboxEntry): boolean => mutationName(entry) === 'block.reorder';

/** Of a change in conflict only the fields that differ are asked about; the others wait with it. */
function markOfSetting(entry: OutboxEntry, field: string, key: string): WaitingField {
  const asked = entry.status === 'conflict' ? entry.lastError?.theirs : undefined;
  const mark: WaitingField = { opId: entry.opId, status: entry.status, message: entry.lastError?.fields[key] ?? null, ...triedOf(entry) };
  if (asked !== undefined && field in asked) return { ...mark, theirs: theirsOf(asked[field] ?? null) };
  return { ...mark, ...beganOf(entry, field), ...(asked === undefined ? {} : { status: 'pending' }) };
}

/** The blocks while pending mutations are applied to them. */
interface BlocksView {
  shown: readonly Block[];
  readonly waiting: Record<string, WaitingField>;
  readonly waitingSettings: Record<string, Record<string, WaitingField>>;
  readonly showConflicts: Record<string, ShowConflict>;
  order: WaitingField | null;
}

function applyPending(view: BlocksView, entry: OutboxEntry): void {
  const mark: WaitingField = { opId: entry.opId, status: entry.status, message: entry.lastError?.message || null, ...triedOf(entry) };
  // An order or a hide that was refused, or that somebody has to decide about, is not shown as if it were so.
  const isOver = entry.status === 'rejected' || entry.status === 'conflict';
  switch (mutationName(entry)) {
    case 'block.reorder': {
      const body = reorderBlocksMutation.parse(entry.body);
      if (!body) return;
      if (!isOver) view.shown = inOrder(view.shown, body.order);
      const theirs = entry.status === 'conflict' ? entry.lastError?.theirs?.[orderField] : undefined;
      view.order = theirs === undefined ? mark : { ...mark, theirs: theirsOf(theirs) };
      return;
    }
    case 'block.update': {
      const body = updateBlockMutation.parse(entry.body);
      if (!body) return;
      if (!isOver) view.shown = setEnabled(view.shown, body.blockId, body.enabled);
      view.waiting[body.blockId] = mark;
      const theirs = entry.status === 'conflict' ? entry.lastError?.theirs?.[enabledField(body.blockId)] : undefined;
      // A block whose visibility the server does not answer is shown.
      if (theirs !== undefined) view.showConflicts[body.blockId] = { opId: entry.opId, mine: body.enabled, theirs: theirs !== false };
      return;
    }
    case 'block.create': {
      const body = createBlockMutation.parse(entry.body);
      if (!body) return;
      view.shown = withCreated(view.shown, body, entry);
      view.waiting[body.localId] = mark;
      return;
    }
    case 'block.delete': {
      const body = deleteBlockMutation.parse(entry.body);
      if (!body) return;
      if (isOver) view.waiting[body.blockId] = mark;
      else view.shown = removeBlock(view.shown, body.blockId);
      return;
    }
    case 'block-settings.update': {
      const body = updateBlockSettingsMutation.parse(entry.body);
      if (!body) return;
      view.shown = withSettings(view.shown, body.blockId, body.settings);
      view.waiting[body.blockId] = mark;
      const own = body.settings.map(({ key }) => [key, markOfSetting(entry, settingField(body.blockId, key), key)] as const);
      view.waitingSettings[body.blockId] = { ...view.waitingSettings[body.blockId], ...Object.fromEntries(own) };
      return;
    }
  }
}
