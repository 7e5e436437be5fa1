import { eq, sql } from 'drizzle-orm';
import type { Database } from '../connect.ts';
import { renderedPages } from '../tables/service.ts';
import { websites } from '../tables/websites.ts';

/**
 * Forgets the pages of every site. They hold where the server is reached and what its templates were when they were made;
 * either may be another after a start.
 */
export async function forgetAllPages(db: Database): Promise<void> {
  await db.delete(renderedPages);
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
