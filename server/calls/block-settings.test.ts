import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoWebsites } from '../seed/seed.ts';
import { limits } from '#contract/limits.ts';
import { blockSettings } from '../tables/blocks.ts';
import { agencies, forms, menus, staff } from '../tables/content.ts';
import { files } from '../tables/files.ts';
import { websites } from '../tables/websites.ts';
import { blockCalls, settingsOf } from '../testing/blocks.ts';
import { codeOf, type Got, type Harness, messagesOf, startHarness } from '../testing/harness.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

const on = (websiteId: number) => blockCalls(harness, token, websiteId);
const tagOf = (got: Got) => got.headers.get('etag') ?? '';
const valuesOf = (got: Got) => Object.fromEntries(settingsOf(got).map((setting) => [setting.key, setting.value]));

describe('reading', () => {
  it('answers a block’s settings, highest priority first, each by itself too, under one tag', async () => {
    const { settings, setting, idOf } = on(1);
    const id = await idOf('testimonials');
    const all = await settings(id);
    const priorities = settingsOf(all).map((item) => item.priority);
    expect(priorities).toEqual(priorities.toSorted((a, b) => b - a));
    const one = await setting(id, 'testimonial_count');
    expect(one.json).toEqual({ data: settingsOf(all).find((item) => item.key === 'testimonial_count') });
    expect(tagOf(one)).toBe(tagOf(all));
    for (const key of ['nothing', 'constructor', '%00']) expect((await setting(id, key)).status).toBe(404);
  });

  it('answers defaults where nothing was saved', async () => {
    const { settings, idOf } = on(5);
    const values = valuesOf(await settings(await idOf('listing_slider')));
    expect(values).toMatchObject({ listing_count: [15], columns: ['3'], listing_content: ['marketing'] });
  });
});

describe('saving', () => {
  it('stores the named settings, leaves the rest, and answers the stored values', async () => {
    const { save, settings, idOf } = on(1);
    const id = await idOf('listing_slider');
    const before = valuesOf(await settings(id));
    const got = await save(id, { title: ['Homes by the sea'], listing_count: [7] });
    expect([got.status, valuesOf(got)]).toEqual([200, { title: ['Homes by the sea'], listing_count: [7] }]);
    expect(valuesOf(await settings(id))).toEqual({ ...before, title: ['Homes by the sea'], listing_count: [7] });
    expect(tagOf(got)).toBe(tagOf(await settings(id)));
  });

  it('takes a stored value that is too long today, until it is changed', async () => {
    const { save, idOf } = on(1);
    const id = await idOf('launch_pad');
    const old = { card_1_text: ['x'.repeat(26)] };
    await harness.deps.db
      .insert(blockSettings)
      .values({ blockId: Number(id), key: 'card_1_text', value: old.card_1_text })
      .onConflictDoUpdate({ target: [blockSettings.blockId, blockSettings.key], set: { value: old.card_1_text } });
    expect(valuesOf(await save(id, { ...old, card_2_text: ['Two'] }))).toEqual({ ...old, card_2_text: ['Two'] });
    expect((await save(id, { card_1_text: ['x'.repeat(27)] })).status).toBe(422);
    await save(id, { card_1_text: ['x'] });
  });

  it('keeps a text that was emptied empty, and reads null as the default', async () => {
    const { save, idOf } = on(1);
    const id = await idOf('listing_slider');
    expect(valuesOf(await save(id, { title: [''], button_text: null }))).toEqual({ title: [''], button_text: null });
  });

  it('is refused where the homepage’s blocks would hold too much together, and may make that less', async () => {
    const { save, idOf } = on(7);
    const id = await idOf('listing_slider');
    const full = { blockId: Number(await idOf('cover')), key: 'much', value: ['x'.repeat(limits.blockSettingsCharacters)] };
    await save(id, { title: ['A longer title'] });
    await harness.deps.db.insert(blockSettings).values(full);
    const refused = await save(id, { title: ['A much longer title'] });
    expect([refused.status, Object.keys(messagesOf(refused))]).toEqual([422, ['title']]);
    expect((await save(id, { title: ['A title'] })).status).toBe(200);
    await harness.deps.db.delete(blockSettings).where(eq(blockSettings.key, 'much'));
    expect((await save(id, { title: ['A much longer title'] })).status).toBe(200);
  });

  it('is done once for its key', async () => {
    const { save, settings, idOf } = on(1);
    const id = await idOf('staff');
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await save(id, { title: ['First'] }, key);
    await save(id, { title: ['Second'] });
    expect((await save(id, { title: ['First'] }, key)).text).toBe(first.text);
    expect(valuesOf(await settings(id))['title']).toEqual(['Second']);
    expect(codeOf(await save(id, { title: ['Third'] }, key))).toBe('idempotency_key_reused');
  });

  it('takes the tag of the block or of its settings in If-Match; a move leaves the second as it was', async () => {
    const { save, settings, one, order, list, idOf } = on(1);
    const id = await idOf('about_us');
    expect((await save(id, { title: ['One'] }, { 'if-match': tagOf(await one(id)) })).status).toBe(200);
    const tag = tagOf(await settings(id));
    await order((await list()).map((block) => block.id).toReversed());
    const saved = await save(id, { title: ['Two'] }, { 'if-match': tag });
    expect([saved.status, tagOf(saved)]).toEqual([200, tagOf(await settings(id))]);
    const stale = await save(id, { title: ['Three'] }, { 'if-match': tag });
    expect([stale.status, codeOf(stale)]).toEqual([412, 'precondition_failed']);
    expect((await save(id, { title: ['Four'] }, { 'if-match': '*' })).status).toBe(200);
  });
});

