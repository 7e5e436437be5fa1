import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSettings } from '#contract/calls/settings.ts';
import { categoryOf, fieldsOf } from '#contract/settings/screen.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import { disallowAll } from '#contract/settings/robots.ts';
import { users } from '../tables/identity.ts';
import { codeOf, type Got, type Harness, messagesOf, startHarness } from '../testing/harness.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

type Write = { key: string; value: unknown; category?: string; type?: string | null };
const read = (selector: string, headers: Record<string, string> = {}) =>
  harness.call('GET', `/api/websites/1/settings/${selector}`, { token, headers });
const save = (settings: readonly Write[], headers: Record<string, string> = {}) =>
  harness.call('POST', '/api/websites/1/settings/update', { token, headers, body: { data: { settings } } });
const facebook = (value: string): Write => ({ key: 'fb_link', value: [value], category: 'social' });
const settingsOf = (got: Got) => v.parse(v.object({ data: listSettings.answer }), got.json).data;
const storedValueOf = async (key: string) => settingsOf(await read(key))[0]?.value;
const tagOf = (got: Got) => got.headers.get('etag') ?? '';

describe('reading', () => {
  it.each(settingsScreens.map((screen) => screen.category))('answers the category %s in the contract’s shape', async (category) => {
    const got = await read(category);
    expect(got.status).toBe(200);
    expect(tagOf(got)).toMatch(new RegExp(`^"${category}-\\d+"$`, 'u'));
    const keys = settingsOf(got).map((setting) => setting.key);
    // A key may stand on two screens, and on a screen of another category.
    const declared = settingsScreens.flatMap((screen) =>
      fieldsOf(screen).flatMap((field) => (categoryOf(screen, field) === category ? [field.key] : [])),
    );
    expect(keys.sort()).toEqual([...new Set(declared)].sort());
    expect(settingsOf(got).every((setting) => setting.category === category)).toBe(true);
    const saved = settingsOf(got).filter((setting) => setting.is_set !== false);
    expect(saved.every((setting) => setting.updated_at)).toBe(true);
  });

  it('answers one setting by its key, with the tag of its category', async () => {
    const [one, all] = [await read('fb_link'), await read('social')];
    expect(settingsOf(one)).toEqual([settingsOf(all).find((setting) => setting.key === 'fb_link')]);
    expect(tagOf(one)).toBe(tagOf(all));
  });

  it('answers 304 to a tag that still fits', async () => {
    const tag = tagOf(await read('social'));
    const again = await read('social', { 'if-none-match': `"other", W/${tag}` });
    expect([again.status, again.text, tagOf(again)]).toEqual([304, '', tag]);
  });

  it.each(['update', 'nothing', 'constructor', '__proto__', '%00', '..%2f'])('knows no selector %s', async (selector) => {
    const got = await read(selector);
    expect([got.status, codeOf(got)]).toEqual([404, 'not_found']);
  });

  it('answers an empty list for a category that nothing was ever saved in', async () => {
    const got = await harness.call('GET', '/api/websites/10/settings/social', { token });
    expect([got.status, settingsOf(got), tagOf(got)]).toEqual([200, [], '"social-0"']);
  });
});

describe('saving', () => {
  it('stores the named settings, leaves the rest, and answers the stored values', async () => {
    const before = settingsOf(await read('social'));
    const got = await save([facebook('https://www.facebook.com/one')]);
    expect(got.status).toBe(200);
    expect(settingsOf(got)).toMatchObject([
      { key: 'fb_link', value: ['https://www.facebook.com/one'], updated_at: harness.time.now.toISOString() },
    ]);
    const after = settingsOf(await read('social'));
    expect(after.filter((setting) => setting.key !== 'fb_link')).toEqual(before.filter((setting) => setting.key !== 'fb_link'));
    expect(tagOf(got)).toBe(tagOf(await read('social')));
  });

  it('raises the version only when something changed', async () => {
    const first = tagOf(await save([facebook('https://www.facebook.com/two')]));
    expect(tagOf(await save([facebook('https://www.facebook.com/two')]))).toBe(first);
    expect(tagOf(await save([facebook('https://www.facebook.com/three')]))).not.toBe(first);
  });

  it('stores an empty list as null', async () => {
    expect(settingsOf(await save([{ key: 'ig_link', value: [], category: 'social' }]))[0]?.value).toBeNull();
    expect(settingsOf(await save([{ key: 'ig_link', value: null, category: 'social' }]))[0]?.value).toBeNull();
  });

  it('stores a blank robots.txt as one that disallows all', async () => {
    for (const value of [[''], [' \n'], null]) {
      await save([{ key: 'robots_txt', value: ['User-agent: *'], category: 'robots' }]);
      await save([{ key: 'robots_txt', value, category: 'robots' }]);
      expect(await storedValueOf('robots_txt')).toEqual([disallowAll]);
    }
  });

  it('saves several categories at once, without a tag', async () => {
    const got = await save([facebook('https://www.facebook.com/four'), { key: 'custom_css', value: ['a {}'], category: 'css' }]);
    expect([got.status, got.headers.get('etag')]).toEqual([200, null]);
    expect(await storedValueOf('custom_css')).toEqual(['a {}']);
  });
});

