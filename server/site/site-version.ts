import { eq, sql } from 'drizzle-orm';
import type { Database } from '../connect.ts';
import { renderedPages } from '../tables/service.ts';
import { websites } from '../tables/websites.ts';

/**
 * Empties the cache of every site's pages and gives its room back, as no vacuum does. For the embedded database alone: other
 * processes of a PostgreSQL would have to wait for it, and for each other.
 */
export async function dropAllPages(db: Database): Promise<void> {
  await db.execute(sql`truncate rendered_pages`);
}

/**
 * Says that the public site shows something else from now on. In the transaction of the change: a page that is being
 * rendered of what was before bears the old version, and never serves.
 */
export async function forgetPages(tx: Database, websiteId: number): Promise<void> {
  await tx
    .update(websites)
    .set({ siteVersion: sql`${websites.siteVersion} + 1` })
    .where(eq(websites.id, websiteId));
  await tx.delete(renderedPages).where(eq(renderedPages.websiteId, websiteId));
}
