import { eq, sql } from 'drizzle-orm';
import {
  bulkUpdateBlocks,
  createBlock,
  deleteBlock,
  getBlock,
  getThemeSetting,
  listBlocks,
  listThemeSettings,
  updateBlock,
  updateThemeSettings,
} from '#contract/calls/blocks.ts';
import { addableBlocks, canDeleteBlocks } from '#contract/blocks/catalogue.ts';
import { addBlock, inOrder } from '#contract/blocks/order.ts';
import type { WireValue } from '#contract/entities/setting.ts';
import { sameJson } from '#contract/json.ts';
import { limits } from '#contract/limits.ts';
import type { SignedIn } from '../auth/tokens.ts';
import { checkBlockWrites } from '../blocks/check.ts';
import { blockRow } from '../blocks/defaults.ts';
import {
  blockAnswer,
  blockTag,
  briefAnswer,
  listTag,
  ownBlock,
  loadBlocks,
  placeAt,
  savedCharacters,
  blockSettingAnswer,
  settingsTag,
  type StoredBlock,
  writePriorities,
} from '../blocks/store.ts';
import type { Database } from '../connect.ts';
import { changedMeanwhile, ifMatch, invalidFields, notFound, ok } from '../http/reply.ts';
import { serve } from '../serve.ts';
import { unknownIn } from '../settings/references.ts';
import { forgetPages } from '../site/site-version.ts';
import { blocks, blockSettings } from '../tables/blocks.ts';
import { lockWebsite, type OwnWebsite, ownWebsite, rowId } from './scope.ts';

/** A block that stands in the list, with its settings. */
async function oneOf(db: Database, website: OwnWebsite, id: number): Promise<StoredBlock | undefined> {
  return (await loadBlocks(db, website)).find((block) => block.id === String(id));
}

/** The block of a path that names its website too. */
async function blockAt(db: Database, user: SignedIn, params: { readonly websiteId: string; readonly blockId: string }, lock = false) {
  const website = await ownWebsite(db, user, params.websiteId);
  const id = rowId(params.blockId);
  if (website === null || id === null) return null;
  if (lock) await lockWebsite(db, website.id);
  const block = await oneOf(db, website, id);
  return block ? { website, id, block } : null;
}

const list = serve(listBlocks, async ({ db, user, params }) => {
  const website = await ownWebsite(db, user, params.websiteId);
  if (!website) return notFound();
  const all = await loadBlocks(db, website);
  return ok(all.map(blockAnswer), { etag: listTag(all) });
});

interface OneRead {
  readonly db: Database;
  readonly user: SignedIn;
  readonly params: { readonly blockId: string };
}

async function readOne({ db, user, params }: OneRead) {
  const own = await ownBlock(db, user, params.blockId);
  const block = own && (await oneOf(db, own.website, own.id));
  return block ? ok(blockAnswer(block), { etag: blockTag(block) }) : notFound();
}

const one = serve(getBlock, readOne);

const update = serve(
  updateBlock,
  async ({ db, user, params, body, ifMatch: wanted }) => {
    const own = await ownBlock(db, user, params.blockId);
    if (!own) return notFound();
    await lockWebsite(db, own.website.id);
    const before = await loadBlocks(db, own.website);
    const block = before.find((item) => item.id === String(own.id));
    if (!block) return notFound();
    if (wanted !== undefined && !ifMatch(wanted, blockTag(block))) return changedMeanwhile();
    const { enabled, priority } = body;
    if (block.static)
      return invalidFields({
        ...(enabled === undefined ? {} : { enabled: `${block.label} can’t be hidden.` }),
        ...(priority === undefined ? {} : { priority: `${block.label} can’t be moved.` }),
      });
    const moved = priority === undefined ? false : await writePriorities(db, before, placeAt(before, block.id, priority));
    const shown = enabled !== undefined && enabled !== block.enabled;
    if (shown) await db.update(blocks).set({ enabled }).where(eq(blocks.id, own.id));
    if (moved || shown) await forgetPages(db, own.website.id);
    const after = await oneOf(db, own.website, own.id);
    return after ? ok(blockAnswer(after), { etag: blockTag(after) }) : notFound();
  },
  { again: readOne },
);

const order = serve(
  bulkUpdateBlocks,
  async ({ db, user, params, body, ifMatch: wanted }) => {
    const website = await ownWebsite(db, user, params.websiteId);
    if (!website) return notFound();
    await lockWebsite(db, website.id);
    const before = await loadBlocks(db, website);
    if (wanted !== undefined && !ifMatch(wanted, listTag(before))) return changedMeanwhile();
    const ids = body.items.toSorted((a, b) => a.priority - b.priority).map((item) => item.id);
    const after = inOrder(before, ids);
    if (await writePriorities(db, before, after)) await forgetPages(db, website.id);
    return ok(after.map(briefAnswer), { etag: listTag(after) });
  },
  {
    again: async ({ db, user, params }) => {
      const website = await ownWebsite(db, user, params.websiteId);
      if (!website) return notFound();
      const all = await loadBlocks(db, website);
      return ok(all.map(briefAnswer), { etag: listTag(all) });
    },
  },
);

