import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listWebsites } from '#contract/calls/websites.ts';
import { listNames } from '#contract/entities/lists.ts';
import { everyResource } from '#contract/resources/every.ts';
import { demoWebsites, otherSignIn } from '../seed/seed.ts';
import { codeOf, type Got, type Harness, messagesOf, startHarness } from '../testing/harness.ts';
import { renderedPages } from '../tables/service.ts';
import { domains } from '../tables/domains.ts';
import { websites } from '../tables/websites.ts';

let harness: Harness;
let token: string;
let otherToken: string;
const otherWebsite = demoWebsites + 1;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
  otherToken = await harness.signIn(otherSignIn);
});
afterAll(() => harness.close());

const get = (path: string, as = token) => harness.call('GET', `/api${path}`, { token: as });
const paged = v.object({
  data: v.array(v.looseObject({ id: v.number() })),
  pagination: v.object({ page: v.number(), per_page: v.number(), total: v.number(), last_page: v.number() }),
});
const idsOf = (got: Got) => v.parse(paged, got.json).data.map((item) => item.id);

describe('another account’s website', () => {
  it('does not show in lists', async () => {
    expect(v.parse(paged, (await get('/websites', otherToken)).json).data.map((site) => site.id)).toEqual([otherWebsite]);
    expect((await get(`/lists/staff?website_id=${otherWebsite}`)).status).toBe(404);
    const own = idsOf(await get('/lists/staff?per_page=100'));
    const theirs = idsOf(await get('/lists/staff?per_page=100', otherToken));
    expect(theirs.length).toBeGreaterThan(0);
    expect(own.filter((id) => theirs.includes(id))).toEqual([]);
  });
});

describe('X-Account-Id', () => {
  it('may name the user’s account and no other', async () => {
    const as = (id: string) => harness.call('GET', '/api/user', { token, headers: { 'x-account-id': id } });
    expect((await as('1')).status).toBe(200);
    for (const id of ['2', '', 'x', '01']) expect(codeOf(await as(id))).toBe('forbidden');
  });
});

describe.each(['0', '-1', '1.5', '1e3', '99999999999999999999', '2147483648', 'x', '%00', '%F0%9F', "1'--", 'local:1'])(
  'the id %s',
  (id) => {
    it('finds nothing', async () => {
      for (const path of [
        `/websites/${id}`,
        `/websites/${id}/settings/social`,
        `/websites/${id}/menus`,
        `/themes/${id}`,
        ...everyResource.flatMap(({ calls }) => calls.read?.path.replace('{id}', id) ?? []),
        `/websites/1/files/${id}`,
      ]) {
        const got = await get(path);
        expect([path, got.status, codeOf(got)]).toEqual([path, 404, 'not_found']);
      }
    });
  },
);

describe('the list of websites', () => {
  it('has every website once over its pages, in order', async () => {
    const names: string[] = [];
    const ids = new Set<number>();
    for (let page = 0; page < 4; page += 1) {
      const got = await get(`/websites?page=${page}`);
      expect(v.parse(paged, got.json).pagination).toEqual({ page, per_page: 25, total: demoWebsites, last_page: 3 });
      for (const site of v.parse(v.object({ data: listWebsites.answer }), got.json).data) {
        names.push(site.name.toLowerCase());
        ids.add(Number(site.id));
      }
    }
    expect(ids.size).toBe(demoWebsites);
    expect(names).toEqual(names.toSorted());
    expect(idsOf(await get('/websites?page=4'))).toEqual([]);
  });

  it.each(['name', 'account', 'created_at'])('sorts by %s both ways', async (field) => {
    const up = idsOf(await get(`/websites?per_page=100&sort=${field}`));
    const down = idsOf(await get(`/websites?per_page=100&sort=-${field}`));
    expect(down).toEqual(up.toReversed());
  });

  it('searches names and domains, and treats wildcards as text', async () => {
    expect(
      v.parse(v.object({ data: listWebsites.answer }), (await get('/websites?q=byron%20coast')).json).data.map((site) => site.name),
    ).toEqual(['Byron Coastal Property']);
    expect(idsOf(await get('/websites?q=WWW.NORTHSHORE'))).toEqual([1]);
    for (const nothing of ['%25', '_', '%5C', '100%25']) expect(idsOf(await get(`/websites?q=${nothing}`))).toEqual([]);
    for (const blank of ['%20', "'"]) expect(v.parse(paged, (await get(`/websites?q=${blank}`)).json).pagination.total).toBe(demoWebsites);
  });

  it.each([
    'page=-1',
    'page=x',
    'page=1.5',
    'page=99999999',
    'per_page=0',
    'per_page=101',
    'sort=password',
    'sort=',
    'q=%00',
    `q=${'x'.repeat(101)}`,
  ])('refuses %s at its field', async (query) => {
    const got = await get(`/websites?${query}`);
    expect([got.status, codeOf(got), Object.keys(messagesOf(got))]).toEqual([422, 'validation_failed', [query.split('=')[0]]]);
  });

  it('leaves out deleted websites', async () => {
    const [row] = await harness.deps.db
      .insert(websites)
      .values({ accountId: 1, name: 'Deleted', createdAt: harness.time.now, updatedAt: harness.time.now, deletedAt: harness.time.now })
      .returning({ id: websites.id });
    expect(idsOf(await get('/websites?q=deleted'))).toEqual([]);
    expect((await get(`/websites/${row?.id}`)).status).toBe(404);
  });
});

