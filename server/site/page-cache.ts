import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database } from '../connect.ts';
import type { Deps } from '../deps.ts';
import { isDiskFull } from '../disk/disk-full.ts';
import { databaseLacksRoom } from '../disk/writes.ts';
import { tagOf } from '../http/reply.ts';
import { prepared } from '../prepared.ts';
import { renderedPages } from '../tables/service.ts';
import type { JobResult, UnfinishedJob } from '../workers/worker-pool.ts';
import type { FoundSite } from './find-site.ts';
import { rendererOf } from './renderer.ts';
import { createSharedReads } from './shared-reads.ts';

interface RenderedPage {
  readonly kind: 'page';
  readonly html: string;
  readonly etag: string;
}

/** Null: there is no such page. */
export type CachedPage = RenderedPage | UnfinishedJob | null;

/** A page in the site's current version. `make` resolves with null for a page that can't be made. */
export type PageCache = (site: FoundSite, path: string, now: Date, make: () => Promise<JobResult<string> | null>) => Promise<CachedPage>;

/** The time alone can change a page: a post's date is reached. */
const freshMs = 3_600_000;

/**
 * Rendered pages, cached in the database and rendered where they are missing. Requests for a page that is being rendered share that
 * rendering, so that a crowd at a changed page costs one. `origin`: the address of the sites, as pages contain it.
 */
export function createPageCache(
  deps: Pick<Deps, 'db' | 'disk' | 'config' | 'reclaim' | 'version'>,
  origin: string,
  readRenderer = rendererOf,
): PageCache {
  const { db, reclaim, version } = deps;
  let found: Promise<string> | undefined;
  // Not before the first page: at the start other files must be read first.
  const renderer = () => {
    found ??= readRenderer(version, origin).catch((error: unknown) => {
      // Files that could not be read, for example for want of descriptors, are read again for the next page.
      found = undefined;
      throw error;
    });
    return found;
  };
  const making = new Map<string, Promise<CachedPage>>();
  const shared = createSharedReads<Awaited<ReturnType<typeof keptPage>>>();

  const made: PageCache = async (site, path, now, make) => {
    const result = await make();
    if (result?.kind !== 'done') return result;
    const html = result.output;
    const page = { kind: 'page', html, etag: tagOf(html) } as const;
    if (!(await databaseLacksRoom(deps))) {
      await keep(db, site, path, now, { ...page, renderer: await renderer() });
      reclaim.noteWrite();
    }
    return page;
  };

  return async (site, path, now, make) => {
    const key = JSON.stringify([site.id, site.version, path]);
    const kept = await shared(key, async () => keptPage(db, site, path, now, await renderer()));
    if (kept) return { kind: 'page', ...kept };
    const begun = making.get(key);
    if (begun) return begun;
    const page = made(site, path, now, make).finally(() => making.delete(key));
    making.set(key, page);
    return page;
  };
}

const pageOfSite = prepared((db) =>
  db
    .select({ html: renderedPages.html, etag: renderedPages.etag })
    .from(renderedPages)
    .where(
      and(
        eq(renderedPages.websiteId, sql.placeholder('websiteId')),
        eq(renderedPages.path, sql.placeholder('path')),
        eq(renderedPages.siteVersion, sql.placeholder('version')),
        eq(renderedPages.renderer, sql.placeholder('renderer')),
        gt(renderedPages.createdAt, sql.placeholder('after')),
      ),
    )
    .prepare('page_of_site'),
);

async function keptPage(
  db: Database,
  site: FoundSite,
  path: string,
  now: Date,
  renderer: string,
): Promise<Omit<RenderedPage, 'kind'> | undefined> {
  const after = new Date(now.getTime() - freshMs).toISOString();
  const [kept] = await pageOfSite(db).execute({ websiteId: site.id, path, version: site.version, renderer, after });
  return kept;
}

/** A page is shown even where there is no room to cache it. */
async function keep(
  db: Database,
  site: FoundSite,
  path: string,
  now: Date,
  { html, etag, renderer }: RenderedPage & { readonly renderer: string },
): Promise<void> {
  const page = { html, etag, renderer, siteVersion: site.version, createdAt: now };
  try {
    await db
      .insert(renderedPages)
      .values({ websiteId: site.id, path, ...page })
      // A rendering that began before a save must not replace a newer page.
      .onConflictDoUpdate({
        target: [renderedPages.websiteId, renderedPages.path],
        set: page,
        setWhere: lte(renderedPages.siteVersion, site.version),
      });
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}