const create = serve(
  createBlock,
  async ({ db, user, params, body, now }) => {
    const website = await ownWebsite(db, user, params.websiteId);
    if (!website) return notFound();
    const declaration = website.theme === null ? undefined : addableBlocks(website.theme).find((kind) => kind.key === body.key);
    if (!declaration) return invalidFields({ key: 'This theme has no such block to add.' });
    await lockWebsite(db, website.id);
    const before = await loadBlocks(db, website);
    if (before.length >= limits.blocksPerWebsite)
      return invalidFields({ key: `A homepage has at most ${limits.blocksPerWebsite} blocks.` });
    const [made] = await db
      .insert(blocks)
      .values({ ...blockRow(website.id, declaration, 0, now), label: body.label })
      .returning({ id: blocks.id });
    const added = made && (await oneOf(db, website, made.id));
    if (!added) throw new Error('the block that was just made is not there');
    // Its priority is its place, which is written together with those of the others.
    await writePriorities(db, [...before, added], addBlock(before, added));
    await forgetPages(db, website.id);
    const block = await oneOf(db, website, made.id);
    return block ? ok(blockAnswer(block), { etag: blockTag(block) }) : notFound();
  },
  { saysOk: true },
);

const remove = serve(
  deleteBlock,
  async ({ db, user, params, query }) => {
    const website = await ownWebsite(db, user, params.websiteId);
    const id = rowId(query.id);
    if (!website || id === null) return notFound();
    await lockWebsite(db, website.id);
    const block = await oneOf(db, website, id);
    if (!block) return notFound();
    if (block.static) return invalidFields({ id: `${block.label} can’t be deleted.` });
    if (website.theme === null || !canDeleteBlocks(website.theme)) return invalidFields({ id: 'Blocks of this theme can’t be deleted.' });
    await db.delete(blocks).where(eq(blocks.id, id));
    await forgetPages(db, website.id);
    return ok({ id });
  },
  { saysOk: true },
);

const settingsList = serve(listThemeSettings, async ({ db, user, params }) => {
  const found = await blockAt(db, user, params);
  return found ? ok(found.block.settings.map(blockSettingAnswer), { etag: settingsTag(found.block) }) : notFound();
});

const oneSetting = serve(getThemeSetting, async ({ db, user, params }) => {
  const found = await blockAt(db, user, params);
  const setting = found?.block.settings.find((item) => item.key === params.settingId);
  return found && setting ? ok(blockSettingAnswer(setting), { etag: settingsTag(found.block) }) : notFound();
});

/** The saved values of a block after the write. */
function savedAnswer(block: StoredBlock, writes: readonly { readonly key: string }[]) {
  const named = new Set(writes.map((write) => write.key));
  return ok(block.settings.filter((setting) => named.has(setting.key)).map(blockSettingAnswer), { etag: settingsTag(block) });
}

const tooMuchText = `The blocks of a homepage hold at most ${limits.blockSettingsCharacters} characters together.`;

/** How many characters more a save stores than it replaces. A homepage that is too large can still be shortened. */
function growth(before: StoredBlock, changed: readonly { readonly key: string; readonly value: WireValue }[]): number {
  const length = (value: WireValue | undefined) => JSON.stringify(value ?? null).length;
  const was = new Map(before.settings.map(({ key, value }) => [key, value]));
  return changed.reduce((sum, { key, value }) => sum + length(value) - length(was.get(key)), 0);
}

const saveSettings = serve(
  updateThemeSettings,
  async ({ db, user, params, body, ifMatch: wanted }) => {
    const found = await blockAt(db, user, params, true);
    if (!found) return notFound();
    const { website, id, block } = found;
    // Either tag is accepted: that of the whole block, or that of its settings, which moving the block does not change.
    if (wanted !== undefined && !ifMatch(wanted, blockTag(block)) && !ifMatch(wanted, settingsTag(block))) return changedMeanwhile();
    const checked = checkBlockWrites(block, website.theme, body.data.settings);
    if (checked.kind === 'problems') return invalidFields(checked.fields);
    const changed = checked.writes.filter(
      ({ key, value }) => !sameJson(block.settings.find((setting) => setting.key === key)?.value, value),
    );
    const unknown = await unknownIn(db, website.id, changed);
    if (Object.keys(unknown).length > 0) return invalidFields(unknown);
    if (changed.length > 0) {
      await db
        .insert(blockSettings)
        .values(changed.map(({ key, value }) => ({ blockId: id, key, value })))
        .onConflictDoUpdate({ target: [blockSettings.blockId, blockSettings.key], set: { value: sql`excluded.value` } });
      if (growth(block, changed) > 0 && (await savedCharacters(db, website.id)) > limits.blockSettingsCharacters)
        return invalidFields(Object.fromEntries(changed.map(({ key }) => [key, tooMuchText])));
      await forgetPages(db, website.id);
    }
    const after = await oneOf(db, website, id);
    if (!after) return notFound();
    return savedAnswer(after, checked.writes);
  },
  {
    again: async ({ db, user, params, body }) => {
      const found = await blockAt(db, user, params);
      return found ? savedAnswer(found.block, body.data.settings) : notFound();
    },
  },
);

export const blockRoutes = [list, one, update, order, create, remove, settingsList, oneSetting, saveSettings];
