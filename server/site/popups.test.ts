import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { posts } from '../tables/content.ts';
import { type Harness, startHarness } from '../testing/harness.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

const idSchema = v.object({ data: v.object({ id: v.string() }) });
const page = async () => (await harness.call('GET', '/sites/www.harbourcityhomes.test/')).text;
const site = async (domain = 'www.minimresidential.test') => (await harness.call('GET', `/sites/${domain}/`)).text;
const popupsIn = (html: string) => [...html.matchAll(/data-popup="([^"]*)"/gu)].map(([, opens = '']) => opens.replaceAll('&quot;', '"'));
const api = async (method: string, path: string, body?: object) => {
  const got = await harness.call(method, `/api${path}`, { token, ...(body ? { body } : {}) });
  expect([got.status < 300, got.text]).toEqual([true, got.text]);
  return got.json;
};
const websiteId = 3;
const create = async (body: object) =>
  v.parse(idSchema, await api('POST', `/websites/${websiteId}/popups`, { name: 'N', title: 'T', content: 'C', ...body })).data.id;
const byButton = [{ type: 'button', trigger_class: '.x', delay: 10 }];

describe('the popups of a public site', () => {
  it('are on its page with what opens them, cleaned, and each change shows at once', async () => {
    const before = popupsIn(await site()).length;
    const id = await create({ title: 'A <b> & "c"', content: '<i>Hi</i><script>alert(1)</script>', css_class: 'mine', triggers: byButton });
    const html = await site();
    expect(popupsIn(html)).toHaveLength(before + 1);
    expect(popupsIn(html).at(-1)).toBe('[{"type":"button","delay":10,"selector":".x","formId":""}]');
    expect(html).toContain('A &lt;b&gt; &amp; &quot;c&quot;');
    expect(html).toMatch(/<dialog id="popup-\d+" class="popup popup-standard popup-at-center popup-medium popup-fade mine"/u);
    expect(html).toContain('<i>Hi</i></div>');
    expect(html).not.toContain('alert(1)');
    await api('PATCH', `/popups/${id}`, { title: 'Changed' });
    expect(await site()).toContain('>Changed</h2>');
    await api('DELETE', `/websites/${websiteId}/popups/${id}`);
    expect(popupsIn(await site())).toHaveLength(before);
  });

  it('are left out where nothing on the page opens them, and with them their script', async () => {
    const html = await page();
    expect(popupsIn(html)).not.toHaveLength(0);
    const all = v.parse(v.object({ data: v.array(v.object({ id: v.string() })) }), await api('GET', `/websites/${websiteId}/popups`)).data;
    for (const { id } of all) await api('DELETE', `/websites/${websiteId}/popups/${id}`);
    expect(await site()).not.toContain('data-popup');
    expect(await site()).not.toContain('popup');
    const { data: pages } = v.parse(
      v.object({ data: v.array(v.object({ id: v.number(), title: v.string() })) }),
      await api('GET', `/websites/${websiteId}/pages`),
    );
    const pageOf = (title: string) => String(pages.find((each) => each.title === title)?.id);
    const id = await create({ triggers: [{ type: 'page', page_id: pageOf('Careers') }] });
    expect(popupsIn(await site())).toEqual([]);
    await api('PATCH', `/popups/${id}`, { triggers: [{ type: 'page', page_id: pageOf('Home'), delay: 5 }] });
    expect(popupsIn(await site())).toEqual(['[{"type":"page","delay":5,"selector":"","formId":""}]']);
    const [post] = await harness.deps.db.select().from(posts).where(eq(posts.websiteId, websiteId)).limit(1);
    const article = (await harness.call('GET', `/sites/www.minimresidential.test/posts/${post?.id}`)).text;
    expect([article.includes(post?.title ?? '?'), popupsIn(article)]).toEqual([true, []]);
    await create({});
    expect(popupsIn(await site())).toHaveLength(1);
  });

  it('are not in a preview, except for the one that is being typed, which is open there', async () => {
    await create({ triggers: byButton });
    const previewed = async (data: object) => {
      const got = await api('POST', `/websites/${websiteId}/preview`, { component: 'index.twig', data });
      return v.parse(v.object({ data: v.object({ html: v.string() }) }), got).data.html;
    };
    expect(await previewed({})).not.toContain('data-popup');
    const typed = { title: 'Typed', content: '<b>x</b><script>alert(1)</script>', position: 'center', size: 'large' };
    const html = await previewed({ popup: { ...typed, type: 'standard' } });
    expect(html).toMatch(/<dialog id="popup-preview" class="popup popup-standard popup-at-center popup-large[^>]* open>/u);
    expect(html).toContain('<b>x</b></div>');
    expect(html).not.toContain('alert(1)');
    expect(await previewed({ popup: { ...typed, type: 'banner', position: 'top' } })).toMatch(/role="region">/u);
  });

  it('give way to a form that is being made, which a preview draws alone', async () => {
    const fields = [{ type: 'text', key: 'name', label: 'Your <name>', required: true }];
    const form = { name: 'contact', label: null, description: 'About it', fields };
    const got = await api('POST', `/websites/${websiteId}/preview`, { component: 'index.twig', data: { form } });
    const { html } = v.parse(v.object({ data: v.object({ html: v.string() }) }), got).data;
    expect(html).toContain('Your &lt;name&gt;');
    expect(html).not.toMatch(/<header|<footer|data-block-id|data-popup/u);
    const wrong = { component: 'index.twig', data: { form: { ...form, fields: [{ type: 'magic' }] } } };
    expect((await harness.call('POST', `/api/websites/${websiteId}/preview`, { token, body: wrong })).status).toBe(422);
  });
});
