import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disallowAll } from '#contract/settings/robots.ts';
import { pages, posts } from '../tables/content.ts';
import { settings } from '../tables/websites.ts';
import { blockCalls } from '../testing/blocks.ts';
import { type Harness, startHarness } from '../testing/harness.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

const site = '/sites/www.northshorerealty.test';
const get = (path: string, headers: Record<string, string> = {}) => harness.call('GET', path, { headers });
const save = async (category: string, values: Readonly<Record<string, unknown>>, websiteId = 1) => {
  const list = Object.entries(values).map(([key, value]) => ({ key, value: [value], category }));
  const got = await harness.call('POST', `/api/websites/${websiteId}/settings/update`, { token, body: { data: { settings: list } } });
  expect([got.status, got.text]).toEqual([200, got.text]);
};

describe('settings of a public site', () => {
  it('robots.txt: as it was saved, and nothing may be crawled where it is blank', async () => {
    await save('robots', { robots_txt: '\ufeffUser-agent: a\r\nAllow: /' });
    expect((await get(`${site}/robots.txt`)).text).toBe('User-agent: a\r\nAllow: /\n');
    await save('robots', { robots_txt: '\u200bUser-agent: a\n\u2060Allow: /a' });
    expect((await get(`${site}/robots.txt`)).text).toBe('User-agent: a\nAllow: /a\n');
    await save('robots', { robots_txt: '\u200b' });
    expect((await get(`${site}/robots.txt`)).text).toBe(`${disallowAll}\n`);
    await save('robots', { robots_txt: 'User-agent: *\nAllow: /' });
    const got = await get(`${site}/robots.txt`);
    expect([got.status, got.text, got.headers.get('content-type')]).toEqual([
      200,
      'User-agent: *\nAllow: /\n',
      'text/plain; charset=utf-8',
    ]);
    await save('robots', { robots_txt: ' ' });
    expect((await get(`${site}/robots.txt`)).text).toBe(`${disallowAll}\n`);
    await harness.deps.db.delete(settings).where(eq(settings.key, 'robots_txt'));
    expect((await get(`${site}/robots.txt`)).text).toBe(`${disallowAll}\n`);
  });

  it('sitemap.xml names the homepage and the posts whose date is reached', async () => {
    const future = { title: 'Later', excerpt: 'x', featured: false, publishedAt: new Date('2027-01-01T00:00:00Z') };
    const [later] = await harness.deps.db
      .insert(posts)
      .values({ websiteId: 1, ...future })
      .returning();
    const [foreign] = await harness.deps.db.select().from(posts).where(eq(posts.websiteId, 2));
    const own = await harness.deps.db.select().from(posts).where(eq(posts.websiteId, 1));
    const got = await get(`${site}/sitemap.xml`);
    const named = own.filter(({ id }) => id !== later?.id).map(({ id }) => `https://console.example${site}/posts/${id}`);
    const found = Array.from(got.text.matchAll(/<loc>(.*?)<\/loc>/gu), ([, url]) => url);
    expect(named.length).toBeGreaterThan(1);
    expect(found.toSorted()).toEqual([`https://console.example${site}/`, ...named].toSorted());
    expect(found).not.toContain(`https://console.example${site}/posts/${foreign?.id}`);
    // Each is a page, which names itself as the one to show.
    for (const url of found.slice(0, 3))
      expect((await get(new URL(url ?? '').pathname)).text).toContain(`<link rel="canonical" href="${url}">`);
    expect((await harness.call('GET', '/api/websites/1/sitemap', { token })).text).toBe(got.text);
    expect(got.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  });

  it('the feed has the posts whose date is reached, as text, and exists only where it is enabled', async () => {
    await harness.deps.db.insert(posts).values([
      { websiteId: 1, title: 'Tomorrow’s', excerpt: 'x', featured: false, publishedAt: new Date('2027-01-01T00:00:00Z') },
      {
        websiteId: 1,
        title: 'A <b>bold</b> & new 🏡\u0001\uffff',
        excerpt: ']]>',
        featured: false,
        publishedAt: new Date('2026-05-01T00:00:00Z'),
      },
    ]);
    await save('feeds', { enable_blog_rss_feed: true, blog_rss_feed_title: 'News & views' });
    const got = await get(`${site}/feed.xml`);
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'application/rss+xml; charset=utf-8']);
    expect(got.text).toContain('<title>News &amp; views</title>');
    expect(got.text).toContain('<title>A &lt;b&gt;bold&lt;/b&gt; &amp; new 🏡</title>');
    expect(got.text).not.toContain('Tomorrow');
    const address = `https://console.example${site}/`;
    expect(got.text).toContain(`<atom:link href="${address}feed.xml" rel="self" type="application/rss+xml"/>`);
    const ids = Array.from(got.text.matchAll(/<link>.*?\/posts\/(\d+)<\/link>/gu), ([, id]) => id);
    expect(ids.length).toBeGreaterThan(1);
    // A reader knows a post again on another domain.
    const known = Array.from(got.text.matchAll(/<guid isPermaLink="false">(.*?)<\/guid>/gu), ([, guid]) => guid);
    expect(known).toEqual(ids.map((id) => `urn:frontage:website:1:post:${id}`));
    for (const [, date = ''] of got.text.matchAll(/<pubDate>(.*?)<\/pubDate>/gu)) expect(new Date(date).toUTCString()).toBe(date);
    expect((await get(`${site}/`)).text).toContain(`href="${site}/feed.xml"`);
    await save('feeds', { enable_blog_rss_feed: false });
    expect((await get(`${site}/feed.xml`)).status).toBe(404);
    expect((await get(`${site}/`)).text).not.toContain('feed.xml');
  });

  it('search engines and social networks', async () => {
    await save('homepage_seo_info', {
      homepage_seo_title: '%site_title% "at home"',
      homepage_seo_description: 'Homes <here>',
      homepage_seo_canonical_url: 'https://northshore.example/',
    });
    await save('seo', { seo_noindex: true, seo_enable_keywords: false });
    const { text } = await get(`${site}/`);
    expect(text).toContain('<title>North Shore Realty &quot;at home&quot;</title>');
    expect(text).toContain('content="Homes &lt;here&gt;"');
    expect(text).toContain('<link rel="canonical" href="https://northshore.example/">');
    expect(text).toMatch(/<meta property="og:image" content="https:\/\/console\.example\/files\/[^"]+house\.png">/u);
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(text).not.toContain('name="keywords"');
  });

  it('Edit SEO of the page at the homepage’s address goes before the screen Homepage SEO, field by field', async () => {
    const [home] = await harness.deps.db
      .select()
      .from(pages)
      .where(and(eq(pages.websiteId, 1), eq(pages.slug, '')));
    const edit = (post_id: string, title: string) =>
      harness.call('POST', '/api/websites/1/seo', { token, body: { post_type: 'page', post_id, title, tagline: null } });
    expect((await edit(String((home?.id ?? 0) + 1), 'Of another page')).status).toBe(201);
    expect((await get(`${site}/`)).text).not.toContain('Of another page');
    expect((await edit(String(home?.id), 'Welcome to %site_title%')).status).toBe(201);
    const { text } = await get(`${site}/`);
    expect(text).toContain('<title>Welcome to North Shore Realty</title>');
    expect(text).toContain('content="Homes &lt;here&gt;"');
    expect(text).toContain('<link rel="canonical" href="https://northshore.example/">');
  });

  it('the tabs of a search say what the website calls its listings', async () => {
    const tabs = async () =>
      Array.from((await get(`${site}/`)).text.matchAll(/name="type" value="\w+"[^>]*><span>([^<]*)</gu), ([, label]) => label);
    expect(await tabs()).toEqual(['For Sale', 'For Rent', 'Sold']);
    await save('listings', { terminology_buy: 'Sales <b>', terminology_lease: 'Lettings', terminology_sold: '' });
    expect(await tabs()).toEqual(['Sales &lt;b&gt;', 'Lettings', 'Sold']);
    await save('listings', { terminology_buy: '', terminology_lease: '' });
    expect(await tabs()).toEqual(['Buy', 'Rent', 'Sold']);
  });

  it('the agency’s own code stands as it was typed; codes of services are checked', async () => {
    await save('customjs', { header_js: '<script>headerCode("<b>")</script>', footer_js: '<script>footerCode()</script>' });
    await save('css', { custom_css: '.mine > a { color: red }' });
    await save('tracking', {
      gtm_code: 'GTM-ABC123',
      fb_pixel_code: '123456789',
      tracking_snippets_code: '<script>snippet()</script>',
    });
    // Stored before such values were refused.
    const old = { spoke_gtm_code: "GTM-1');alert('x", google_verification_code: 'a"b><script>' };
    for (const [key, value] of Object.entries(old)) {
      await harness.deps.db
        .insert(settings)
        .values({ websiteId: 1, key, category: 'tracking', value: [value], updatedAt: harness.time.now })
        .onConflictDoUpdate({ target: [settings.websiteId, settings.key], set: { value: [value] } });
    }
    const { text } = await get(`${site}/`);
    const [head = '', body = ''] = text.split('</head>');
    for (const own of ['headerCode("<b>")', 'snippet()', '.mine > a { color: red }', "'GTM-ABC123'", "fbq('init','123456789')"])
      expect(head).toContain(own);
    expect(head).toContain('<meta name="google-site-verification" content="a&quot;b&gt;&lt;script&gt;">');
    expect(body).toContain('footerCode()');
    expect(body).toContain('ns.html?id=GTM-ABC123');
    expect(text).not.toContain("alert('x");
  });

  it('custom labels for the status of a listing', async () => {
    await save('listings', { terminology_buy: 'On the market', terminology_lease: 'To let' });
    const slider = await blockCalls(harness, token, 1).idOf('listing_slider');
    await blockCalls(harness, token, 1).save(slider, { listings_display: ['recent_avail_rental'] });
    const rentals = (await get(`${site}/`)).text.replace(/<form class="search".*?<\/form>/su, '');
    expect([rentals.includes('To let'), rentals.includes('On the market')]).toEqual([true, false]);
  });
});