describe('the last writer of a setting', () => {
  const password = 'colleague-password';
  /** A user of the first account, to which the demo's user and all tests here belong. */
  const addColleague = async (email: string, name: { readonly firstName?: string; readonly lastName?: string } = {}) => {
    const passwordHash = await harness.deps.passwords.hash(password);
    const user = { accountId: 1, email, ...name, passwordHash, roles: ['editor'], createdAt: harness.time.now };
    const [row] = await harness.deps.db.insert(users).values(user).returning({ id: users.id });
    return { id: row?.id ?? 0, token: await harness.signIn({ email, password }) };
  };
  const saveAs = (writer: string, settings: readonly Write[], key = crypto.randomUUID()) =>
    harness.call('POST', '/api/websites/1/settings/update', {
      token: writer,
      headers: { 'idempotency-key': key },
      body: { data: { settings } },
    });
  const writerOf = async (selector: string) => settingsOf(await read(selector)).find(({ key }) => key === selector)?.updated_by;
  const instagram = (value: string): Write => ({ key: 'ig_link', value: [value], category: 'social' });

  it('is answered to others with the time, for their own changes alone', async () => {
    await save([facebook('https://www.facebook.com/dana'), instagram('https://www.instagram.com/dana')]);
    const mia = await addColleague('mia@frontage.test', { firstName: 'Mia', lastName: 'Keller' });
    const before = harness.time.now;
    harness.time.now = new Date(before.getTime() + 60_000);
    const saved = await saveAs(mia.token, [facebook('https://www.facebook.com/mia'), instagram('https://www.instagram.com/dana')]);
    const expected = [
      { key: 'fb_link', updated_at: harness.time.now.toISOString(), updated_by: 'Mia Keller' },
      { key: 'ig_link', updated_at: before.toISOString(), updated_by: 'Dana Moore' },
    ];
    harness.time.now = before;
    expect(settingsOf(saved)).toMatchObject(expected);
    const social = settingsOf(await read('social')).filter(({ key }) => key === 'fb_link' || key === 'ig_link');
    expect(social.sort((a, b) => a.key.localeCompare(b.key))).toMatchObject(expected);
    expect(settingsOf(await read('fb_link'))).toMatchObject([expected[0]]);
  });

  it('is answered by address where there is no name, also for secrets and in a repeated answer', async () => {
    const nameless = await addColleague('nameless@frontage.test');
    const script = (key: string): Write => ({ key, value: ['x'.repeat(9000)], category: 'customjs' });
    const writes = [script('header_js'), script('footer_js'), { key: 'recaptcha_secret_key', value: ['secret'], category: 'form' }];
    const key = crypto.randomUUID();
    // The first answer is too long to store, so the second is made from the stored settings.
    for (const answer of [await saveAs(nameless.token, writes, key), await saveAs(nameless.token, writes, key)])
      expect(settingsOf(answer).map((setting) => setting.updated_by)).toEqual(writes.map(() => 'nameless@frontage.test'));
  });

  it('is nobody where only the seed wrote it, where the user is gone, or is of another account', async () => {
    expect(await writerOf('linkedin_link')).toBeNull();
    const gone = await addColleague('gone@frontage.test', { firstName: 'Gone' });
    await saveAs(gone.token, [facebook('https://www.facebook.com/gone')]);
    expect(await writerOf('fb_link')).toBe('Gone');
    await harness.deps.db.update(users).set({ accountId: 2 }).where(eq(users.id, gone.id));
    expect(await writerOf('fb_link')).toBeNull();
    await harness.deps.db.delete(users).where(eq(users.id, gone.id));
    expect(settingsOf(await read('fb_link'))).toMatchObject([{ value: ['https://www.facebook.com/gone'], updated_by: null }]);
  });
});

