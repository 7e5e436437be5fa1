import { addBlock, inOrder, removeBlock, setEnabled } from '#contract/blocks/order.ts';
import {
  type BlocksCreateBody,
  enabledField,
  findCreated,
  orderField,
  type ShowConflict,
  settingField,
} from '#contract/mutations/blocks.ts';
import { isLocalId } from '#contract/mutations/local-id.ts';
import { type Block, blockSchema } from '#contract/entities/block.ts';
import type { Json } from '#contract/json.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import * as v from 'valibot';
import type { Cache } from './cache.ts';
import { blockMadeHere, blocksCreate } from './mutations/blocks-create.ts';
import { blocksDelete } from './mutations/blocks-delete.ts';
import { blockSettingsSave, withSettings } from './mutations/block-settings-save.ts';
import { blocksOrder } from './mutations/blocks-order.ts';
import { blocksShow } from './mutations/blocks-show.ts';
import { bind } from './mutations/index.ts';
import { aliasesOf } from './aliases.ts';
import { blocksKey } from './keys.ts';
import { beganOf, ownSavesOf, theirsOf, triedOf, type WaitingField } from './overlay.ts';
import { readBlockEntries } from './outbox-entries.ts';
import type { ClientDatabase } from './stores.ts';

/** A website's blocks as screens show them. `stored` is the server's word; null: never heard. */
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

/** Lays the queue over the cached blocks, in queue order. Reads one consistent state of both. */
export async function readBlocks(db: ClientDatabase, cache: Cache, userId: string, websiteId: string): Promise<BlocksReading> {
  const readAt = performance.now();
  const [cached, aliases, own, rows] = await db.transaction('r', [db.resources, db.outbox, db.aliases], async () => [
    await cache.get(userId, blocksKey(websiteId), v.array(blockSchema)),
    await aliasesOf(db, userId),
    await ownSavesOf(db, userId, blocksKey(websiteId)),
    await readBlockEntries(db, userId, websiteId),
  ]);
  // Outside the transaction: a long outbox is laid over without holding up a save that waits to be written.
  const reading = {
    shown: cached?.data ?? [],
    waiting: {} as Record<string, WaitingField>,
    waitingSettings: {} as Record<string, Record<string, WaitingField>>,
    showConflicts: {} as Record<string, ShowConflict>,
    order: null as WaitingField | null,
  };
  // Orders last: one that was joined with an earlier one may name blocks whose rows stand behind it.
  const [orders, others] = [rows.filter(isOrder), rows.filter((row) => !isOrder(row))];
  for (const row of [...others, ...orders]) layOver(reading, { ...row, ...bind(row)?.withAliases(aliases) });
  return {
    ...reading,
    own,
    stored: cached?.data ?? null,
    fetchedAt: cached?.fetchedAt ?? null,
    readAt,
    aliases: Object.fromEntries(aliases),
  };
}

/** Adds a block that was made here. Where it may have reached the server it may be in the list: then it is shown once, as ours. */
function withMade(shown: readonly Block[], body: BlocksCreateBody, { status, base, mayHaveBeenApplied }: OutboxEntry): readonly Block[] {
  const mayBeThere = status === 'sending' || mayHaveBeenApplied;
  const arrived = mayBeThere
    ? findCreated(
        shown.filter(({ id }) => !isLocalId(id)),
        body,
        base,
      )
    : null;
  if (!arrived) return addBlock(shown, blockMadeHere(body));
  return shown.map((block) => (block === arrived ? { ...block, id: body.localId } : block));
}

const isOrder = (row: OutboxEntry): boolean => row.command === 'blocks.order';

/** Of a change in conflict only the fields that differ are asked about; the others wait with it. */
function markOfSetting(row: OutboxEntry, field: string, key: string): WaitingField {
  const asked = row.status === 'conflict' ? row.lastError?.theirs : undefined;
  const mark: WaitingField = { opId: row.opId, status: row.status, message: row.lastError?.fields[key] ?? null, ...triedOf(row) };
  if (asked !== undefined && field in asked) return { ...mark, theirs: theirsOf(asked[field] ?? null) };
  return { ...mark, ...beganOf(row, field), ...(asked === undefined ? {} : { status: 'queued' }) };
}

interface Laid {
  shown: readonly Block[];
  readonly waiting: Record<string, WaitingField>;
  readonly waitingSettings: Record<string, Record<string, WaitingField>>;
  readonly showConflicts: Record<string, ShowConflict>;
  order: WaitingField | null;
}

function layOver(laid: Laid, row: OutboxEntry): void {
  const mark: WaitingField = { opId: row.opId, status: row.status, message: row.lastError?.message || null, ...triedOf(row) };
  // An order or a hide that was refused, or that somebody has to decide about, is not shown as if it were so.
  const isOver = row.status === 'parked' || row.status === 'conflict';
  switch (row.command) {
    case 'blocks.order': {
      const body = blocksOrder.parse(row.body);
      if (!body) return;
      if (!isOver) laid.shown = inOrder(laid.shown, body.order);
      const theirs = row.status === 'conflict' ? row.lastError?.theirs?.[orderField] : undefined;
      laid.order = theirs === undefined ? mark : { ...mark, theirs: theirsOf(theirs) };
      return;
    }
    case 'blocks.show': {
      const body = blocksShow.parse(row.body);
      if (!body) return;
      if (!isOver) laid.shown = setEnabled(laid.shown, body.blockId, body.enabled);
      laid.waiting[body.blockId] = mark;
      const theirs = row.status === 'conflict' ? row.lastError?.theirs?.[enabledField(body.blockId)] : undefined;
      // Without a word of the server a block is shown.
      if (theirs !== undefined) laid.showConflicts[body.blockId] = { opId: row.opId, mine: body.enabled, theirs: theirs !== false };
      return;
    }
    case 'blocks.create': {
      const body = blocksCreate.parse(row.body);
      if (!body) return;
      laid.shown = withMade(laid.shown, body, row);
      laid.waiting[body.localId] = mark;
      return;
    }
    case 'blocks.delete': {
      const body = blocksDelete.parse(row.body);
      if (!body) return;
      if (isOver) laid.waiting[body.blockId] = mark;
      else laid.shown = removeBlock(laid.shown, body.blockId);
      return;
    }
    case 'block-settings.save': {
      const body = blockSettingsSave.parse(row.body);
      if (!body) return;
      laid.shown = withSettings(laid.shown, body.blockId, body.settings);
      laid.waiting[body.blockId] = mark;
      const own = body.settings.map(({ key }) => [key, markOfSetting(row, settingField(body.blockId, key), key)] as const);
      laid.waitingSettings[body.blockId] = { ...laid.waitingSettings[body.blockId], ...Object.fromEntries(own) };
      return;
    }
    case 'settings.save':
    case 'files.upload':
      return;
  }
}
