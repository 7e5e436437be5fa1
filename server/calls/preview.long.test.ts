import { eq, getTableName, isTable } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blockCatalogue } from '#contract/blocks/catalogue.ts';
import { previewAnswerSchema } from '#contract/entities/preview.ts';
import { themeKeys } from '#contract/entities/website.ts';
import * as blockTables from '../tables/blocks.ts';
import * as contentTables from '../tables/content.ts';
import * as fileTables from '../tables/files.ts';
import * as identityTables from '../tables/identity.ts';
import * as serviceTables from '../tables/service.ts';
import * as websiteTables from '../tables/websites.ts';
import { createServerApp } from '../app.ts';
import { drain } from '../start/shutdown.ts';
import { blockCalls } from '../testing/blocks.ts';
import { codeOf, type Got, type Harness, startHarness } from '../testing/harness.ts';
import { testHttpServer } from '../testing/http-server.ts';
import { listening } from '../testing/listening.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

const ask = (body: unknown, websiteId = 1, headers: Record<string, string> = {}) =>
  harness.call('POST', `/api/websites/${websiteId}/preview`, { token, body, headers });
const htmlOf = (got: Got): string => v.parse(v.object({ data: previewAnswerSchema }), got.json).data.html;
const preview = async (request: object, websiteId = 1) => htmlOf(await ask({ component: 'index.twig', ...request }, websiteId));
/** The blocks that a page shows, in order. */
const shownIn = (html: string) => [...html.matchAll(/data-block-id="([^"]*)"/gu)].map(([, id]) => id);

describe('the homepage', () => {
  it.each(themeKeys.map((theme, at) => [theme, at + 1] as const))(
    'of %s shows each block that is enabled, in order',
    async (theme, websiteId) => {
      const html = await preview({}, websiteId);
      const { list } = blockCalls(harness, token, websiteId);
      const expected = (await list()).filter((block) => block.enabled !== false && block.key !== 'footer').map((block) => block.id);
      expect(expected.length).toBeGreaterThan(blockCatalogue[theme].length - 5);
      expect(shownIn(html).filter((id, at, all) => all.indexOf(id) === at && expected.includes(id ?? ''))).toEqual(expected);
      expect(html.includes(`theme-${theme}`)).toBe(true);
    },
  );

  it('shows unsaved edits: settings, settings of blocks, and the whole list', async () => {
    const { idOf, list } = blockCalls(harness, token, 1);
    const [about, cover] = [await idOf('about_us'), await idOf('cover')];
    const given = [
      { id: cover, key: 'cover', label: 'Cover', enabled: null, priority: 1 },
      { id: 'local:new', key: 'about_us', label: 'New', enabled: true, priority: 2 },
      { id: about, key: 'about_us', label: 'About', enabled: true, priority: 3 },
      { id: (await list())[3]?.id, key: 'listing_slider', label: 'Hidden', enabled: false, priority: 4 },
    ];
    const html = await preview({
      settings: { primary_color: ['#123abc'], footer_tagline: ['A tagline of today'], fb_link: null },
      theme_settings: { 'local:new': { title: ['Made on a train'] }, [about]: { title: ['Typed just now'] } },
      data: { theme: 'versatile', blocks: given },
    });
    for (const text of ['#123abc', 'A tagline of today', 'Made on a train', 'Typed just now']) expect(html.includes(text)).toBe(true);
    expect(html.indexOf('Made on a train')).toBeLessThan(html.indexOf('Typed just now'));
    expect(new Set(shownIn(html))).toEqual(new Set([cover, 'local:new', about]));
    expect(html.includes('facebook.com')).toBe(false);
  });

  it('shows a picture that is not on the server yet as a placeholder, and another website’s too', async () => {
    const about = await blockCalls(harness, token, 1).idOf('about_us');
    const [foreign] = await harness.deps.db.select().from(fileTables.files).where(eq(fileTables.files.websiteId, 2)).limit(1);
    for (const id of ['local:7d9f2c8e', foreign?.id ?? '']) {
      const html = await preview({ theme_settings: { [about]: { image: [id] } }, settings: { desktop_logo: [id] } });
      expect(html.includes('data:image/svg+xml')).toBe(true);
      expect(html.includes(`/files/${id}`)).toBe(false);
    }
  });

  it('is refused where its page would be too large', async () => {
    const blocks = Array.from({ length: 300 }, (_, at) => ({
      id: `local:${at}`,
      key: 'listing_slider',
      label: 'Homes',
      enabled: true,
      priority: at,
    }));
    const got = await ask({ component: 'index.twig', data: { theme: 'versatile', blocks } });
    expect([got.status, codeOf(got)]).toEqual([422, 'validation_failed']);
  });

  it('shows no visitor’s script, and no code of a service', async () => {
    const settings = {
      header_js: ['<script>own()</script>'],
      footer_js: ['<script>own()</script>'],
      tracking_snippets_code: ['<script>own()</script>'],
      custom_css: ['.mine { color: red }'],
    };
    const html = await preview({ settings });
    expect(/<script/iu.test(html)).toBe(false);
    expect(html.includes('googletagmanager')).toBe(false);
    expect(html.includes('.mine { color: red }')).toBe(true);
  });
});

