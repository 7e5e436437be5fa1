import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FormDetails, formDetailsSchema } from '#contract/entities/form-details.ts';
import { limits } from '#contract/limits.ts';
import { otherSignIn } from '../seed/seed.ts';
import { blocks, blockSettings } from '../tables/blocks.ts';
import { submissions } from '../tables/submissions.ts';
import { codeOf, type Harness, startHarness } from '../testing/harness.ts';
import { mondaysUntil } from './form-details.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

const websiteId = 1;
const field = { type: 'email', key: 'email', label: 'Email' };
const withId = v.object({ data: v.object({ id: v.string() }) });

async function created(path: string, body: object): Promise<string> {
  const got = await harness.call('POST', `/api/websites/${websiteId}/${path}`, { token, body });
  expect(got.status).toBe(201);
  return v.parse(withId, got.json).data.id;
}
const newForm = (name: string) => created('forms', { definition: { name, fields: [field] } });

async function detailsOf(id: string, query = ''): Promise<FormDetails> {
  const got = await harness.call('GET', `/api/websites/${websiteId}/forms/${id}/details${query}`, { token });
  expect(got.status).toBe(200);
  return v.parse(v.object({ data: formDetailsSchema }), got.json).data;
}

function sent(formId: string, at: string, fields: Readonly<Record<string, string | boolean | null>> = { email: 'ada@example.com' }) {
  const row = { websiteId, formId: Number(formId), formName: 'x', fields, formattedPayload: {}, createdAt: new Date(at) };
  return harness.deps.db.insert(submissions).values(row);
}

describe('where a form is used', () => {
  it('is listed for settings, blocks, and popups that show it or open with it, and for nothing else', async () => {
    const [id, other] = [await newForm('used'), await newForm('other')];
    const write = (key: string, category: string, value: string) => ({ key, value: [value], category, type: null });
    const saved = await harness.call('POST', `/api/websites/${websiteId}/settings/update`, {
      token,
      // Neither the setting that names the other form counts, nor a text that happens to be the id.
      body: { data: { settings: [write('enquiry', 'form', id), write('newsletter', 'form', other), write('footer_phone', 'style', id)] } },
    });
    expect(saved.status).toBe(200);
    const [block] = await harness.deps.db.select().from(blocks).where(eq(blocks.websiteId, websiteId)).limit(1);
    const blockId = block?.id ?? 0;
    await harness.deps.db
      .insert(blockSettings)
      .values({ blockId, key: 'cover_form', value: [id] })
      .onConflictDoUpdate({ target: [blockSettings.blockId, blockSettings.key], set: { value: [id] } });
    const trigger = { type: 'form', form_id: id, trigger_class: null, page_id: null, delay: 0 };
    const popupIds = [
      await created('popups', { name: 'Shows it', title: 'One', form_id: id, triggers: [trigger] }),
      await created('popups', { name: 'Opens with it', title: 'Two', triggers: [trigger] }),
      await created('popups', { name: 'Neither', title: 'Three', form_id: other }),
    ];
    const { used_in: places, used_in_total: total } = await detailsOf(id);
    expect(places).toEqual([
      { label: 'Form Settings: Enquiry', path: 'forms-settings' },
      { label: expect.stringContaining(`Homepage: ${block?.label}`), path: `design/homepage/blocks/${blockId}` },
      { label: 'Popup: Opens with it', path: `marketing/popups/edit/${popupIds[1]}` },
      { label: 'Popup: Shows it', path: `marketing/popups/edit/${popupIds[0]}` },
    ]);
    expect(total).toBe(4);
    expect((await detailsOf(other)).used_in_total).toBe(2);
  });

  it('is answered to nobody of another account, and for no form that does not exist', async () => {
    const id = await newForm('private');
    const address = `/api/websites/${websiteId}/forms`;
    const other = await harness.signIn(otherSignIn);
    expect(codeOf(await harness.call('GET', `${address}/${id}/details`, { token: other }))).toBe('not_found');
    expect(codeOf(await harness.call('GET', `${address}/999999/details`, { token }))).toBe('not_found');
    expect(codeOf(await harness.call('GET', `/api/websites/2/forms/${id}/details`, { token }))).toBe('not_found');
    expect((await harness.call('GET', `${address}/${id}/details`)).status).toBe(401);
    expect((await harness.call('GET', `${address}/${id}/details?time_zone=Mars%2FPhobos`, { token })).status).toBe(422);
  });
});

