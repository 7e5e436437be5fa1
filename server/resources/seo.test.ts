import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { eq } from 'drizzle-orm';
import { posts } from '../tables/content.ts';
import { files } from '../tables/files.ts';
import { seo } from '../tables/seo.ts';
import { type Harness, messagesOf, startHarness } from '../testing/harness.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
beforeEach(() => harness.deps.db.delete(seo));
afterAll(() => harness.close());

const site = '/sites/www.northshorerealty.test';
const recordSchema = v.looseObject({ id: v.string(), post_id: v.string() });
const create = async (values: Readonly<Record<string, string | null>>, websiteId = 1) =>
  harness.call('POST', `/api/websites/${websiteId}/seo`, { token, body: { post_type: 'post', post_id: '1', ...values } });
const created = async (values: Readonly<Record<string, string | null>> = {}) =>
  v.parse(v.object({ data: recordSchema }), (await create(values)).json).data.id;
const set = (category: string, key: string, value: string | boolean) =>
  harness.call('POST', '/api/websites/1/settings/update', {
    token,
    body: { data: { settings: [{ key, value: [value], category, type: null }] } },
  });
const page = async (id = 1) => (await harness.call('GET', `${site}/posts/${id}`)).text;
const head = (html: string) => ({
  title: /<title>(.*?)<\/title>/u.exec(html)?.[1],
  description: /<meta name="description" content="(.*?)">/u.exec(html)?.[1] ?? null,
  keywords: /<meta name="keywords" content="(.*?)">/u.exec(html)?.[1] ?? null,
  canonical: /<link rel="canonical" href="(.*?)">/u.exec(html)?.[1] ?? null,
  image: /<meta property="og:image" content="(.*?)">/u.exec(html)?.[1] ?? null,
});

describe('SEO data of a page', () => {
  it('is listed by equality of its page’s type and id', async () => {
    const id = await created({ title: 'One' });
    await create({ post_id: '11', title: 'Eleven' });
    await create({ post_type: 'staff', title: 'Staff' });
    const found = await harness.call('GET', '/api/websites/1/seo?post_type=post&post_id=1', { token });
    expect(found.json).toMatchObject({ data: [{ id, post_type: 'post', post_id: '1', title: 'One' }], pagination: { total: 1 } });
    expect((await harness.call('GET', '/api/websites/1/seo?post_id=2', { token })).json).toMatchObject({ data: [] });
  });

  it('is there once for each page', async () => {
    await created();
    const again = await create({ title: 'Again' });
    expect([again.status, messagesOf(again)]).toEqual([
      422,
      { title: 'Somebody has saved SEO data for this page meanwhile. Open it again to change it.' },
    ]);
    expect((await create({ post_type: 'page' })).status).toBe(201);
    expect((await create({ post_id: '1' }, 2)).status).toBe(201);
  });

  it('stays with its page', async () => {
    const id = await created({ title: 'One' });
    const change = (body: object) => harness.call('PATCH', `/api/seo/${id}`, { token, body });
    expect(messagesOf(await change({ post_id: '2' }))).toEqual({ title: 'SEO data stays with its page.' });
    expect(messagesOf(await change({ post_type: 'page' }))).toEqual({ title: 'SEO data stays with its page.' });
    expect((await change({ post_type: 'post', post_id: '1', title: 'Two' })).status).toBe(200);
  });

  it.each([
    [{ tagline: 'x'.repeat(171) }, 'tagline'],
    [{ permalink: 'javascript:alert(1)' }, 'permalink'],
    [{ post_id: '1/2' }, 'post_id'],
    [{ post_type: 'Post Type' }, 'post_type'],
    [{ image_id: '00000000-0000-4000-8000-000000000000' }, 'image_id'],
  ])('is refused with %j', async (values, key) => {
    const got = await create(values);
    expect([got.status, Object.keys(messagesOf(got))]).toEqual([422, [key]]);
  });
});

describe('the page of a post', () => {
  it('has the settings’ tags until it has its own', async () => {
    await set('seo', 'seo_title_format', '%post_title% at %site_title%');
    await set('seo', 'seo_default_description', 'Homes on the north shore.');
    const [post] = await harness.deps.db.select().from(posts).where(eq(posts.id, 1));
    expect(head(await page())).toMatchObject({
      title: `${post?.title} at North Shore Realty`,
      description: 'Homes on the north shore.',
      keywords: null,
      canonical: expect.stringMatching(/^https?:\/\/[^/]+\/sites\/[^/]+\/posts\/1$/u),
    });
  });

  it('has its own, with tags replaced and everything escaped, as soon as they are saved', async () => {
    // The seed's pictures are drawings, which social networks do not show.
    const [picture] = await harness.deps.db.update(files).set({ mimeType: 'image/png' }).where(eq(files.websiteId, 1)).returning();
    await page();
    const id = await created({
      title: '"><script>1</script> %post_title% %unknown%',
      tagline: '%post_content%',
      permalink: 'https://www.bay.example/a?b=1&c=2',
      keywords: 'pets, renting',
      image_id: picture?.id ?? null,
    });
    const [post] = await harness.deps.db.select().from(posts).where(eq(posts.id, 1));
    const html = await page();
    expect(head(html)).toMatchObject({
      title: `&quot;&gt;&lt;script&gt;1&lt;/script&gt; ${post?.title} %unknown%`,
      description: expect.stringContaining(post?.excerpt.slice(0, 40) ?? ''),
      keywords: null,
      canonical: 'https://www.bay.example/a?b=1&amp;c=2',
      image: expect.stringContaining(`/files/${picture?.id}/`),
    });
    expect(html).not.toContain('<script>1');
    await set('seo', 'seo_enable_keywords', true);
    await harness.call('PATCH', `/api/seo/${id}`, { token, body: { title: 'Changed' } });
    expect(head(await page())).toMatchObject({ title: 'Changed', keywords: null });
    await harness.call('PATCH', `/api/seo/${id}`, { token, body: { keywords: 'pets' } });
    expect(head(await page()).keywords).toBe('pets');
    await set('seo', 'seo_enable_keywords', false);
    expect(head(await page()).keywords).toBeNull();
    await harness.call('DELETE', `/api/websites/1/seo/${id}`, { token });
    expect(head(await page()).title).not.toBe('Changed');
  });

  it('shows the post, and is not there for one of another website or of tomorrow', async () => {
    const [post] = await harness.deps.db.select().from(posts).where(eq(posts.id, 1));
    expect(await page()).toContain(`<h1>${post?.title}</h1>`);
    const [other] = await harness.deps.db.select().from(posts).where(eq(posts.websiteId, 2)).limit(1);
    expect((await harness.call('GET', `${site}/posts/${other?.id}`)).status).toBe(404);
    await harness.deps.db
      .update(posts)
      .set({ publishedAt: new Date('2026-06-02T10:00:00Z') })
      .where(eq(posts.id, 2));
    expect((await harness.call('GET', `${site}/posts/2`)).status).toBe(404);
    harness.time.now = new Date('2026-06-03T10:00:00Z');
    expect((await harness.call('GET', `${site}/posts/2`)).status).toBe(200);
    for (const path of ['posts/0', 'posts/999999999999', 'posts/x', 'posts/1/2']) {
      expect((await harness.call('GET', `${site}/${path}`)).status, path).toBe(404);
    }
  });
});