describe('a save that is refused', () => {
  it.each<[string, string, string, unknown, string]>([
    ['an unknown key', 'cover', 'nothing', ['x'], 'This block has no such setting.'],
    ['a heading', 'cover', 'heading_content', ['x'], 'This block has no such setting.'],
    ['a colour by name', 'cover', 'tint_color', ['red'], 'Enter a colour such as #1a2b3c.'],
    ['a colour with alpha', 'cover', 'tint_color', ['#11223344'], 'Enter a colour such as #1a2b3c.'],
    ['a colour that closes a style sheet', 'cover', 'tint_color', ['#fff}</style>'], 'Enter a colour such as #1a2b3c.'],
    [
      'a script link',
      'cover',
      'primary_button_link',
      ['javascript:alert(1)'],
      'Enter a full address (https://…) or a path such as /contact-us.',
    ],
    [
      'a link to another host',
      'cover',
      'primary_button_link',
      ['//evil.example'],
      'Enter a full address (https://…) or a path such as /contact-us.',
    ],
    [
      'a data link',
      'cover',
      'primary_button_link',
      ['data:text/html,x'],
      'Enter a full address (https://…) or a path such as /contact-us.',
    ],
    ['no option of the select', 'listing_slider', 'listings_display', ['everything'], 'Choose one of the options of Listings.'],
    ['an option of another theme', 'cover', 'optional_component', ['quick_menu'], 'Choose one of the options of Below the text.'],
    ['a text for a number', 'listing_slider', 'listing_count', ['many'], 'Number of listings can’t hold this value.'],
    ['a text for a flag', 'cover', 'primary_button_new_tab', ['maybe'], 'Open first button in a new tab can’t hold this value.'],
    ['more than the slider has', 'attributions', 'logo_size', [101], 'Logo size must be at most 100.'],
    ['26 characters on a card', 'launch_pad', 'card_1_text', ['x'.repeat(26)], 'Text can hold at most 25 characters; this has 26.'],
    [
      '26 characters as title of the testimonials',
      'testimonials',
      'title',
      ['x'.repeat(26)],
      'Title can hold at most 25 characters; this has 26.',
    ],
    [
      '91 characters of promotion',
      'staff',
      'promo_description',
      ['x'.repeat(91)],
      'Promotion text can hold at most 90 characters; this has 91.',
    ],
    ['two values', 'cover', 'cover_title', ['a', 'b'], 'Title holds one value.'],
    ['an object', 'cover', 'cover_title', [{ a: 1 }], 'Title can’t hold this value.'],
    ['a NUL', 'cover', 'cover_title', ['a\u0000'], 'This holds a character that can’t be stored.'],
  ])('for %s says so at the key', async (_, block, key, value, message) => {
    const { save, settings, idOf } = on(13);
    const id = await idOf(block);
    const before = tagOf(await settings(id));
    const got = await save(id, { [key]: value });
    expect([got.status, codeOf(got), messagesOf(got)]).toEqual([422, 'validation_failed', { [key]: message }]);
    expect(tagOf(await settings(id))).toBe(before);
  });

  it('for one bad value stores none of the good ones', async () => {
    const { save, settings, idOf } = on(13);
    const id = await idOf('cover');
    await save(id, { cover_title: ['Good'], tint_color: ['bad'] });
    expect(valuesOf(await settings(id))['cover_title']).not.toEqual(['Good']);
  });

  it.each([{}, { data: {} }, { data: { settings: [] } }, { data: { settings: [{ key: 'title', value: 'x' }] } }, [[]], null])(
    'for the body %j is a 422',
    async (body) => {
      const { send, idOf } = on(13);
      const got = await send('POST', `/api/websites/13/blocks/${await idOf('cover')}/theme-settings/update`, body);
      expect([got.status, codeOf(got)]).toEqual([422, 'validation_failed']);
    },
  );

  it('for a key named twice says so', async () => {
    const { send, idOf } = on(13);
    const settings = ['a', 'b'].map((text) => ({ key: 'cover_title', value: [text] }));
    const got = await send('POST', `/api/websites/13/blocks/${await idOf('cover')}/theme-settings/update`, { data: { settings } });
    expect(messagesOf(got)).toEqual({ cover_title: 'This setting stands twice in the save.' });
  });
});