describe('what was sent by a form', () => {
  it('is counted by week in the time zone of whoever asks, the oldest first, and in all', async () => {
    const id = await newForm('sent');
    harness.time.now = new Date('2026-06-10T12:00:00Z');
    await sent(id, '2026-06-10T08:00:00Z');
    // Sunday in UTC, Monday in Sydney.
    await sent(id, '2026-06-07T20:00:00Z');
    await sent(id, '2024-01-01T00:00:00Z');
    const utc = await detailsOf(id);
    expect([utc.submissions_total, utc.submissions_by_week?.length]).toEqual([3, limits.weeksListed]);
    expect(utc.submissions_by_week?.slice(-2)).toEqual([
      { week: '2026-06-01', submissions: 1 },
      { week: '2026-06-08', submissions: 1 },
    ]);
    expect((await detailsOf(id, '?time_zone=Australia/Sydney')).submissions_by_week?.slice(-2)).toEqual([
      { week: '2026-06-01', submissions: 0 },
      { week: '2026-06-08', submissions: 2 },
    ]);
  });

  it('has the keys that there are values under, of fields that are gone too', async () => {
    const id = await newForm('keys');
    await sent(id, '2026-06-10T08:00:00Z', { email: 'ada@example.com', suburb: '', news: false, phone: null });
    await sent(id, '2026-06-10T09:00:00Z', { email: 'bea@example.com', suburb: 'Manly', news: true });
    const { used_keys: keys, used_keys_searched: searched } = await detailsOf(id);
    expect(keys).toEqual([
      { key: 'email', submissions: 2 },
      { key: 'news', submissions: 1 },
      { key: 'suburb', submissions: 1 },
    ]);
    expect(searched).toBe(2);
    expect(await detailsOf(await newForm('unsent'))).toMatchObject({ used_in: [], submissions_total: 0, used_keys: [] });
  });
});

describe('submissions that are as long as they can be', () => {
  it('are looked through as far as the limit goes, the newest first', async () => {
    const id = await newForm('long');
    const long = 'x'.repeat(limits.submissionBodyBytes);
    const row = { websiteId, formId: Number(id), formName: 'x', formattedPayload: {}, createdAt: harness.time.now };
    const fields = (key: string) => Array.from({ length: 50 }, () => ({ ...row, fields: { [key]: long } }));
    await harness.deps.db.insert(submissions).values([...fields('old'), ...fields('new')]);
    const { used_keys: keys, used_keys_searched: searched = 0, submissions_total: total } = await detailsOf(id);
    expect(total).toBe(100);
    expect(searched).toBeGreaterThanOrEqual(limits.submissionsSearchedBytes / limits.submissionBodyBytes);
    expect(searched).toBeLessThan(100);
    expect(keys).toEqual([
      { key: 'new', submissions: 50 },
      { key: 'old', submissions: Number(searched) - 50 },
    ]);
  });

  it('are all looked through where they are short', async () => {
    const id = await newForm('short');
    const row = { websiteId, formId: Number(id), formName: 'x', formattedPayload: {}, createdAt: harness.time.now };
    await harness.deps.db.insert(submissions).values(Array.from({ length: 1_201 }, () => ({ ...row, fields: { a: 'b' } })));
    expect(await detailsOf(id)).toMatchObject({ used_keys: [{ key: 'a', submissions: 1_201 }], used_keys_searched: 1_201 });
  });
});

it.each([
  ['2026-11-26T10:00:00Z', 'UTC', '2026-06-01', '2026-11-23'],
  // Still Sunday in Los Angeles, across the end of summer time.
  ['2026-11-30T02:00:00Z', 'America/Los_Angeles', '2026-06-01', '2026-11-23'],
  ['2026-11-29T23:00:00Z', 'Australia/Sydney', '2026-06-08', '2026-11-30'],
])('the weeks until %s in %s', (now, zone, first, last) => {
  const mondays = mondaysUntil(new Date(now), zone);
  expect([mondays.length, mondays[0], mondays.at(-1)]).toEqual([limits.weeksListed, first, last]);
});
