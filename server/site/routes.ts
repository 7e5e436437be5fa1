import { type Context, Hono } from 'hono';
import type { AppEnv } from '../app-env.ts';
import type { Deps } from '../deps.ts';
import { plainPage } from '../embeds/page.ts';
import { noneMatch } from '../http/send.ts';
import { pageModelOf, sitePath } from '../pages/page-model-of.ts';
import { retryAfterSeconds } from '../workers/workers.ts';
import { feedXml, robotsTxt, sitemapXml } from './documents.ts';
import { findSite, type FoundSite } from './find-site.ts';
import { cachedPage } from './page-cache.ts';
import { redirectOf } from './redirects.ts';

/**
 * On every answer. Agencies' own scripts run on their pages: without an origin they can reach neither what the console
 * keeps in this browser nor its API, though both may share a host.
 */
const headers = {
  'Content-Security-Policy': 'sandbox allow-scripts allow-forms allow-popups',
  // A page that is opened from a sandboxed one stays sandboxed, and browsers refuse it with any other policy.
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cache-Control': 'no-cache',
} as const;

/** The agencies' public sites, each under its domain. */
export function siteRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const origin = deps.config.sitesOrigin ?? new URL(deps.config.publicUrl).origin;
  const addressOf = (site: FoundSite) => `${origin}${sitePath(site.domain)}/`;

  app.use(async (c, next) => {
    c.set('route', '/sites');
    await next();
    for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.header(name, value);
  });
  // By the address as it was sent: a path that is decoded may hold what no header can.
  app.get('/:domain', (c) => c.redirect(`${new URL(c.req.url).pathname}/`, 308));
  app.get('/:domain/*', async (c) => {
    const site = await findSite(deps.db, c.req.param('domain'));
    if (!site) return c.html(plainPage('No site here', 'No website of this server has this domain.'), 404);
    // As it was sent, too: an address that a redirect names may hold an encoded slash.
    const { pathname, search } = new URL(c.req.url);
    const redirected = await redirectOf(deps.db, site, `/${insideSite(pathname)}`, search);
    if (redirected?.kind === 'goes') return c.redirect(redirected.location, 301);
    const path = redirected ? redirected.path : insideSite(c.req.path);
    const now = deps.clock.now();
    switch (path) {
      case '':
        return homepage(c, deps, site, origin, now);
      case 'robots.txt':
        return c.body(await robotsTxt(deps.db, site), 200, { 'Content-Type': 'text/plain; charset=utf-8' });
      case 'sitemap.xml':
        return c.body(sitemapXml(addressOf(site)), 200, { 'Content-Type': 'application/xml; charset=utf-8' });
      case 'feed.xml': {
        const feed = await feedXml(deps.db, site, addressOf(site), now);
        return feed === null ? missing(c, site) : c.body(feed, 200, { 'Content-Type': 'application/rss+xml; charset=utf-8' });
      }
      default:
        return missing(c, site);
    }
  });
  app.all('*', (c) => c.html(plainPage('No site here', 'There is nothing at this address.'), 404));
  return app;
}

/** What follows `/sites/{domain}/`. */
const insideSite = (pathname: string): string => pathname.split('/').slice(3).join('/');

async function homepage(c: Context<AppEnv>, deps: Deps, site: FoundSite, origin: string, now: Date): Promise<Response> {
  const page = await cachedPage(deps.db, site, '/', now, async () => {
    const model = await pageModelOf({ db: deps.db, now, origin }, site.id);
    return model && deps.workers.renderPage.run(model);
  });
  if (!page) return missing(c, site);
  if (page.kind !== 'page') {
    c.header('Retry-After', String(retryAfterSeconds));
    return c.html(plainPage('Please try again', 'This page can’t be made at the moment.'), 503);
  }
  c.header('ETag', page.etag);
  if (!noneMatch(c.req.header('if-none-match'), page.etag)) return c.body(null, 304);
  return c.html(page.html);
}

function missing(c: Context<AppEnv>, site: FoundSite): Response | Promise<Response> {
  return c.html(
    plainPage('Page not found', `This reference site serves the homepage of ${site.name} and no inner pages.`, {
      href: `${sitePath(site.domain)}/`,
      label: 'To the homepage',
    }),
    404,
  );
}
