import { eq, isNull } from 'drizzle-orm';
import { blockCatalogue } from '#contract/blocks/catalogue.ts';
import type { BlockDeclaration } from '#contract/blocks/declaration.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { themeKeyOf } from '../calls/answers.ts';
import type { Database } from '../connect.ts';
import { blocks } from '../tables/blocks.ts';
import { themes, websites } from '../tables/websites.ts';

/** A new block of a kind. */
export function blockRow(websiteId: number, declaration: BlockDeclaration, priority: number, createdAt: Date) {
  const isStatic = declaration.static === true;
  return {
    ...{ websiteId, priority, createdAt },
    key: declaration.key,
    label: declaration.label,
    static: isStatic,
    enabled: isStatic ? null : declaration.disabled !== true,
  };
}

/** The initial blocks of a website with this theme: one of each kind, in the catalogue's order. */
export const defaultBlocks = (websiteId: number, theme: ThemeKey, createdAt: Date) =>
  blockCatalogue[theme].map((declaration, at) => blockRow(websiteId, declaration, at + 1, createdAt));

/** More rows in one statement would exceed the database's limit of parameters. */
const rowsAtOnce = 1_000;

/**
 * Adds the theme's blocks to every website that has none: those in older data folders, and new ones. Other websites are unchanged: a
 * website that has had blocks always keeps some, since static ones can't be deleted.
 */
export async function addMissingBlocks(db: Database, now: Date): Promise<void> {
  const bare = await db
    .select({ id: websites.id, theme: themes.key })
    .from(websites)
    .innerJoin(themes, eq(themes.id, websites.themeId))
    .leftJoin(blocks, eq(blocks.websiteId, websites.id))
    .where(isNull(blocks.id))
    .orderBy(websites.id);
  const rows = bare.flatMap(({ id, theme }) => {
    const known = themeKeyOf(theme);
    return known === null ? [] : defaultBlocks(id, known, now);
  });
  if (rows.length === 0) return;
  await db.transaction(async (tx) => {
    for (let at = 0; at < rows.length; at += rowsAtOnce) await tx.insert(blocks).values(rows.slice(at, at + rowsAtOnce));
  });
}
