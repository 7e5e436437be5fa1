import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../testing/harness.ts';
import { ownAddress, storedKeys } from './redirect-key.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

const site = '/sites/www.northshorerealty.test';
const get = (path: string) => harness.call('GET', path);
const goes = async (path: string) => {
  const got = await get(site + path);
  return [got.status, got.headers.get('location')];
};
const redirect = async (redirects_from: string, redirects_to: string, more: Readonly<Record<string, boolean>> = {}) => {
  const got = await harness.call('POST', '/api/websites/1/redirects', { token, body: { redirects_from, redirects_to, ...more } });
  expect([got.status, got.text]).toEqual([201, got.text]);
};
const title = '<title>North Shore Realty: homes for sale and for rent</title>';

describe('an address that a redirect names', () => {
  it('leads to another of the site, sandboxed as all of it is', async () => {
    await redirect('/old-page', '/contact-us?from=old#form');
    const got = await get(`${site}/old-page`);
    expect([got.status, got.headers.get('location')]).toEqual([301, `${site}/contact-us?from=old#form`]);
    expect(got.headers.get('content-security-policy')).toBe('sandbox allow-scripts allow-forms allow-popups');
    expect(got.headers.get('cache-control')).toBe('no-cache');
    expect((await get('/sites/northshorerealty.test/old-page')).headers.get('location')).toBe(`${site}/contact-us?from=old#form`);
    expect((await get('/sites/www.byroncoastal.test/old-page')).status).toBe(404);
  });

  it('is known with a slash at its end, in any encoding, and with a query that is handed on', async () => {
    await redirect('/häuser am meer'.replaceAll(' ', '%20'), '/listings');
    for (const path of ['/häuser%20am%20meer', '/h%C3%A4user%20am%20meer/', '/h%c3%a4user%20am%20meer'])
      expect(await goes(path)).toEqual([301, `${site}/listings`]);
    expect(await goes('/h%C3%A4user%20am%20meer?utm=x%20y')).toEqual([301, `${site}/listings?utm=x%20y`]);
    expect((await goes('/h%C3%A4user'))[0]).toBe(404);
  });

  it('with a query takes precedence over the one without', async () => {
    await redirect('/listing?id=7', '/seven');
    await redirect('/listing', '/all');
    expect(await goes('/listing?id=7')).toEqual([301, `${site}/seven`]);
    expect(await goes('/listing?id=8')).toEqual([301, `${site}/all?id=8`]);
  });

  it('with a query applies to visitors who have all of it, in any order and with more', async () => {
    await redirect('/shop?cat=2&id=9', '/nine');
    await redirect('/shop?id=9', '/some-nine');
    for (const [asked, goal] of [
      ['/shop?cat=2&id=9', '/nine'],
      ['/shop?id=9&cat=2', '/nine'],
      ['/shop?id=9&cat=2&gclid=abc', '/nine?gclid=abc'],
      ['/shop?utm_source=x&id=9', '/some-nine?utm_source=x'],
      ['/shop/?%69d=9&gclid=a%20b', '/some-nine?gclid=a%20b'],
    ] as const)
      expect([asked, await goes(asked)]).toEqual([asked, [301, `${site}${goal}`]]);
    for (const other of ['/shop', '/shop?id=91', '/shop?cat=2']) expect([other, (await goes(other))[0]]).toEqual([other, 404]);
  });

  it('whose target has a query keeps the visitor’s other parameters', async () => {
    await redirect('/offer', '/contact-us?topic=offer#form');
    await redirect('/partner', 'https://partner.example/in?from=us');
    for (const [asked, goal] of [
      ['/offer', `${site}/contact-us?topic=offer#form`],
      ['/offer?gclid=abc', `${site}/contact-us?topic=offer&gclid=abc#form`],
      ['/offer?topic=mine&gclid=abc', `${site}/contact-us?topic=offer&gclid=abc#form`],
      ['/offer?a=1&a=2', `${site}/contact-us?topic=offer&a=1&a=2#form`],
      ['/partner?from=you&x=%e4', 'https://partner.example/in?from=us&x=%e4'],
    ] as const)
      expect([asked, await goes(asked)]).toEqual([asked, [301, goal]]);
  });

  it('is found in either Unicode form, and with bytes that are no UTF-8', async () => {
    await redirect('/cafe\u0301', '/coffee');
    await redirect('/%E4pfel?art=%E4', '/apples');
    for (const asked of ['/caf%C3%A9', '/cafe%CC%81', '/caf%c3%a9/'])
      expect([asked, await goes(asked)]).toEqual([asked, [301, `${site}/coffee`]]);
    for (const asked of ['/%e4pfel?art=%e4', '/%E4pfel?art=%E4'])
      expect([asked, await goes(asked)]).toEqual([asked, [301, `${site}/apples`]]);
    expect((await goes('/%C3%A4pfel?art=%C3%A4'))[0]).toBe(404);
  });

  it('leads home by an address with a final dot, and is served at such a host', async () => {
    await redirect('/dotted', 'https://www.northshorerealty.test./about');
    expect(await goes('/dotted')).toEqual([301, `${site}/about`]);
    expect((await get('/sites/www.northshorerealty.test./dotted')).headers.get('location')).toBe(`${site}/about`);
  });

  it('leads out, and home where the domain is the website’s own', async () => {
    await redirect('/out', 'https://münchen.example/pfad?x=1');
    await redirect('/port', 'https://www.northshorerealty.test:8443/portal');
    expect(await goes('/port')).toEqual([301, 'https://www.northshorerealty.test:8443/portal']);
    await redirect('/own', 'https://northshorerealty.test/about');
    await redirect('https://northshorerealty.test/named', '/here');
    expect(await goes('/out')).toEqual([301, 'https://xn--mnchen-3ya.example/pfad?x=1']);
    expect(await goes('/own')).toEqual([301, `${site}/about`]);
    expect(await goes('/named')).toEqual([301, `${site}/here`]);
  });

  it('never leads to another site of this server by way of dots', async () => {
    await redirect('/dots', '/../../sites/www.byroncoastal.test/');
    expect(await goes('/dots')).toEqual([301, `${site}/sites/www.byroncoastal.test/`]);
  });
});

