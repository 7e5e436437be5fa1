import { fillTags } from '#contract/forms/tags.ts';
import { type Context, Hono } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { rowId } from '../calls/scope.ts';
import type { Deps } from '../deps.ts';
import { plainPage } from '../embeds/page.ts';
import { followUpOf } from '../forms/store-submission.ts';
import type { StoredForm } from '../forms/stored-form.ts';
import { noneMatch, tagOf } from '../http/reply.ts';
import { type FormPage, formPageModelOf, pageModelOf, postModelOf, sitePath } from '../pages/page-model-of.ts';
import type { PageModel } from '../themes/page-model.ts';
import type { JobResult } from '../workers/worker-pool.ts';
import { boundedTurn } from '../workers/semaphore.ts';
import { retryAfterSeconds } from '../workers/workers.ts';
import { feedXml, robotsTxt, siteAddress, sitemapXml, sitesOrigin } from './documents.ts';
import { findSite, type FoundSite } from './find-site.ts';
import { type CachedPage, createPageCache } from './page-cache.ts';
import { effectOfRequest, type Redirected } from './redirects.ts';
import { formAt } from './form-at.ts';
import { formRoutes } from './form-routes.ts';
import { createSharedReads } from './shared-reads.ts';

/**
 * A header of every answer. Agencies' own scripts run on their pages: without an origin they can reach neither the console's data in this
 * browser nor its API, even where both share a host.
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
  const origin = sitesOrigin(deps.config);
  const cachedPage = createPageCache(deps, origin);
  const { db } = deps;
  const shared = createSharedReads<{ readonly site: FoundSite; readonly redirected: Redirected | null } | null>();
  const askedFor = (domain: string, pathname: string, search: string) =>
    shared(JSON.stringify([domain, pathname, search]), async () => {
      const site = await findSite(db, domain);
      return site && { site, redirected: await effectOfRequest(db, site, `/${insideSite(pathname)}`, search) };
    });
  const addressOf = (site: FoundSite) => siteAddress(deps.config, site.domain);

  const renderForm = async (site: FoundSite, page: FormPage, owner?: string) =>
    rendered(deps, site, await formPageModelOf({ db, now: deps.clock.now(), origin }, site.id, page), owner);

  app.use(async (c, next) => {
    c.set('route', '/sites');
    await next();
    for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.header(name, value);
  });
  const renderNow = async (site: FoundSite, page: FormPage, owner: string) => {
    const made = await renderForm(site, page, owner);
    return made?.kind === 'done' && made.output !== '' ? made.output : null;
  };
  app.route('/', formRoutes(deps, renderNow));
  // By the undecoded address: a decoded path may contain characters that no header allows.
  app.get('/:domain', (c) => c.redirect(`${new URL(c.req.url).pathname}/`, 308));
  app.get('/:domain/*', async (c) => {
    // Undecoded too: the target of a redirect may contain an encoded slash.
    const { pathname, search } = new URL(c.req.url);
    const asked = await askedFor(c.req.param('domain'), pathname, search);
    if (!asked) return c.html(plainPage('No site here', 'No website of this server has this domain.'), 404);
    const { site, redirected } = asked;
    if (redirected?.kind === 'goes') return c.redirect(redirected.location, 301);
    const path = redirected ? redirected.path : insideSite(c.req.path);
    const now = deps.clock.now();
    switch (path) {
      case '':
        return sendPage(
          c,
          site,
          await cachedPage(site, '/', now, async () => rendered(deps, site, await pageModelOf({ db, now, origin }, site.id))),
        );
      case 'robots.txt':
        return send(
          c,
          site,
          'text/plain; charset=utf-8',
          await cachedPage(site, '/robots.txt', now, async () => done(await robotsTxt(deps.db, site))),
        );
      case 'sitemap.xml':
        return send(
          c,
          site,
          'application/xml; charset=utf-8',
          await cachedPage(site, '/sitemap.xml', now, async () => done(await sitemapXml(db, site.id, addressOf(site), now))),
        );
      case 'feed.xml': {
        // A missing page is cached too: finding out takes as many queries.
        const make = async () => done((await feedXml(deps.db, site, addressOf(site), now)) ?? '');
        return send(c, site, 'application/rss+xml; charset=utf-8', await cachedPage(site, '/feed.xml', now, make));
      }
      default: {
        const form = await formAt(db, site, path);
        if (form) {
          const { path: key, page } = await formPageOf(db, form, path);
          return sendPage(c, site, await cachedPage(site, key, now, () => renderForm(site, page)));
        }
        const post = rowId(/^posts\/(\d+)$/u.exec(path)?.[1] ?? '');
        if (post === null) return missing(c, site);
        // An unknown post is not cached: there are as many addresses of those as anybody likes to ask for.
        const page = await cachedPage(site, `/posts/${post}`, now, async () =>
          rendered(deps, site, await postModelOf({ db, now, origin }, site.id, post)),
        );
        return sendPage(c, site, page);
      }
    }
  });
  app.all('*', (c) => c.html(plainPage('No site here', 'There is nothing at this address.'), 404));
  return app;
}

/** Renders on this thread, with the result that a worker would give. */
const done = (output: string) => ({ kind: 'done', output }) as const;

