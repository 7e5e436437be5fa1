import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoWebsites, otherSignIn } from '../seed/seed.ts';
import { redirects } from '../tables/redirects.ts';
import { codeOf, type Got, type Harness, messagesOf, startHarness } from '../testing/harness.ts';
import { rekeyRedirects } from './redirect-targets.ts';

let harness: Harness;
let token: string;
let otherToken: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
  otherToken = await harness.signIn(otherSignIn);
});
afterAll(() => harness.close());

const recordShape = v.strictObject({
  id: v.string(),
  redirects_from: v.string(),
  redirects_to: v.string(),
  rewrite: v.boolean(),
  redirect_to_rewrite: v.boolean(),
});
const listShape = v.object({ data: v.array(v.strictObject({ ...recordShape.entries, warnings: v.array(v.string()) })) });
const oneOf = (got: Got) => v.parse(v.object({ data: recordShape }), got.json).data;
const listOf = (got: Got) => v.parse(listShape, got.json).data;
const send = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}, as = token) =>
  harness.call(method, `/api${path}`, { token: as, headers, ...(body === undefined ? {} : { body }) });
const create = (body: unknown, websiteId = 4, headers = {}) => send('POST', `/websites/${websiteId}/redirects`, body, headers);
const asRead = (got: Got) => [got.status, codeOf(got), messagesOf(got)];