describe('a rewrite', () => {
  it('shows the other page at the address that was asked for', async () => {
    await redirect('/our-home', '/', { rewrite: true });
    await redirect('/crawlers', '/robots.txt', { rewrite: true });
    const got = await get(`${site}/our-home`);
    expect([got.status, got.text.includes(title)]).toEqual([200, true]);
    expect((await get(`${site}/`)).text).toContain(title);
    expect((await get(`${site}/crawlers`)).headers.get('content-type')).toBe('text/plain; charset=utf-8');
    await redirect('/encoded', '/%72obots.txt', { rewrite: true });
    expect((await get(`${site}/encoded`)).status).toBe(200);
    await redirect('/nowhere', '/not-there', { rewrite: true });
    expect((await get(`${site}/nowhere`)).status).toBe(404);
  });

  it('of an address that is not the website’s own is a redirect', async () => {
    await redirect('/away', 'https://a.example/', { rewrite: true, redirect_to_rewrite: true });
    expect(await goes('/away')).toEqual([301, 'https://a.example/']);
  });

  it('may be where the other address leads', async () => {
    await redirect('/robots', '/sitemap.xml', { rewrite: true, redirect_to_rewrite: true });
    expect(await goes('/sitemap.xml')).toEqual([301, `${site}/robots`]);
    expect(await goes('/sitemap.xml?utm=1')).toEqual([301, `${site}/robots?utm=1`]);
    expect((await get(`${site}/robots`)).text).toContain('<urlset');
  });
});

it('is stored under keys that stay as they are', () => {
  const keyOf = (typed: string) => {
    const address = ownAddress(typed, []);
    return address && storedKeys(address, null).fromKey;
  };
  expect(keyOf('/')).toBe('il7asoJjJEMhngUeSt4tHVu8Zxx4EFG_FDeJfL3-oPE');
  expect(keyOf('/h%C3%A4user%20am/meer/?x=%C3%BC')).toBe('yoPu6bJbvJVxEcyV1E4rWrzvLk_SI16DYuX0yUG1eYc');
});

it('that leads every visitor away keeps its page out of the sitemap, and one that does not leaves it there', async () => {
  const paths = async () =>
    Array.from(
      (await get('/sites/www.byroncoastal.test/sitemap.xml')).text.matchAll(/<loc>.*?\.test(\/[^<]*)<\/loc>/gu),
      ([, path]) => path,
    );
  const add = (redirects_from: string, redirects_to: string, more = {}) =>
    harness.call('POST', '/api/websites/2/redirects', { token, body: { redirects_from, redirects_to, ...more } });
  const [home, hidden, asked, rewritten, back, target, ...others] = await paths();
  expect([home, others.length > 0]).toEqual(['/', true]);
  for (const got of [
    await add(`${hidden}/`, `${target}`),
    await add(`${asked}?old=1`, '/elsewhere'),
    await add(`${rewritten}`, '/robots.txt', { rewrite: true }),
    await add('/short', `${back}`, { rewrite: true, redirect_to_rewrite: true }),
  ])
    expect([got.status, got.text]).toEqual([201, got.text]);
  expect(await paths()).toEqual(['/', asked, rewritten, target, ...others]);
  const domains = await harness.call('GET', '/api/websites/2/domains', { token });
  const [, id = ''] = /"id":"(\d+)"[^}]*"is_primary":true/u.exec(domains.text) ?? [];
  await harness.call('PATCH', `/api/domains/${id}`, { token, body: { redirect_to_path: '/start' } });
  expect(await paths()).toEqual([asked, rewritten, target, ...others]);
});