/** What follows `/sites/{domain}/`. */
const insideSite = (pathname: string): string => pathname.split('/').slice(3).join('/');

/** The page of a form, or of the thanks for it, with the path by which it is cached. */
async function formPageOf(db: Deps['db'], form: StoredForm, path: string): Promise<{ readonly path: string; readonly page: FormPage }> {
  if (!path.endsWith('/thanks')) return { path: `/forms/${form.id}`, page: { title: form.label, message: '', form } };
  const followUp = await followUpOf(db, form.id);
  // Nothing was sent by whoever opens its address.
  const message = followUp.kind === 'message' ? fillTags(followUp.text, () => '') : '';
  // A changed action makes another page.
  return { path: `/forms/${form.id}/thanks ${tagOf(message)}`, page: { title: 'Thank you', message, form: null } };
}

async function rendered(
  deps: Deps,
  site: FoundSite,
  model: PageModel | null,
  owner = `site ${site.id}`,
): Promise<JobResult<string> | null> {
  const made = model && (await deps.workers.renderPage.run(model, boundedTurn(owner, deps.config)));
  // A page that is too large is cached as such too: finding out takes as much work.
  return made?.kind === 'done' ? done(made.output ?? '') : made;
}

function sendPage(c: Context<AppEnv>, site: FoundSite, page: CachedPage): Response | Promise<Response> {
  if (page?.kind === 'page' && page.html === '')
    return c.html(plainPage('This page is too large', `This page of ${site.name} is larger than this server shows.`), 503);
  return send(c, site, 'text/html; charset=UTF-8', page);
}

/** A page with its tag, or 304 for a client that has it. Null and an empty page: not found. */
function send(c: Context<AppEnv>, site: FoundSite, contentType: string, page: CachedPage): Response | Promise<Response> {
  if (page && page.kind !== 'page') {
    c.header('Retry-After', String(retryAfterSeconds));
    return c.html(plainPage('Please try again', 'This page can’t be made at the moment.'), 503);
  }
  if (!page || page.html === '') return missing(c, site);
  c.header('ETag', page.etag);
  if (!noneMatch(c.req.header('if-none-match'), page.etag)) return c.body(null, 304);
  return c.body(page.html, 200, { 'Content-Type': contentType });
}

function missing(c: Context<AppEnv>, site: FoundSite): Response | Promise<Response> {
  return c.html(
    plainPage('Page not found', `This reference site serves the homepage of ${site.name} and its posts.`, {
      href: `${sitePath(site.domain)}/`,
      label: 'To the homepage',
    }),
    404,
  );
}