describe('a redirect', () => {
  it('is created, read, changed in part, listed and deleted', async () => {
    const made = await create({ redirects_from: ' /old-page ', redirects_to: '/contact-us' });
    expect(made.status).toBe(201);
    const { id } = oneOf(made);
    const plain = { id, redirects_from: '/old-page', redirects_to: '/contact-us', rewrite: false, redirect_to_rewrite: false };
    expect(oneOf(made)).toEqual(plain);
    const changed = await send('PATCH', `/redirects/${id}`, { rewrite: true });
    expect(oneOf(changed)).toEqual({ ...plain, rewrite: true });
    const read = await send('GET', `/redirects/${id}`);
    expect(oneOf(read)).toEqual({ ...plain, rewrite: true });
    expect(listOf(await send('GET', '/websites/4/redirects'))).toEqual([{ ...oneOf(read), warnings: [] }]);
    expect((await send('DELETE', `/websites/3/redirects/${id}`)).status).toBe(404);
    expect((await send('DELETE', `/websites/4/redirects/${id}`)).status).toBe(200);
    expect((await send('GET', `/redirects/${id}`)).status).toBe(404);
    expect((await send('DELETE', `/websites/4/redirects/${id}`)).status).toBe(404);
  });

  it('stores the blank value of a field that another value of the same change hides', async () => {
    const { id } = oneOf(await create({ redirects_from: '/both', redirects_to: '/', rewrite: true, redirect_to_rewrite: true }, 6));
    for (const redirect_to_rewrite of [false, true]) {
      expect((await send('PATCH', `/redirects/${id}`, { rewrite: true, redirect_to_rewrite: true })).status).toBe(200);
      const hidden = await send('PATCH', `/redirects/${id}`, { rewrite: false, redirect_to_rewrite });
      expect(oneOf(hidden)).toMatchObject({ rewrite: false, redirect_to_rewrite: false });
      expect(oneOf(await send('GET', `/redirects/${id}`))).toEqual(oneOf(hidden));
    }
    // A field that this change only hides keeps its value, for when it is shown again.
    await send('PATCH', `/redirects/${id}`, { rewrite: true, redirect_to_rewrite: true });
    expect(oneOf(await send('PATCH', `/redirects/${id}`, { rewrite: false }))).toMatchObject({ redirect_to_rewrite: true });
  });

  it('is changed only in the version of If-Match, and created once where the answer was lost', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const body = { redirects_from: '/once', redirects_to: '/' };
    const { id } = oneOf(await create(body, 5, key));
    expect(oneOf(await create(body, 5, key)).id).toBe(id);
    const etag = (await send('GET', `/redirects/${id}`)).headers.get('etag') ?? '';
    expect((await send('PATCH', `/redirects/${id}`, { redirects_to: '/a' }, { 'if-match': etag })).status).toBe(200);
    expect(codeOf(await send('PATCH', `/redirects/${id}`, { redirects_to: '/b' }, { 'if-match': etag }))).toBe('precondition_failed');
  });

  it('of another account does not exist', async () => {
    const [theirs] = listOf(await send('GET', `/websites/${demoWebsites + 1}/redirects`, undefined, {}, otherToken));
    for (const [method, body] of [['GET'], ['PATCH', { rewrite: true }]] as const)
      expect((await send(method, `/redirects/${theirs?.id}`, body)).status).toBe(404);
    expect((await send('DELETE', `/websites/4/redirects/${theirs?.id}`)).status).toBe(404);
  });

  it.each([
    [{}, ['redirects_from', 'redirects_to']],
    [{ redirects_from: ' ', redirects_to: '' }, ['redirects_from', 'redirects_to']],
    [{ redirects_from: 'old', redirects_to: 'javascript:alert(1)' }, ['redirects_from', 'redirects_to']],
    [{ redirects_from: '//evil.test/x', redirects_to: '/\\evil.test' }, ['redirects_from', 'redirects_to']],
    [{ redirects_from: '/a', redirects_to: 'https://user:password@a.example/' }, ['redirects_to']],
    [{ redirects_from: `/${'a'.repeat(2048)}`, redirects_to: '/' }, ['redirects_from']],
    [{ redirects_from: '/a\u0000', redirects_to: '/' }, ['redirects_from']],
    [{ redirects_from: 'https://somebody-else.example/a', redirects_to: '/' }, ['redirects_from']],
    [{ redirects_from: '/same/', redirects_to: '/%73ame' }, ['redirects_to']],
    [{ redirects_from: '/same', redirects_to: 'https://WWW.NorthShoreRealty.test/same' }, ['redirects_to']],
    [{ redirects_from: '/same', redirects_to: '/same?x=1' }, ['redirects_to']],
    [{ redirects_from: '/same?x=1', redirects_to: '/same?y=2&x=1' }, ['redirects_to']],
    [{ redirects_from: '/same', redirects_to: 'https://www.northshorerealty.test./same' }, ['redirects_to']],
    [{ redirects_from: '/same#top', redirects_to: '/' }, ['redirects_from']],
    [{ redirects_from: '/blog/*', redirects_to: '/posts' }, ['redirects_from']],
    [{ redirects_from: 'https://www.northshorerealty.test:8443/a', redirects_to: '/' }, ['redirects_from']],
    [{ redirects_from: '/a', redirects_to: '/b', rewrite: 'yes' }, ['rewrite']],
  ])('is refused as %j', async (body, fields) => {
    const got = await create(body, 1);
    expect(asRead(got)).toEqual([422, 'validation_failed', expect.anything()]);
    expect(Object.keys(messagesOf(got)).toSorted()).toEqual(fields);
  });

  it('is unique for an address, however it is written, on each website', async () => {
    await create({ redirects_from: '/über uns'.replace(' ', '-'), redirects_to: '/' }, 6);
    for (const twin of ['/%C3%BCber-uns', '/über-uns/', '/%c3%bcber-uns', '/u\u0308ber-uns']) {
      const got = await create({ redirects_from: twin, redirects_to: '/x' }, 6);
      expect(messagesOf(got)).toEqual({ redirects_from: 'There is a redirect from this address already.' });
    }
    expect((await create({ redirects_from: '/über-uns?a=1', redirects_to: '/x' }, 6)).status).toBe(201);
    expect((await create({ redirects_from: '/über-uns', redirects_to: '/' }, 7)).status).toBe(201);
    const racing = await Promise.all([1, 2, 3].map(() => create({ redirects_from: '/race', redirects_to: '/' }, 7)));
    expect(racing.map((got) => got.status).toSorted()).toEqual([201, 422, 422]);
  });
});

