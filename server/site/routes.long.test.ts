import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServerApp } from '../app.ts';
import { renderedPages } from '../tables/service.ts';
import { domains } from '../tables/domains.ts';
import { websites } from '../tables/websites.ts';
import { blockCalls } from '../testing/blocks.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { createPageCache } from './page-cache.ts';
import { findSite } from './find-site.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

const done = (output: string) => ({ kind: 'done', output }) as const;
const site = '/sites/www.northshorerealty.test';
const get = (path: string, headers: Record<string, string> = {}) => harness.call('GET', path, { headers });
const kept = (websiteId = 1) => harness.deps.db.$count(renderedPages, eq(renderedPages.websiteId, websiteId));
const save = async (category: string, values: Readonly<Record<string, unknown>>, websiteId = 1) => {
  const list = Object.entries(values).map(([key, value]) => ({ key, value: [value], category }));
  const got = await harness.call('POST', `/api/websites/${websiteId}/settings/update`, { token, body: { data: { settings: list } } });
  expect([got.status, got.text]).toEqual([200, got.text]);
};

describe('a public site', () => {
  it('shows its homepage, sandboxed without an origin, and sets no cookie', async () => {
    const got = await get(`${site}/`);
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(got.text).toContain('<title>North Shore Realty: homes for sale and for rent</title>');
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-security-policy': 'sandbox allow-scripts allow-forms allow-popups',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'unsafe-none',
      'cache-control': 'no-cache',
    });
    expect(got.headers.has('set-cookie')).toBe(false);
  });

  it('that is too large says so, and is not rendered again for the next client', async () => {
    let made = 0;
    const { workers } = harness.deps;
    const run = async () => {
      made += 1;
      return { kind: 'done', output: null } as const;
    };
    const app = createServerApp({ ...harness.deps, workers: { ...workers, renderPage: { ...workers.renderPage, run } } });
    await harness.deps.db.delete(renderedPages);
    for (const answer of [await app.request(`${site}/`), await app.request(`${site}/`)])
      expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('This page is too large')]);
    expect([made, (await app.request(`${site}/robots.txt`)).status]).toEqual([1, 200]);
    await harness.deps.db.delete(renderedPages);
  });

  it('is found by each of its domains, however they are written, and by no other', async () => {
    for (const domain of ['www.northshorerealty.test', 'northshorerealty.test', 'WWW.NorthShoreRealty.Test', 'www.northshorerealty.test.'])
      expect((await get(`/sites/${domain}/`)).status).toBe(200);
    for (const domain of [
      'nobody.test',
      'nobody.test.',
      'www.northshorerealty.test..',
      '%00',
      '..',
      '%2e%2e%2f',
      "x'--",
      'ü.test',
      'northshorerealty',
    ]) {
      const got = await get(`/sites/${domain}/`);
      expect([domain, got.status]).toEqual([domain, 404]);
    }
    expect((await get('/sites/')).status).toBe(404);
    for (const bare of [site, '/sites/m%C3%BCller.test', '/sites/a%0d%0ab', '/sites/%00']) {
      const got = await get(bare);
      expect([got.status, got.headers.get('location')]).toEqual([308, `${bare}/`]);
    }
  });

  it('of another account is public too, and gone with its website', async () => {
    expect((await get('/sites/www.harbourcityhomes.test/')).status).toBe(200);
    const [row] = await harness.deps.db.select().from(domains).where(eq(domains.websiteId, 9));
    expect((await get(`/sites/${row?.domain}/`)).status).toBe(200);
    await harness.deps.db.update(websites).set({ deletedAt: harness.time.now }).where(eq(websites.id, 9));
    expect((await get(`/sites/${row?.domain}/`)).status).toBe(404);
  });

  it('shows a not-found page, with a link back', async () => {
    for (const path of ['/nothing', '/robots.txt/x', '/..%2f..%2fetc/passwd', '/%00']) {
      const got = await get(site + path);
      expect([path, got.status, got.headers.get('content-security-policy')]).toEqual([
        path,
        404,
        'sandbox allow-scripts allow-forms allow-popups',
      ]);
      expect(got.text).toContain(`href="${site}/"`);
      expect(got.text).toContain('serves the homepage of North Shore Realty and its posts');
    }
    expect((await harness.call('POST', `${site}/`)).status).toBe(404);
  });

  it('is not sent again to a client that has it', async () => {
    const first = await get(`${site}/`);
    const again = await get(`${site}/`, { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('the cache of rendered pages', () => {
  const tagOf = async () => (await get(`${site}/`)).headers.get('etag');

  it('caches a page until a visible change is saved', async () => {
    await get(`${site}/`);
    const [row] = await harness.deps.db.select().from(renderedPages).where(eq(renderedPages.websiteId, 1));
    await harness.deps.db.update(renderedPages).set({ html: 'from the cache' }).where(eq(renderedPages.websiteId, 1));
    expect((await get(`${site}/`)).text).toBe('from the cache');
    expect(row?.etag).toBe(await tagOf());
    const calls = blockCalls(harness, token, 1);
    const ids = (await calls.list()).map((block) => block.id);
    const about = await calls.idOf('about_us');
    const saves: readonly (() => Promise<unknown>)[] = [
      () => save('social', { fb_link: 'https://www.facebook.com/cache' }),
      () => calls.save(about, { title: ['Cached no more'] }),
      () => calls.order(ids.toReversed()),
      () => calls.patch(about, { enabled: false }),
      () => calls.create('about_us', 'Another'),
      async () => calls.remove((await calls.list()).at(-2)?.id ?? ''),
      () => harness.call('GET', '/api/websites/1/cache', { token }),
    ];
    for (const change of saves) {
      await get(`${site}/`);
      expect(await kept()).toBe(1);
      await change();
      expect(await kept()).toBe(0);
    }
  });

  it.each(['robots.txt', 'sitemap.xml', 'feed.xml'])('caches %s like a page, until a visible change is saved', async (name) => {
    await save('feeds', { enable_blog_rss_feed: true, blog_rss_feed_title: name });
    await harness.deps.db.delete(renderedPages);
    const first = await get(`${site}/${name}`);
    const again = await get(`${site}/${name}`, { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([first.status, again.status, await kept()]).toEqual([200, 304, 1]);
    await harness.deps.db.update(renderedPages).set({ html: 'from the cache' }).where(eq(renderedPages.websiteId, 1));
    const second = await get(`${site}/${name}`);
    expect([second.text, second.headers.get('content-type')]).toEqual(['from the cache', first.headers.get('content-type')]);
    await save('feeds', { blog_rss_feed_title: `${name} anew` });
    expect(await kept()).toBe(0);
    expect((await get(`${site}/${name}`)).text).not.toBe('from the cache');
    await harness.call('GET', '/api/websites/1/cache', { token });
    expect(await kept()).toBe(0);
  });

  it('caches that there is no feed, until one is enabled', async () => {
    await save('feeds', { enable_blog_rss_feed: false });
    expect((await get(`${site}/feed.xml`)).status).toBe(404);
    expect([await kept(), (await get(`${site}/feed.xml`)).status]).toEqual([1, 404]);
    await save('feeds', { enable_blog_rss_feed: true });
    expect((await get(`${site}/feed.xml`)).status).toBe(200);
  });

  it('reads the renderer’s files again where that failed', async () => {
    const failures = [new Error('EMFILE')];
    const readRenderer = async () => {
      const failure = failures.pop();
      if (failure) throw failure;
      return 'a renderer';
    };
    const cachedPage = createPageCache(harness.deps, 'https://console.example', readRenderer);
    const found = await findSite(harness.deps.db, 'www.northshorerealty.test');
    if (!found) throw new Error('the site is not there');
    const ask = () => cachedPage(found, '/renderer', harness.time.now, async () => done('a page'));
    await expect(ask()).rejects.toThrow('EMFILE');
    expect(await ask()).toMatchObject({ html: 'a page' });
  });

  it('makes a page once for a crowd that asks for it, and again after a failure', async () => {
    const cachedPage = createPageCache(harness.deps, 'https://console.example');
    const found = await findSite(harness.deps.db, 'www.northshorerealty.test');
    if (!found) throw new Error('the site is not there');
    const ask = (make: () => Promise<ReturnType<typeof done>>) => cachedPage(found, '/crowd', harness.time.now, make);
    await expect(ask(() => Promise.reject(new Error('boom')))).rejects.toThrow('boom');
    let made = 0;
    const finish = Promise.withResolvers<void>();
    const make = async () => {
      made += 1;
      await finish.promise;
      return done(`page ${made}`);
    };
    const crowd = Promise.all(Array.from({ length: 20 }, () => ask(make)));
    await expect.poll(() => made).toBe(1);
    // Queries are answered in their order: after these the whole crowd has looked for the page.
    await Promise.all(Array.from({ length: 20 }, () => findSite(harness.deps.db, 'www.northshorerealty.test')));
    finish.resolve();
    const htmls = (await crowd).map((page) => page?.kind === 'page' && page.html);
    expect([new Set(htmls), made]).toEqual([new Set(['page 1']), 1]);
  });

  it('costs the database for a crowd little more than for one', async () => {
    let asked = 0;
    const { db } = harness.deps;
    const counted = new Proxy(db, {
      get: (target, name) => {
        if (name === 'select') asked += 1;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const app = createServerApp({ ...harness.deps, db: counted });
    const askedBy = async (crowd: number) => {
      await save('social', { fb_link: `https://www.facebook.com/crowd-of-${crowd}` });
      asked = 0;
      const answers = await Promise.all(Array.from({ length: crowd }, () => app.request(`${site}/`)));
      const pages = new Set(await Promise.all(answers.map((answer) => answer.text())));
      expect([pages.size, [...pages][0]?.includes(`crowd-of-${crowd}`)]).toEqual([1, true]);
      return asked;
    };
    const one = await askedBy(1);
    // The second request's query, which the later ones share.
    expect(await askedBy(60)).toBeLessThanOrEqual(one + 8);
  });

  it('is emptied for that website alone', async () => {
    await get('/sites/www.byroncoastal.test/');
    await get(`${site}/`);
    await save('social', { fb_link: 'https://www.facebook.com/alone' });
    expect([await kept(1), await kept(2)]).toEqual([0, 1]);
  });

  it('stays as it is after a preview, or a save that changes nothing', async () => {
    await save('social', { fb_link: 'https://www.facebook.com/same' });
    await get(`${site}/`);
    await save('social', { fb_link: 'https://www.facebook.com/same' });
    await harness.call('POST', '/api/websites/1/preview', {
      token,
      body: { component: 'index.twig', settings: { fb_link: ['https://x.example'] } },
    });
    expect(await kept()).toBe(1);
  });

  it('never serves a page that was begun before a save and ended after it', async () => {
    const { db } = harness.deps;
    const cachedPage = createPageCache(harness.deps, 'https://console.example');
    const before = await findSite(db, 'www.northshorerealty.test');
    if (!before) throw new Error('the site is not there');
    await cachedPage(before, '/late', harness.time.now, async () => {
      await save('social', { fb_link: 'https://www.facebook.com/late' });
      return done('of before');
    });
    const after = await findSite(db, 'www.northshorerealty.test');
    if (!after) throw new Error('the site is not there');
    const page = await cachedPage(after, '/late', harness.time.now, async () => done('of after'));
    expect(page).toMatchObject({ kind: 'page', html: 'of after' });
    await cachedPage(before, '/late', harness.time.now, async () => done('of before, once more'));
    expect(await cachedPage(after, '/late', harness.time.now, async () => done('made again'))).toMatchObject({ html: 'of after' });
  });

  it('serves no page that a parallel process with another version or address rendered', async () => {
    const { deps } = harness;
    const elsewhere = createServerApp({ ...deps, config: { ...deps.config, publicUrl: 'https://elsewhere.example' } });
    const later = createServerApp({ ...deps, version: '9.9.9' });
    const twin = createServerApp({ ...deps });
    await get(`${site}/`);
    await deps.db.update(renderedPages).set({ html: 'from the cache' }).where(eq(renderedPages.websiteId, 1));
    const shown = async (app: typeof twin) => (await app.request(`${site}/`)).text();
    expect(await shown(twin)).toBe('from the cache');
    expect(await shown(elsewhere)).toContain('https://elsewhere.example');
    await deps.db.update(renderedPages).set({ html: 'from elsewhere' }).where(eq(renderedPages.websiteId, 1));
    expect(await shown(later)).toContain('<title>');
    expect(await get(`${site}/`)).toMatchObject({ text: expect.stringContaining('<title>') });
  });

  it('makes a page again after an hour: posts have their time', async () => {
    await get(`${site}/`);
    await harness.deps.db.update(renderedPages).set({ html: 'old' }).where(eq(renderedPages.websiteId, 1));
    expect((await get(`${site}/`)).text).toBe('old');
    harness.time.now = new Date(harness.time.now.getTime() + 3_600_001);
    expect((await get(`${site}/`)).text).not.toBe('old');
  });
});

describe('a host of the sites’ own', () => {
  const app = () =>
    createServerApp({
      ...harness.deps,
      config: { ...harness.deps.config, sitesOrigin: 'https://sites.example' },
      consoleFiles: (c) => c.text('console'),
    });
  const ask = async (url: string) => {
    const answer = await app().request(url, { redirect: 'manual' });
    return [answer.status, answer.headers.get('location')];
  };

  it('has the sites and their files, and nothing else', async () => {
    expect(await ask(`https://sites.example${site}/`)).toEqual([200, null]);
    expect(await ask('https://sites.example/files/x/y.png')).toEqual([404, null]);
    for (const path of ['/', '/login', '/api/health', '/api/user', '/cms/1/wp-admin/', '/sitesx'])
      expect([path, ...(await ask(`https://sites.example${path}`))]).toEqual([path, 404, null]);
  });

  it('is the target of the console’s host for requests for a site', async () => {
    expect(await ask(`https://console.example${site}/robots.txt?a=b`)).toEqual([308, `https://sites.example${site}/robots.txt?a=b`]);
    const written = site.replace('/s', '/%73');
    expect(await ask(`https://console.example${written}/`)).toEqual([308, `https://sites.example${written}/`]);
    expect(await ask('https://console.example/login')).toEqual([200, null]);
    expect(await ask('https://console.example/api/health')).toEqual([200, null]);
  });

  it('is named in the sitemap', async () => {
    const answer = await app().request(`https://sites.example${site}/sitemap.xml`);
    expect(await answer.text()).toContain(`<loc>https://sites.example${site}/</loc>`);
  });
});
