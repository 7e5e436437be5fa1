import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '../tables/websites.ts';
import { codeOf, type Harness, messagesOf, startHarness } from '../testing/harness.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

const save = (category: string, values: Readonly<Record<string, string>>) =>
  harness.call('POST', '/api/websites/1/settings/update', {
    token,
    body: { data: { settings: Object.entries(values).map(([key, value]) => ({ key, value: [value], category })) } },
  });

it('takes auction fees only with both their label and their description, whichever comes first', async () => {
  const half = await save('listings', { auction_fees_label: 'Fees' });
  expect([half.status, codeOf(half)]).toEqual([422, 'validation_failed']);
  expect(Object.keys(messagesOf(half))).toEqual(['auction_fees_description']);
  expect((await save('listings', { auction_fees_label: 'Fees', auction_fees_description: '2 %' })).status).toBe(200);
  expect((await save('listings', { auction_fees_description: '3 %' })).status).toBe(200);
  expect((await save('listings', { auction_fees_label: '' })).status).toBe(422);
  expect((await save('listings', { auction_fees_label: '', auction_fees_description: '' })).status).toBe(200);
});

it('asks for the name of a cloud font, and of no other', async () => {
  const unnamed = await save('style', { custom_body_font: 'https://fonts.example.com/css?family=Lora' });
  expect(messagesOf(unnamed)).toEqual({ custom_body_font_name: 'Body font name is required.' });
  expect((await save('style', { custom_body_font: '/fonts/lora.woff2' })).status).toBe(200);
  const query = await save('style', { custom_body_font: 'https://fonts.example.com/css?family=Lora&file=lora.woff2' });
  expect(messagesOf(query)).toEqual({ custom_body_font_name: 'Body font name is required.' });
  expect((await save('style', { custom_body_font: 'https://fonts.example.com/lora.woff2?v=1' })).status).toBe(200);
  const named = { custom_body_font: 'https://fonts.example.com/css?family=Lora', custom_body_font_name: 'Lora' };
  expect((await save('style', named)).status).toBe(200);
});

it('refuses a view that is not shown, and stores the code of a pasted verification tag', async () => {
  const flags = (on: boolean, ...keys: readonly string[]) => keys.map((key) => ({ key, value: [on], category: 'listings' }));
  const send = (settings: unknown) => harness.call('POST', '/api/websites/1/settings/update', { token, body: { data: { settings } } });
  const off = await send(flags(false, 'listing_search_show_gallery'));
  expect(messagesOf(off)).toEqual({ listing_search_default_view: 'This view is not shown. Show it, or choose another.' });
  const map = { key: 'listing_search_default_view', value: ['map'], category: 'listings' };
  expect((await send([map, ...flags(false, 'listing_search_show_gallery')])).status).toBe(200);
  const tag = '<meta name="google-site-verification" content="abc-123">';
  expect((await save('tracking', { google_verification_code: tag })).text).toContain('["abc-123"]');
  expect(messagesOf(await save('tracking', { gtm_code: 'UA-12345678-1' }))).toEqual({ gtm_code: expect.stringContaining('Analytics ID') });
});

describe('what was stored under older rules', () => {
  const old = { favicon: ['77777'], agency_departments: null, fb_pixel_code: ['<script>'] } as const;
  const send = (category: string, key: keyof typeof old, value: readonly string[] | null, type: string | null = null) =>
    harness.call('POST', '/api/websites/3/settings/update', {
      token,
      body: { data: { settings: [{ key, value, category, type }] } },
    });
  beforeAll(async () => {
    const { db } = harness.deps;
    await db.delete(settings).where(and(eq(settings.websiteId, 3), inArray(settings.key, Object.keys(old))));
    const row = { websiteId: 3, type: null, updatedAt: harness.time.now };
    await db.insert(settings).values([
      { ...row, key: 'favicon', category: 'site_info', value: old.favicon },
      { ...row, key: 'fb_pixel_code', category: 'tracking', value: old.fb_pixel_code },
    ]);
  });

  it('loads, and refuses no save that leaves it as it is', async () => {
    const read = await harness.call('GET', '/api/websites/3/settings/tracking', { token });
    expect(read.text).toContain('<script>');
    for (const got of [
      await send('site_info', 'favicon', old.favicon, 'image'),
      await send('agency', 'agency_departments', null),
      await send('tracking', 'fb_pixel_code', old.fb_pixel_code),
    ])
      expect([got.status, got.text]).toEqual([200, expect.any(String)]);
  });

  it('is refused once it is changed', async () => {
    expect((await send('agency', 'agency_departments', [' '])).status).toBe(422);
    expect((await send('site_info', 'favicon', ['77778'], 'image')).status).toBe(422);
    expect((await send('tracking', 'fb_pixel_code', ['</script>'])).status).toBe(422);
  });
});

it('holds nothing against a save that it does not change', async () => {
  expect((await save('listings', { listing_new_for_x_days: '0' })).status).toBe(200);
  expect((await save('style', { footer_tagline: 'Near you' })).status).toBe(200);
});