it('answers a website with its theme, account and domains, and 304 while it is the same', async () => {
  const got = await get('/websites/1');
  expect(got.json).toMatchObject({
    data: { id: 1, theme_key: 'versatile', account: 'North Shore Realty Group', domains: [{ is_primary: true }, { is_primary: false }] },
  });
  const again = await harness.call('GET', '/api/websites/1', { token, headers: { 'if-none-match': got.headers.get('etag') ?? '' } });
  expect([again.status, again.text]).toEqual([304, '']);
});

describe('the other lists', () => {
  it.each(['/themes', '/websites/1/menus', '/websites/1/pages', ...listNames.map((name) => `/lists/${name}?website_id=1`)])(
    '%s are paged, and searched',
    async (path) => {
      const glue = path.includes('?') ? '&' : '?';
      const all = await get(`${path}${glue}per_page=100`);
      const { pagination } = v.parse(paged, all.json);
      expect(pagination.total).toBeGreaterThan(0);
      const pages = await Promise.all([0, 1].map((page) => get(`${path}${glue}per_page=1&page=${page}`)));
      expect(pages.flatMap(idsOf)).toEqual(idsOf(all).slice(0, 2));
      expect(idsOf(await get(`${path}${glue}q=zzzz`))).toEqual([]);
    },
  );

  it('know no other name', async () => {
    for (const name of ['users', 'constructor', '__proto__']) expect((await get(`/lists/${name}`)).status).toBe(404);
  });

  it('answer one theme', async () => {
    expect((await get('/themes/2')).json).toMatchObject({ data: { id: 2, key: 'byron', global: true } });
    expect((await get('/themes/99')).status).toBe(404);
  });
});

it('empties the cache of that website alone', async () => {
  const page = { path: '/', html: '<p>', createdAt: harness.time.now };
  await harness.deps.db.insert(renderedPages).values([
    { websiteId: 1, ...page },
    { websiteId: 2, ...page },
  ]);
  const got = await get('/websites/1/cache');
  expect([got.json, got.headers.get('etag')]).toEqual([{ data: { cleared: true } }, null]);
  expect((await harness.deps.db.select().from(renderedPages)).map((row) => row.websiteId)).toEqual([2]);
});

describe('a sitemap', () => {
  const read = (websiteId: number, headers = {}) => harness.call('GET', `/api/websites/${websiteId}/sitemap`, { token, headers });

  it('equals the public site’s, as XML, and is not sent again to a client that has it', async () => {
    const got = await read(1);
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(got.text).toContain('<loc>https://console.example/sites/www.northshorerealty.test/</loc>');
    expect(got.text).toBe((await harness.call('GET', '/sites/www.northshorerealty.test/sitemap.xml')).text);
    const again = await read(1, { 'if-none-match': got.headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('is not there for a website without a domain', async () => {
    await harness.deps.db.delete(domains).where(eq(domains.websiteId, 9));
    const got = await read(9);
    expect([got.status, codeOf(got)]).toEqual([404, 'not_found']);
  });
});