const markup = '"><img src=x onerror=alert(1)></style></title><script>alert(2)</script>{{ 7*7 }}{% raw %}';
const live = /<img src=x|<script>alert|>49</u;

describe('typed texts', () => {
  it.each(themeKeys.map((theme, at) => [theme, at + 1] as const))('into any text of %s is text', async (theme, websiteId) => {
    const all = await blockCalls(harness, token, websiteId).list();
    const texts = (block: (typeof all)[number]) => (block.settings ?? []).map((setting) => [setting.key, [markup]] as const);
    const { settingsScreens } = await import('#contract/settings/index.ts');
    const { fieldsOf } = await import('#contract/settings/screen.ts');
    const settings = settingsScreens.flatMap(fieldsOf).map((field) => [field.key, [markup]] as const);
    const ownCode = new Set(['custom_css']);
    const html = await preview(
      {
        theme_settings: Object.fromEntries(all.map((block) => [block.id, Object.fromEntries(texts(block))])),
        settings: Object.fromEntries(settings.filter(([key]) => !ownCode.has(key))),
        data: {
          theme,
          blocks: all.map(({ id, key, enabled, priority }) => ({
            id,
            key,
            label: markup.slice(0, 100),
            enabled: enabled === null ? null : true,
            priority,
          })),
        },
      },
      websiteId,
    );
    expect(live.test(html)).toBe(false);
    expect(html.includes('&lt;script&gt;')).toBe(true);
  });

  it('into the custom CSS can’t end its element', async () => {
    const html = await preview({ settings: { custom_css: ['</style><script>alert(2)</script>'] } });
    expect(html.includes('alert(2)')).toBe(true);
    expect(/<\/style>\s*<script/u.test(html)).toBe(false);
  });

  it.each(['rebeccapurple', '#1g2h3i', '#1234567', 'url(javascript:alert(1))', '#fff;} body{display:none', 'expression(alert(1))', markup])(
    'as a colour %s is none',
    async (value) => {
      const cover = await blockCalls(harness, token, 1).idOf('cover');
      const keys = [
        'primary_color',
        'secondary_color',
        'primary_font_color',
        'menu_background_color',
        'header_font_color',
        'footer_background_color',
        'footer_font_color',
      ];
      const html = await preview({
        settings: Object.fromEntries(keys.map((key) => [key, [value]])),
        theme_settings: { [cover]: { tint_color: [value] } },
      });
      expect(html.includes(value)).toBe(false);
      expect(live.test(html)).toBe(false);
    },
  );

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    '//evil.example/x',
    '/\\evil.example',
  ])('as a link %s leads nowhere', async (value) => {
    const all = await blockCalls(harness, token, 1).list();
    const links = (block: (typeof all)[number]) =>
      (block.settings ?? []).filter(({ key }) => key.endsWith('_link')).map(({ key }) => [key, [value]]);
    const html = await preview({
      theme_settings: Object.fromEntries(all.map((block) => [block.id, Object.fromEntries(links(block))])),
      settings: { footer_logo_link_url: [value], versatile_header_contact_link: [value], fb_link: [value] },
    });
    expect(/href="\s*(?:javascript|java\tscript|data|vbscript):/iu.test(html)).toBe(false);
    expect(html.includes('evil.example')).toBe(false);
  });

  it.each([-5, 0, 1e9, 2.5, 'many', null, {}, []])('as a number of listings %j shows some, and never more than fifty', async (value) => {
    const slider = await blockCalls(harness, token, 1).idOf('listing_slider');
    const html = await preview({ theme_settings: { [slider]: { listing_count: [value], listings_display: ['recent_all'] } } });
    const count = [...html.matchAll(/href="[^"]*\/listings\/\d+"/gu)].length;
    expect(count).toBeGreaterThan(0);
    const { listings } = contentTables;
    expect(new Set([...html.matchAll(/\/listings\/(\d+)"/gu)].map(([, id]) => id)).size).toBeLessThanOrEqual(50);
    expect(await harness.deps.db.$count(listings, eq(listings.websiteId, 1))).toBeGreaterThan(50);
  });
});

describe('a preview', () => {
  it('changes nothing, and is neither stored nor counted as a save', async () => {
    const tables = [blockTables, contentTables, fileTables, identityTables, serviceTables, websiteTables].flatMap((module) =>
      Object.values(module).filter((entry) => isTable(entry) && entry instanceof PgTable),
    );
    const kept = tables.filter((table) => getTableName(table) !== 'rate_limits');
    expect(kept.length).toBeGreaterThan(20);
    const all = async () => {
      const rows = await Promise.all(kept.map(async (table) => [getTableName(table), await harness.deps.db.select().from(table)] as const));
      return JSON.stringify(rows);
    };
    const about = await blockCalls(harness, token, 1).idOf('about_us');
    const before = await all();
    const body = {
      component: 'index.twig',
      settings: { primary_color: ['#123456'], site_title: ['Another'] },
      theme_settings: { [about]: { title: ['x'] } },
      data: { blocks: [{ id: about, key: 'about_us', label: 'x', enabled: false, priority: 9 }] },
    };
    expect((await ask(body, 1, { 'idempotency-key': crypto.randomUUID() })).status).toBe(200);
    expect(await all()).toBe(before);
  });

  it.each([
    {},
    { component: '../server/config.ts' },
    { component: 'index.twig', settings: { a: 'x' } },
    { component: 'index.twig', data: { theme: 'other' } },
    { component: 'index.twig', data: { blocks: [{ id: '1' }] } },
    { component: 'index.twig', theme_settings: { '1': { title: ['a\u0000'] } } },
  ])('is refused for %j', async (body) => {
    const got = await ask(body);
    expect([got.status, codeOf(got)]).toEqual([422, 'validation_failed']);
  });

  it('of more than the body may hold is refused', async () => {
    const got = await ask({ component: 'index.twig', settings: { custom_css: ['x'.repeat(1_100_000)] } });
    expect([got.status, codeOf(got)]).toEqual([413, 'payload_too_large']);
  });

  it('of the most blocks that a homepage has comes in its time', async () => {
    const all = Array.from({ length: 300 }, (_, at) => ({
      id: `local:${at}`,
      key: at % 2 ? 'about_us' : 'testimonials',
      label: 'x',
      enabled: true,
      priority: at,
    }));
    expect(new Set(shownIn(await preview({ data: { blocks: all } }))).size).toBe(300);
  });

  it('costs as many attempts as it has blocks, posted or stored', async () => {
    const { rateLimits } = serviceTables;
    const block = { key: 'about_us', label: 'x', enabled: true, priority: 1 };
    const counted = async (request: object) => {
      await harness.deps.db.delete(rateLimits);
      await preview(request);
      return (await harness.deps.db.select().from(rateLimits)).map(({ count }) => count);
    };
    expect(await counted({ data: { blocks: ['local:1', 'local:2', 'local:3'].map((id) => ({ ...block, id })) } })).toEqual([3]);
    expect(await counted({ data: { blocks: [] } })).toEqual([1]);
    expect(await counted({})).toEqual([(await blockCalls(harness, token, 1).list()).length]);
  });

  it('that nobody waits for any more is not rendered', async () => {
    const given = { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } };
    const gone = new AbortController();
    const body = JSON.stringify({ component: 'index.twig' });
    const request = new Request('http://localhost/api/websites/1/preview', { ...given, body, signal: gone.signal });
    const answer = harness.app.fetch(request, { incoming: { socket: { remoteAddress: '192.0.2.1' } } });
    gone.abort();
    expect((await answer).status).toBe(503);
  });

  it('is refused to a user with many open previews, and accepted again once those are aborted', async () => {
    const hold = Promise.withResolvers<{ readonly kind: 'done'; readonly output: string }>();
    let begun = 0;
    const renderPage = {
      ...harness.deps.workers.renderPage,
      run: () => {
        begun += 1;
        return hold.promise;
      },
    };
    const app = createServerApp({ ...harness.deps, workers: { ...harness.deps.workers, renderPage } });
    const server = testHttpServer(app.fetch);
    const url = `http://127.0.0.1:${await listening(server)}/api/websites/1/preview`;
    const gone = new AbortController();
    const send = (signal: AbortSignal | null = null) =>
      fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ component: 'index.twig', data: { blocks: [] } }),
        signal,
      });
    const two = [send(), send()];
    await expect.poll(() => begun).toBe(2);
    const waiting = Array.from({ length: 11 }, () => send(gone.signal));
    const refused = await Promise.race(waiting);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    // Requests whose client has gone give their places back.
    const before = harness.logs.length;
    gone.abort();
    await Promise.allSettled(waiting);
    const givenUp = () => harness.logs.slice(before).filter((line) => line.includes('/preview') && line.includes('"status":503'));
    await expect.poll(givenUp).toHaveLength(10);
    const next = send();
    hold.resolve({ kind: 'done', output: '' });
    expect((await Promise.all([...two, next])).map(({ status }) => status)).toEqual([200, 200, 200]);
    // The client keeps its connections for seconds.
    server.closeAllConnections();
    await drain(server);
  });

  it('in a loop is stopped for a while', async () => {
    const { rateLimits } = serviceTables;
    await harness.deps.db.update(rateLimits).set({ count: 12_000, expiresAt: new Date(harness.time.now.getTime() + 30_000) });
    const got = await ask({ component: 'index.twig' });
    expect([got.status, codeOf(got), got.headers.get('retry-after')]).toEqual([429, 'too_many_requests', '30']);
    harness.time.now = new Date(harness.time.now.getTime() + 31_000);
    expect((await ask({ component: 'index.twig' })).status).toBe(200);
  });
});