describe('If-Match', () => {
  it('lets a save through when the tag fits, and refuses it with 412 when not', async () => {
    const tag = tagOf(await read('social'));
    expect((await save([facebook('https://www.facebook.com/five')], { 'if-match': tag })).status).toBe(200);
    const stale = await save([facebook('https://www.facebook.com/six')], { 'if-match': tag });
    expect([stale.status, codeOf(stale)]).toEqual([412, 'precondition_failed']);
    expect(await storedValueOf('fb_link')).toEqual(['https://www.facebook.com/five']);
  });

  it('compares strongly, and takes a star', async () => {
    const tag = tagOf(await read('social'));
    expect((await save([facebook('https://www.facebook.com/seven')], { 'if-match': `W/${tag}` })).status).toBe(412);
    expect((await save([facebook('https://www.facebook.com/seven')], { 'if-match': '*' })).status).toBe(200);
  });

  it('lets one of two saves on one tag through', async () => {
    const tag = tagOf(await read('css'));
    const both = await Promise.all(
      ['one', 'two'].map((name) => save([{ key: 'custom_css', value: [`${name} {}`], category: 'css' }], { 'if-match': tag })),
    );
    expect(both.map((got) => got.status).sort()).toEqual([200, 412]);
  });

  it('does not go with several categories', async () => {
    const got = await save([facebook('https://www.facebook.com/x'), { key: 'custom_css', value: ['x'], category: 'css' }], {
      'if-match': '*',
    });
    expect([got.status, codeOf(got)]).toEqual([400, 'bad_request']);
  });
});

describe('a save that is refused', () => {
  const long = 'x'.repeat(9001);
  it.each<[string, Write, string]>([
    ['an unknown key', { key: 'nothing', value: ['x'], category: 'social' }, 'There is no such setting.'],
    ['another category', { key: 'fb_link', value: ['https://a.example'], category: 'css' }, 'Facebook URL belongs to the category social.'],
    [
      'the default category where it is another',
      { key: 'fb_link', value: ['https://a.example'] },
      'Facebook URL belongs to the category social.',
    ],
    ['another type', { ...facebook('https://a.example'), type: 'menu' }, 'Facebook URL has the type null.'],
    ['a script address', facebook('javascript:alert(1)'), 'Enter a full address, such as https://example.com.'],
    ['an object', { key: 'fb_link', value: [{ a: 1 }], category: 'social' }, 'Facebook URL can’t hold this value.'],
    [
      'two values',
      { key: 'fb_link', value: ['https://a.example', 'https://b.example'], category: 'social' },
      'Facebook URL holds one value.',
    ],
    ['a text for a flag', { key: 'enable_blog_rss_feed', value: ['maybe'], category: 'feeds' }, 'Enable RSS feed can’t hold this value.'],
    [
      '9001 characters',
      { key: 'custom_css', value: [long], category: 'css' },
      'Custom CSS can hold at most 9000 characters; this has 9001.',
    ],
    ['nothing for what is required', { key: 'agency_departments', value: null, category: 'agency' }, 'Agency Departments is required.'],
    ['a NUL', { key: 'custom_css', value: ['a\u0000'], category: 'css' }, 'This holds a character that can’t be stored.'],
    ['half a character', { key: 'custom_css', value: ['a\ud800'], category: 'css' }, 'This holds a character that can’t be stored.'],
  ])('for %s says so at the key', async (_, write, message) => {
    const got = await save([{ key: 'linkedin_link', value: ['https://www.linkedin.com/company/untouched'], category: 'social' }, write]);
    expect([got.status, codeOf(got), messagesOf(got)]).toEqual([422, 'validation_failed', { [write.key]: message }]);
    expect(await storedValueOf('linkedin_link')).not.toEqual(['https://www.linkedin.com/company/untouched']);
  });

  it('for a key named twice, or a value that is no list, says so at the key', async () => {
    expect(messagesOf(await save([facebook('https://a.example'), facebook('https://b.example')]))).toEqual({
      fb_link: 'This setting stands twice in the save.',
    });
    expect(Object.keys(messagesOf(await save([{ key: 'fb_link', value: 'https://a.example', category: 'social' }])))).toEqual(['fb_link']);
  });

  it.each([{}, { data: {} }, { data: { settings: [] } }, { data: { settings: 'x' } }, [[]], null, 7])(
    'for the body %j names the place',
    async (body) => {
      const got = await harness.call('POST', '/api/websites/1/settings/update', { token, body });
      expect([got.status, codeOf(got)]).toEqual([422, 'validation_failed']);
      expect(Object.keys(messagesOf(got))).toHaveLength(1);
    },
  );
});
