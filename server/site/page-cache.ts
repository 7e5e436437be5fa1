import { and, eq, gt, lte } from 'drizzle-orm';
import type { Database } from '../connect.ts';
import { tagOf } from '../http/send.ts';
import { renderedPages } from '../tables/service.ts';
import type { JobResult, UnfinishedJob } from '../workers/worker-pool.ts';
import type { FoundSite } from './find-site.ts';

interface RenderedPage {
  readonly kind: 'page';
  readonly html: string;
  readonly etag: string;
}

/** What a page shows may change by the clock alone: a post whose time has come. */
const freshMs = 3_600_000;

/** A page of the site's present version; made and kept where there is none. `make` answers null for a page that can't be made. */
export async function cachedPage(
  db: Database,
  site: FoundSite,
  path: string,
  now: Date,
  make: () => Promise<JobResult<string> | null>,
): Promise<RenderedPage | UnfinishedJob | null> {
  const [kept] = await db
    .select({ html: renderedPages.html, etag: renderedPages.etag })
    .from(renderedPages)
    .where(
      and(
        eq(renderedPages.websiteId, site.id),
        eq(renderedPages.path, path),
        eq(renderedPages.siteVersion, site.version),
        gt(renderedPages.createdAt, new Date(now.getTime() - freshMs)),
      ),
    );
  if (kept) return { kind: 'page', ...kept };
  const made = await make();
  if (made?.kind !== 'done') return made;
  const html = made.output;
  const page = { html, etag: tagOf(html), siteVersion: site.version, createdAt: now };
  await db
    .insert(renderedPages)
    .values({ websiteId: site.id, path, ...page })
    // Whoever began before a save must not put its page in the place of a newer one.
    .onConflictDoUpdate({
      target: [renderedPages.websiteId, renderedPages.path],
      set: page,
      setWhere: lte(renderedPages.siteVersion, site.version),
    });
  return { kind: 'page', html, etag: page.etag };
}
