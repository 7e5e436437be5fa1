import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { blockDeclaration, defaultSettings } from '#contract/blocks/catalogue.ts';
import { fromTop, inOrder } from '#contract/blocks/order.ts';
import type { Block, BlockSetting } from '#contract/entities/block.ts';
import type { WireValue } from '#contract/entities/setting.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { themeKeyOf } from '../calls/answers.ts';
import { type OwnWebsite, rowId } from '../calls/scope.ts';
import type { SignedIn } from '../auth/tokens.ts';
import type { Database } from '../connect.ts';
import { prepared } from '../prepared.ts';
import { tagOf } from '../http/reply.ts';
import { storedValue } from '../settings/check.ts';
import { blocks, blockSettings } from '../tables/blocks.ts';
import { themes, websites } from '../tables/websites.ts';

/** A block as this server answers it: with its settings, and with ids as text, as the contract's functions take them. */
export interface StoredBlock extends Block {
  readonly settings: readonly BlockSetting[];
}

/** A block that the user may see, with its website; null for another account's block, as if it did not exist. */
export async function ownBlock(
  db: Database,
  user: SignedIn,
  param: string,
): Promise<{ readonly id: number; readonly website: OwnWebsite } | null> {
  const id = rowId(param);
  if (id === null) return null;
  const [found] = await db
    .select({ id: blocks.id, websiteId: websites.id, theme: themes.key })
    .from(blocks)
    .innerJoin(websites, eq(websites.id, blocks.websiteId))
    .leftJoin(themes, eq(themes.id, websites.themeId))
    .where(and(eq(blocks.id, id), eq(websites.accountId, user.accountId), sql`${websites.deletedAt} is null`));
  return found ? { id: found.id, website: { id: found.websiteId, theme: themeKeyOf(found.theme) } } : null;
}

export async function themeOf(db: Database, websiteId: number): Promise<ThemeKey | null> {
  const [found] = await db
    .select({ key: themes.key })
    .from(websites)
    .innerJoin(themes, eq(themes.id, websites.themeId))
    .where(eq(websites.id, websiteId));
  return themeKeyOf(found?.key ?? null);
}

const blocksOfWebsite = prepared((db) =>
  db
    .select({
      ...getTableColumns(blocks),
      saved: sql`(select jsonb_object_agg(saved.key, saved.value) from ${blockSettings} as saved where saved.block_id = ${blocks}.id)`,
    })
    .from(blocks)
    .where(eq(blocks.websiteId, sql.placeholder('websiteId')))
    .orderBy(asc(blocks.priority), asc(blocks.id))
    .prepare('blocks_of_website'),
);

/** All blocks from the top, footer included. */
export async function loadBlocks(db: Database, website: OwnWebsite): Promise<readonly StoredBlock[]> {
  const rows = await blocksOfWebsite(db).execute({ websiteId: website.id });
  return rows.map((row) => storedBlock(row, website.theme, savedOf(row.saved)));
}

type Saved = ReadonlyMap<string, WireValue>;

/** From an object of the database; null where no value was saved. */
function savedOf(saved: unknown): Saved {
  return new Map(Object.entries(saved ?? {}).map(([key, value]) => [key, storedValue(value)]));
}

function storedBlock(row: typeof blocks.$inferSelect, theme: ThemeKey | null, saved: Saved | undefined): StoredBlock {
  const { id, key, label, priority, static: isStatic, enabled } = row;
  return { id: String(id), key, label, priority, static: isStatic, enabled, settings: settingsOf(theme, key, saved) };
}

/** The settings that the theme's catalogue gives a kind of block, with the saved values. Empty for an unknown kind. */
function settingsOf(theme: ThemeKey | null, key: string, saved: Saved | undefined): readonly BlockSetting[] {
  const declaration = theme === null ? undefined : blockDeclaration(theme, key);
  if (!declaration) return [];
  return defaultSettings(declaration).map((setting) => {
    const value = saved?.get(setting.key);
    return value === undefined ? setting : { ...setting, value };
  });
}

/** The length of the saved settings of all blocks, as JSON, in characters. */
export async function savedCharacters(db: Database, websiteId: number): Promise<number> {
  const [found] = await db
    .select({ characters: sql`coalesce(sum(length(${blockSettings.value}::text)), 0)`.mapWith(Number) })
    .from(blockSettings)
    .innerJoin(blocks, eq(blocks.id, blockSettings.blockId))
    .where(eq(blocks.websiteId, websiteId));
  return found?.characters ?? 0;
}

/** As the API answers it, with numbers as ids. */
export function blockAnswer({ settings, ...block }: StoredBlock) {
  return { ...block, id: Number(block.id), settings: settings.map(blockSettingAnswer) };
}

export function briefAnswer({ settings: _, ...block }: StoredBlock) {
  return { ...block, id: Number(block.id) };
}

export function blockSettingAnswer({ input_options: _, ...setting }: BlockSetting) {
  return setting;
}

/** Changes whenever the list changes. */
export const listTag = (list: readonly StoredBlock[]): string => tagOf(JSON.stringify(list.map(blockAnswer)));
export const blockTag = (block: StoredBlock): string => tagOf(JSON.stringify(blockAnswer(block)));
/** Stays the same when the block is moved or hidden. */
export const settingsTag = (block: StoredBlock): string => tagOf(JSON.stringify([block.id, block.settings.map(blockSettingAnswer)]));

/** Writes the priorities in which `after` differs from `before`. */
export async function writePriorities(tx: Database, before: readonly StoredBlock[], after: readonly StoredBlock[]): Promise<boolean> {
  const were = new Map(before.map((block) => [block.id, block.priority]));
  const moved = after.filter((block) => were.get(block.id) !== block.priority);
  if (moved.length === 0) return false;
  const values = sql.join(
    moved.map((block) => sql`(${Number(block.id)}::int, ${block.priority}::int)`),
    sql`, `,
  );
  await tx.execute(
    sql`update ${blocks} set priority = moved.priority from (values ${values}) as moved(id, priority) where ${blocks.id} = moved.id`,
  );
  return true;
}

/**
 * Moves one block to a priority: it takes the place of the block there, and the blocks between move up or down by one. Saving one block
 * after the other with priorities counted from the top therefore results in that order. Static blocks stay.
 */
export function placeAt<B extends Block>(blocks: readonly B[], id: string, priority: number): readonly B[] {
  const block = blocks.find((item) => item.id === id);
  if (!block || block.priority === priority) return blocks;
  const others = fromTop(blocks).filter((item) => item !== block);
  const isUp = priority < block.priority;
  const before = others.filter((item) => (isUp ? item.priority < priority : item.priority <= priority)).length;
  return inOrder(
    blocks,
    others.toSpliced(before, 0, block).map((item) => item.id),
  );
}