describe.each([
  ['a picture', 'about_us', 'image', files],
  ['pictures', 'cover', 'cover_images', files],
  ['a form', 'cover', 'cover_form', forms],
  ['a menu', 'quick_links', 'menu', menus],
  ['an agency', 'map', 'agency', agencies],
  ['people', 'staff', 'staff_chosen', staff],
] as const)('a setting that names %s', (_, block, key, table) => {
  const idIn = async (websiteId: number) => {
    const [row] = await harness.deps.db.select({ id: table.id }).from(table).where(eq(table.websiteId, websiteId)).limit(1);
    return String(row?.id);
  };

  it('takes one of its own website, and none', async () => {
    const { save, idOf } = on(1);
    const id = await idOf(block);
    const own = await idIn(1);
    expect(valuesOf(await save(id, { [key]: [own] }))).toEqual({ [key]: [own] });
    expect(valuesOf(await save(id, { [key]: null }))).toEqual({ [key]: null });
  });

  it('refuses one of another website, of another account, and one that is not there, at its key', async () => {
    const { save, idOf } = on(1);
    const id = await idOf(block);
    for (const foreign of [await idIn(2), await idIn(demoWebsites + 1), 'local:7d9f2c8e', "1'--", '2147483647']) {
      const got = await save(id, { [key]: [foreign] });
      expect([foreign, got.status, Object.keys(messagesOf(got))]).toEqual([foreign, 422, [key]]);
    }
  });
});

it('a change raises the version of the site, and a save that changes nothing does not', async () => {
  const { save, idOf } = on(2);
  const version = async () => {
    const [row] = await harness.deps.db
      .select()
      .from(websites)
      .where(and(eq(websites.id, 2)));
    return row?.siteVersion ?? 0;
  };
  const id = await idOf('about_us');
  const before = await version();
  await save(id, { title: ['New'] });
  expect(await version()).toBe(before + 1);
  await save(id, { title: ['New'] });
  expect(await version()).toBe(before + 1);
});
