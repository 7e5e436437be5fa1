import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../connect.ts';
import { pages } from '../tables/content.ts';
import { seo } from '../tables/seo.ts';
import type { PageSeo } from './seo-model.ts';

/** The SEO data of the page at the homepage's address, as Edit SEO stores it; null where that page has none. */
export async function homePageSeo(db: Database, websiteId: number): Promise<(PageSeo & { readonly imageId: string | null }) | null> {
  const ofPage = and(eq(seo.websiteId, websiteId), eq(seo.postType, 'page'), eq(seo.postId, sql`${pages.id}::text`));
  const [found] = await db
    .select({ seo })
    .from(pages)
    .innerJoin(seo, ofPage)
    .where(and(eq(pages.websiteId, websiteId), eq(pages.slug, '')))
    .orderBy(pages.id)
    .limit(1);
  return found?.seo ?? null;
}
