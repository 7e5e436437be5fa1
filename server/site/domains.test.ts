import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { domains } from '../tables/domains.ts';
import { type Harness, startHarness } from '../testing/harness.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());
// Only what the test at hand has added.
beforeEach(() => harness.deps.db.delete(domains).where(eq(domains.isPrimary, false)));

const main = '/sites/www.northshorerealty.test';
const post = async (path: string, body: unknown) => {
  const got = await harness.call('POST', `/api/websites/1/${path}`, { token, body });
  expect([got.status, got.text]).toEqual([201, got.text]);
};
const get = async (path: string) => {
  const got = await harness.call('GET', `/sites/${path}`);
  return [got.status, got.headers.get('location')];
};

it('sends visitors of its homepage to its path on the main domain; its other addresses are as on any domain', async () => {
  await post('domains', { domain: 'sell.test', redirect_to_path: '/sell?from=domain#form' });
  await post('domains', { domain: 'plain.test', redirect_to_path: '/sell' });
  expect(await get('sell.test/')).toEqual([301, `${main}/sell?from=domain#form`]);
  expect(await get('sell.test/?utm=x&from=me')).toEqual([301, `${main}/sell?from=domain&utm=x#form`]);
  expect(await get('plain.test/?utm=x')).toEqual([301, `${main}/sell?utm=x`]);
  expect(await get('sell.test/robots.txt')).toEqual([200, null]);
});

it('is the homepage itself where its path is that of the homepage', async () => {
  await post('domains', { domain: 'home.test', redirect_to_path: '/' });
  expect(await get('home.test/')).toEqual([200, null]);
});

it('shows its path as a microsite, to which the website’s redirects apply', async () => {
  await post('domains', { domain: 'micro.test', redirect_to_path: '/robots.txt', is_microsite: true });
  expect((await harness.call('GET', '/sites/micro.test/')).headers.get('content-type')).toBe('text/plain; charset=utf-8');
  await post('domains', { domain: 'moved.test', redirect_to_path: '/micro-old', is_microsite: true });
  expect(await get('moved.test/')).toEqual([404, null]);
  await post('redirects', { redirects_from: '/micro-old', redirects_to: '/micro-new' });
  expect(await get('moved.test/')).toEqual([301, `${main}/micro-new`]);
});

it('is found in its own letters and in punycode, also where an earlier version stored it in punycode', async () => {
  await post('domains', { domain: 'bücher.test' });
  await harness.deps.db.insert(domains).values({ websiteId: 1, domain: 'xn--mnchen-3ya.test', isPrimary: false });
  for (const host of ['bücher.test', 'B%C3%9CCHER.test', 'xn--bcher-kva.test', 'münchen.test', 'xn--mnchen-3ya.test'])
    expect([host, ...(await get(`${host}/`))]).toEqual([host, 200, null]);
});

it('counts as the website’s own in its redirects only while the website has it', async () => {
  await post('domains', { domain: 'gone.test' });
  await post('redirects', { redirects_from: '/to-gone', redirects_to: 'https://gone.test/here' });
  expect(await get('www.northshorerealty.test/to-gone')).toEqual([301, `${main}/here`]);
  await harness.deps.db.delete(domains).where(eq(domains.domain, 'gone.test'));
  expect(await get('www.northshorerealty.test/to-gone')).toEqual([301, 'https://gone.test/here']);
});

it('that is added, renamed or deleted changes which redirects lead back from their second address', async () => {
  const rewrite = { rewrite: true, redirect_to_rewrite: true };
  await post('redirects', { redirects_from: '/shown', redirects_to: 'https://late.test/there', ...rewrite });
  const leadsBack = async () => (await get('www.northshorerealty.test/there'))[1];
  expect(await leadsBack()).toBeNull();
  await post('domains', { domain: 'late.test' });
  expect(await leadsBack()).toBe(`${main}/shown`);
  const [domain] = await harness.deps.db.select().from(domains).where(eq(domains.domain, 'late.test'));
  const rename = (to: string) => harness.call('PATCH', `/api/domains/${domain?.id}`, { token, body: { domain: to } });
  await rename('later.test');
  expect(await leadsBack()).toBeNull();
  await rename('late.test');
  expect(await leadsBack()).toBe(`${main}/shown`);
  await harness.call('DELETE', `/api/websites/1/domains/${domain?.id}`, { token });
  expect(await leadsBack()).toBeNull();
});