describe('a loop', () => {
  const loop = 'This is a loop: visitors are led back to where they began.';
  const question = (got: Got) => [
    got.status,
    codeOf(got),
    v.parse(v.object({ error: v.object({ message: v.string() }) }), got.json).error.message,
  ];

  it('is stored only once somebody has confirmed it, by a create or an update', async () => {
    const made = await create({ redirects_from: '/there', redirects_to: '/back' }, 9);
    expect(made.status).toBe(201);
    const back = { redirects_from: '/back?', redirects_to: '/there' };
    expect(question(await create(back, 9))).toEqual([422, 'confirmation_required', loop]);
    expect(listOf(await send('GET', '/websites/9/redirects')).length).toBe(1);
    const { id } = oneOf(await create({ ...back, redirects_to: '/elsewhere' }, 9));
    expect(question(await send('PATCH', `/redirects/${id}`, { redirects_to: '/there' }))).toEqual([422, 'confirmation_required', loop]);
    expect(oneOf(await send('GET', `/redirects/${id}`)).redirects_to).toBe('/elsewhere');
    expect((await send('PATCH', `/redirects/${id}`, { redirects_to: '/there', confirmed: true })).status).toBe(200);
    // What is stored already is asked about no more.
    expect((await send('PATCH', `/redirects/${id}`, { redirects_to: '/there' })).status).toBe(200);
    const found = listOf(await send('GET', '/websites/9/redirects'));
    expect(found.map(({ warnings }) => warnings)).toEqual([[loop], [loop]]);
  });

  it('of a homepage over a domain’s path is found by both lists, and asked about by both', async () => {
    const domainsOf = async () =>
      v.parse(
        v.object({
          data: v.array(v.object({ id: v.string(), is_primary: v.boolean(), domain: v.string(), warnings: v.array(v.string()) })),
        }),
        (await send('GET', '/websites/10/domains')).json,
      ).data;
    const home = (await domainsOf()).find((each) => each.is_primary);
    expect((await create({ redirects_from: '/start', redirects_to: '/' }, 10)).status).toBe(201);
    expect(question(await send('PATCH', `/domains/${home?.id}`, { redirect_to_path: '/start' }))).toEqual([
      422,
      'confirmation_required',
      loop,
    ]);
    expect((await send('PATCH', `/domains/${home?.id}`, { redirect_to_path: '/start', confirmed: true })).status).toBe(200);
    expect((await domainsOf()).filter(({ warnings }) => warnings.length > 0)).toEqual([{ ...home, warnings: [loop] }]);
    expect(listOf(await send('GET', '/websites/10/redirects')).map(({ warnings }) => warnings)).toEqual([[loop]]);
    const site = `/sites/${home?.domain}`;
    expect((await harness.call('GET', `${site}/`)).headers.get('location')).toBe(`${site}/start`);
    expect((await harness.call('GET', `${site}/start`)).headers.get('location')).toBe(`${site}/`);
    const dotted = { redirects_from: '/start', redirects_to: `https://${home?.domain}./` };
    const [{ id } = { id: '' }] = listOf(await send('GET', '/websites/10/redirects'));
    await send('DELETE', `/websites/10/redirects/${id}`);
    expect((await domainsOf()).flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(question(await create(dotted, 10))).toEqual([422, 'confirmation_required', loop]);
  });
});

it('reads what an earlier version has stored anew, and keeps of two addresses that are the same now the older', async () => {
  const { db } = harness.deps;
  for (const [from, to] of [
    ['/n?b=2&a=1', '/one'],
    ['/caf\u00e9', '/composed'],
    ['/plain', '/three'],
  ] as const)
    await create({ redirects_from: from, redirects_to: to }, 11);
  const column = (row: typeof redirects.$inferSelect) => [row.redirectsFrom, row.fromKey, row.fromAnchor];
  const rows = async () => (await db.select().from(redirects).where(eq(redirects.websiteId, 11)).orderBy(redirects.id)).map(column);
  const before = await rows();
  await db.insert(redirects).values({
    websiteId: 11,
    redirectsFrom: '/cafe\u0301',
    redirectsTo: '/decomposed',
    rewrite: false,
    redirectToRewrite: false,
    fromKey: 'old',
  });
  await db
    .update(redirects)
    .set({ fromAnchor: null, fromKey: sql`'old' || ${redirects.id}` })
    .where(eq(redirects.websiteId, 11));
  await rekeyRedirects(db);
  const after = await rows();
  expect(after.slice(0, 3)).toEqual(before);
  expect(after[3]?.[2]).toBe(before[1]?.[2]);
  expect(after[3]?.[1]).not.toBe(before[1]?.[1]);
  const warned = listOf(await send('GET', '/websites/11/redirects')).filter(({ warnings }) => warnings.length > 0);
  expect(warned.map(({ redirects_to }) => redirects_to).toSorted()).toEqual(['/composed', '/decomposed']);
});

it('takes addresses that are longer than an entry of an index', async () => {
  // All different, because an index entry is compressed.
  const long = `/${Array.from({ length: 2000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join('')}`;
  const got = await create({ redirects_from: long, redirects_to: `${long}/to` }, 8);
  expect([got.status, oneOf(got).redirects_from]).toEqual([201, long]);
});

describe('the list of redirects', () => {
  it('warns about a loop with one query alone, which the website passes on', async () => {
    for (const [from, to, rewrite] of [
      ['/+q1', '/+q2'],
      ['/+q2?x=1', '/+q1?x=1'],
      ['/+bk', '/+to', true],
      ['/+bk?z=1', '/+to?z=1'],
    ] as const)
      await create(
        { redirects_from: from, redirects_to: to, rewrite: rewrite ?? false, redirect_to_rewrite: rewrite ?? false, confirmed: true },
        2,
      );
    for (const query of ['+q2?', '+bk?z']) {
      const [row] = listOf(await send('GET', `/websites/2/redirects?q=${encodeURIComponent(query)}&per_page=1`));
      expect(row?.warnings).toEqual(['This is a loop: visitors are led back to where they began.']);
    }
  });

  it('warns about chains and loops, whichever page the others are on', async () => {
    const host = 'https://www.byroncoastal.test';
    const chain = 'The second address is redirected too: lead straight to where that ends.';
    const loop = 'This is a loop: visitors are led back to where they began.';
    for (const [from, to, rewrite] of [
      ['/~a', '/~b'],
      ['/~b', `${host}/~c/`],
      ['/~c', '/elsewhere'],
      ['/~l1', '/~l2?x=1'],
      [`${host}/~l2`, '/~l3'],
      ['/~l3', '/~l%31'],
      ['/~r', '/~s'],
      ['/~s', '/~t', true],
      ['/~t', 'https://other.example/~a'],
    ] as const)
      expect((await create({ redirects_from: from, redirects_to: to, rewrite: rewrite ?? false, confirmed: true }, 2)).status).toBe(201);
    const rows = listOf(await send('GET', '/websites/2/redirects?q=~&per_page=1'));
    expect(rows.map(({ warnings }) => warnings)).toEqual([[chain]]);
    const first = listOf(await send('GET', '/websites/2/redirects?q=~l1&per_page=1'));
    expect(first.map(({ redirects_from, warnings }) => [redirects_from, warnings])).toEqual([['/~l1', [loop]]]);
    const all = listOf(await send('GET', '/websites/2/redirects?q=~&sort=redirects_from'));
    expect(all.map(({ redirects_from, warnings }) => [redirects_from.replace(host, ''), warnings])).toEqual([
      ['/~a', [chain]],
      ['/~b', [chain]],
      ['/~c', []],
      ['/~l1', [loop]],
      ['/~l3', [loop]],
      ['/~r', []],
      ['/~s', []],
      ['/~t', []],
      ['/~l2', [loop]],
    ]);
  });

  it('has pages, both orders, and a search through both addresses', async () => {
    const get = async (query: string) => listOf(await send('GET', `/websites/1/redirects?${query}`));
    const all = await get('per_page=100');
    expect(all.length).toBeGreaterThan(25);
    expect([...(await get('')), ...(await get('page=1'))].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect((await get('per_page=100&sort=-redirects_from')).map(({ id }) => id)).toEqual(all.map(({ id }) => id).toReversed());
    expect((await get('q=FEED.xml')).map((row) => row.redirects_from)).toEqual(['/blog/feed']);
    expect(await get('q=%25')).toEqual([]);
  });
});
