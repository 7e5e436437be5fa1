import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostNameMessage } from '#contract/host-name.ts';
import { demoWebsites, otherSignIn } from '../seed/seed.ts';
import { codeOf, type Got, type Harness, messagesOf, startHarness } from '../testing/harness.ts';

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
  domain: v.string(),
  is_primary: v.boolean(),
  redirect_to_path: v.nullable(v.string()),
  is_microsite: v.boolean(),
});
const oneOf = (got: Got) => v.parse(v.object({ data: recordShape }), got.json).data;
const listOf = (got: Got) =>
  v.parse(
    v.object({
      data: v.array(
        v.pipe(
          v.strictObject({ ...recordShape.entries, warnings: v.optional(v.array(v.string())) }),
          v.transform(({ warnings: _, ...record }) => record),
        ),
      ),
    }),
    got.json,
  ).data;
const send = (method: string, path: string, body?: unknown, as = token) =>
  harness.call(method, `/api${path}`, { token: as, ...(body === undefined ? {} : { body }) });
const create = (body: unknown, websiteId = 5) => send('POST', `/websites/${websiteId}/domains`, body);
const change = (id: string, body: unknown) => send('PATCH', `/domains/${id}`, body);
const list = async (websiteId: number, query = '') => listOf(await send('GET', `/websites/${websiteId}/domains${query}`));
const primariesOf = async (websiteId: number) => (await list(websiteId)).filter((each) => each.is_primary).map(({ domain }) => domain);
const websiteShape = v.object({ data: v.object({ domains: v.array(v.object({ domain: v.string(), is_primary: v.boolean() })) }) });
const ofWebsite = async (websiteId: number) => v.parse(websiteShape, (await send('GET', `/websites/${websiteId}`)).json).data.domains;

describe('a domain', () => {
  it('is created, read, changed in part, searched and deleted', async () => {
    const made = await create({ domain: ' https://WWW.Bay.Example/contact ' });
    const plain = { id: oneOf(made).id, domain: 'www.bay.example', is_primary: false, redirect_to_path: null, is_microsite: false };
    expect([made.status, oneOf(made)]).toEqual([201, plain]);
    const changed = { ...plain, redirect_to_path: '/sell', is_microsite: true };
    expect(oneOf(await change(plain.id, { redirect_to_path: '/sell', is_microsite: true }))).toEqual(changed);
    expect(oneOf(await send('GET', `/domains/${plain.id}`))).toEqual(changed);
    for (const q of ['WWW.BAY', '/sel']) expect(await list(5, `?q=${q}`)).toEqual([changed]);
    expect((await send('DELETE', `/websites/5/domains/${plain.id}`)).status).toBe(200);
    expect((await send('GET', `/domains/${plain.id}`)).status).toBe(404);
  });

  it('that takes the primary flag from one of the same bulk call is answered so', async () => {
    const ids = [oneOf(await create({ domain: 'one.bulk.example' })).id, oneOf(await create({ domain: 'two.bulk.example' })).id];
    const got = await send('PUT', '/websites/5/domains', { items: ids.map((id) => ({ id, is_primary: true })) });
    expect(listOf(got).map((each) => each.is_primary)).toEqual([false, true]);
    await send('DELETE', '/websites/5/domains', { ids });
  });

  it('of another account does not exist', async () => {
    const [theirs] = listOf(await send('GET', `/websites/${demoWebsites + 1}/domains`, undefined, otherToken));
    expect((await send('GET', `/domains/${theirs?.id}`)).status).toBe(404);
    expect((await change(theirs?.id ?? '', { is_primary: false })).status).toBe(404);
    expect((await send('DELETE', `/websites/5/domains/${theirs?.id}`)).status).toBe(404);
  });

  it.each([
    ['localhost', hostNameMessage],
    ['bay.example:8080', hostNameMessage],
    ['192.0.2.1', hostNameMessage],
    ['-bay.example', hostNameMessage],
    ['bay_realty.example', hostNameMessage],
    ['xn--zzzzzz99999.example', hostNameMessage],
    ['someone@bay.example', hostNameMessage],
    [`${'a'.repeat(64)}.example`, hostNameMessage],
    ['', 'This is required.'],
  ])('is refused as %j', async (domain, message) => {
    expect(messagesOf(await create({ domain }))).toEqual({ domain: message });
  });

  it.each(['https://other.example/', '//other.example', 'contact'])('leads to a path alone, never to %j', async (redirect_to_path) => {
    const message = 'Enter a path of this website, such as /contact-us.';
    expect(messagesOf(await create({ domain: 'path.example', redirect_to_path }))).toEqual({ redirect_to_path: message });
  });

  it('belongs to one website of the server, however it is written', async () => {
    expect((await create({ domain: 'bücher.example' }, 6)).status).toBe(201);
    for (const domain of ['bücher.example', 'BÜCHER.example.', 'xn--bcher-kva.example', 'www.harbourcityhomes.test']) {
      const got = await create({ domain }, 7);
      expect([codeOf(got), messagesOf(got)]).toEqual(['validation_failed', { domain: 'This domain belongs to a website already.' }]);
    }
    expect((await list(6, '?q=Bücher')).map(({ domain }) => domain)).toEqual(['bücher.example']);
  });
});

describe('the primary domain', () => {
  it('is one of the website: a new one takes its place, in the answers about the website too', async () => {
    const [first] = await primariesOf(8);
    const second = oneOf(await create({ domain: 'second.example', is_primary: true }, 8));
    expect(await primariesOf(8)).toEqual(['second.example']);
    expect((await ofWebsite(8))[0]).toEqual(expect.objectContaining({ domain: 'second.example', is_primary: true }));
    const before = (await list(8)).find(({ domain }) => domain === first);
    expect((await change(before?.id ?? '', { is_primary: true })).status).toBe(200);
    expect(await primariesOf(8)).toEqual([first]);
    expect(oneOf(await send('GET', `/domains/${second.id}`)).is_primary).toBe(false);
    // Other websites keep theirs.
    expect(await primariesOf(9)).toHaveLength(1);
  });

  it('stays where the write of another is refused', async () => {
    const before = await primariesOf(10);
    expect((await create({ domain: 'www.harbourcityhomes.test', is_primary: true }, 10)).status).toBe(422);
    expect(await primariesOf(10)).toEqual(before);
  });

  it('can be deleted: the website then has none, and its site is at the oldest domain that is left', async () => {
    const main = (await list(1)).find((each) => each.is_primary);
    const other = (await list(1)).find((each) => !each.is_primary);
    const homepage = async () => (await harness.call('GET', `/sites/${other?.domain}/`)).text;
    expect(await homepage()).toContain(`/sites/${main?.domain}`);
    expect((await send('DELETE', `/websites/1/domains/${main?.id}`)).status).toBe(200);
    expect((await ofWebsite(1)).map((each) => each.is_primary)).not.toContain(true);
    expect(await homepage()).not.toContain(`/sites/${main?.domain}`);
    expect((await harness.call('GET', `/sites/${main?.domain}/`)).status).toBe(404);
  });
});
