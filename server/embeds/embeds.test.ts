import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { framedScreens } from '#contract/frames/screens.ts';
import { otherSignIn } from '../seed/seed.ts';
import { posts } from '../tables/content.ts';
import { type Got, type Harness, startHarness } from '../testing/harness.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness({ consoleOrigins: ['https://admin.example'] });
  token = await harness.signIn();
});
afterAll(() => harness.close());

const get = (path: string, cookie = '') => harness.call('GET', path, cookie === '' ? {} : { headers: { cookie } });
const withKey = (path: string, key: string) => get(`${path}${path.includes('?') ? '&' : '?'}user_key=${key}`);
const cookieOf = (got: Got) => got.headers.get('set-cookie')?.split(';')[0] ?? '';
const session = async (path = '/cms/1/wp-admin/edit.php', key = token) => cookieOf(await withKey(path, key));

/** The address of a framed screen on this server. */
const addressOf = ({ app, subPath }: (typeof framedScreens)[number]) =>
  app === 'cms' ? `/cms/1/wp-admin/${subPath}` : `/admin-app/1/${subPath}`;

describe('the key of a framed page', () => {
  it('is exchanged for a session, at the address without it', async () => {
    const got = await withKey('/cms/1/wp-admin/edit.php?post_type=page', token);
    expect([got.status, got.headers.get('location')]).toEqual([303, '/cms/1/wp-admin/edit.php?post_type=page']);
    expect(got.headers.get('set-cookie')).toMatch(/^frontage_cms=[^;]+; Path=\/cms; HttpOnly; Secure; SameSite=None; Partitioned$/u);
    expect(got.headers.get('set-cookie')).not.toContain(token);
    expect((await get('/cms/1/wp-admin/edit.php?post_type=page', cookieOf(got))).text).toContain('About us');
  });

  it('is in no line of the log', async () => {
    await withKey('/cms/1/wp-admin/edit.php', token);
    await withKey('/admin-app/1/content/listings', token);
    await withKey('/cms/1/wp-admin/edit.php', 'a-key-that-nobody-has-any-more');
    expect(harness.logs.some((line) => line.includes('"route":"/cms"'))).toBe(true);
    expect(harness.logs.filter((line) => line.includes(token) || line.includes('user_key') || line.includes('a-key-that'))).toEqual([]);
  });

  it('is needed: without one, with a wrong one, and with a made-up session, nothing is shown', async () => {
    for (const got of [
      await get('/cms/1/wp-admin/edit.php'),
      await withKey('/cms/1/wp-admin/edit.php', `${token}x`),
      await get('/cms/1/wp-admin/edit.php', `${(await session()).slice(0, -1)}_`),
      await get('/admin-app/1/content/listings', await session()),
    ])
      expect([got.status, got.text]).toEqual([302, '']);
    expect((await get('/cms/sign-in')).text).toContain('Please sign in');
  });

  it('ends with the sign-in, and at the logout address', async () => {
    const key = await harness.signIn();
    const cookie = await session('/cms/1/wp-admin/edit.php', key);
    expect((await get('/cms/1/wp-admin/edit.php', cookie)).status).toBe(200);
    await harness.call('POST', '/api/logout', { token: key });
    expect((await get('/cms/1/wp-admin/edit.php', cookie)).status).toBe(302);
    const ended = await get('/cms/1/wp-admin/admin-ajax.php?action=logout');
    expect(ended.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^frontage_cms=; Max-Age=0; Path=\/cms/u),
      expect.stringMatching(/^frontage_admin_app=; Max-Age=0; Path=\/admin-app/u),
    ]);
  });
});

describe('the pages', () => {
  it.each(framedScreens)('$path lists what the website has, and shows one of it', async (screen) => {
    const address = addressOf(screen);
    const cookie = await session(address);
    const list = await get(address, cookie);
    expect(list.status).toBe(200);
    const href = /<a href="([^"]+)">/u.exec(list.text)?.[1]?.replaceAll('&amp;', '&');
    if (screen.path === 'design/media') return expect(list.text).toContain('<img src="/files/');
    const detail = await get(new URL(href ?? '', `http://x${address}`).href.replace('http://x', ''), cookie);
    expect([detail.status, detail.text.includes('Back to')]).toEqual([200, true]);
    const hasSeo = screen.path.startsWith('content/');
    expect([list, detail].map(({ text }) => /data-seo-type="[a-z]+" data-seo-id="\d+"/u.test(text))).toEqual([hasSeo, hasSeo]);
  });

  it('are only for the account that has the website', async () => {
    const other = await session('/cms/1/wp-admin/edit.php', await harness.signIn(otherSignIn));
    const got = await get('/cms/1/wp-admin/edit.php', other);
    expect([got.status, got.text.includes('<li>')]).toEqual([404, false]);
  });

  it('answer in frames of the console alone, and are not cached', async () => {
    const got = await get('/cms/1/wp-admin/edit.php', await session());
    const policy = got.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'self' https://console.example https://admin.example");
    expect(policy).toMatch(/default-src 'none'; script-src 'sha256-[\w+/=]+';/u);
    expect(got.headers.get('cache-control')).toBe('no-store');
  });

  it('escape every text', async () => {
    const evil = '"><script>alert(1)</script>';
    await harness.deps.db.update(posts).set({ title: evil, body: evil }).where(eq(posts.id, 1));
    const cookie = await session();
    for (const path of ['edit.php?post_type=post', 'post.php?post_type=post&post=1']) {
      const { text } = await get(`/cms/1/wp-admin/${path}`, cookie);
      expect(text).toContain('&lt;script&gt;alert(1)');
      expect(text).not.toContain('<script>alert');
    }
  });

  it.each([
    'edit.php?post_type=constructor',
    'post.php?post_type=post',
    'post.php?post_type=post&post=0',
    'post.php?post=999999',
    'x.php',
    'constructor',
  ])('there is none at %s', async (path) => {
    expect((await get(`/cms/1/wp-admin/${path}`, await session())).status).toBe(404);
  });
});
