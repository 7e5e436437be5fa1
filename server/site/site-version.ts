import { eq, sql } from 'drizzle-orm';
import type { Database } from '../connect.ts';
import { renderedPages } from '../tables/service.ts';
import { websites } from '../tables/websites.ts';

/**
 * Empties the cache of every site's pages and frees its space, which no vacuum does. Only for the embedded database: other processes of a
 * PostgreSQL would have to wait for it, and for each other.
 */
export async function dropAllPages(db: Database): Promise<void> {
  await db.execute(sql`truncate rendered_pages`);
}

/**
 * Records that the public site has changed. Runs in the transaction of the change: a page that is being rendered from older data has the
 * old version, and is never served.
 */
export async function forgetPages(tx: Database, websiteId: number): Promise<void> {
  await tx
    .update(websites)
    .set({ siteVersion: sql`${websites.siteVersion} + 1` })
    .where(eq(websites.id, websiteId));
  await tx.delete(renderedPages).where(eq(renderedPages.websiteId, websiteId));
}
