import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoWebsites, otherSignIn } from '../seed/seed.ts';
import { codeOf, type Harness, messagesOf, startHarness } from '../testing/harness.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

const path = '/api/websites/5/website-listing-sources';
const recordSchema = v.looseObject({ id: v.string(), listing_source_id: v.string(), filters: v.unknown() });
const create = (body: unknown) => harness.call('POST', path, { token, body });
const listed = async () => v.parse(v.object({ data: v.array(recordSchema) }), (await harness.call('GET', path, { token })).json).data;

it('names its sync, with when that last ran, and has its filters as an object', async () => {
  const got = await create({ listing_source_id: '1', website_id: '5', filters: { suburb: ['Manly'], beds: 3 } });
  expect([got.status, v.parse(v.object({ data: recordSchema }), got.json).data]).toEqual([
    201,
    expect.objectContaining({
      website: '5',
      listing_source_id: '1',
      listing_source: expect.objectContaining({ label: 'Sales and rentals', source_name: 'rex', last_run: expect.any(String) }),
      filters: { suburb: ['Manly'], beds: 3 },
    }),
  ]);
  await create({ listing_source_id: '3' });
  const [first, second] = await listed();
  expect(first).toMatchObject({ filters: { suburb: ['Manly'], beds: 3 } });
  expect(second).toMatchObject({ filters: null, listing_source: { label: 'New developments', last_run: null } });
  expect((await harness.call('DELETE', `${path}/${first?.id}`, { token })).status).toBe(200);
  expect((await listed()).map(({ id }) => id)).toEqual([second?.id]);
});

it.each([
  ['a list', ['x'], 'filters'],
  ['a number', 5, 'filters'],
  ['a text that is no JSON', '{"a": }', 'filters'],
  ['a name twice', '{"a": 1, "a": 2}', 'filters'],
  ['a number that is not kept', '{"a": 9007199254740993}', 'filters'],
])('refuses %s as filters', async (_, filters, field) => {
  const got = await create({ listing_source_id: '1', filters });
  expect([codeOf(got), Object.keys(messagesOf(got))]).toEqual(['validation_failed', [field]]);
});

it('refuses a sync of another account, and one that is not there', async () => {
  const other = await harness.signIn(otherSignIn);
  const theirs = `/api/websites/${demoWebsites + 1}/website-listing-sources`;
  const got = await harness.call('POST', theirs, { token: other, body: { listing_source_id: '1' } });
  expect([codeOf(got), Object.keys(messagesOf(got))]).toEqual(['validation_failed', ['listing_source_id']]);
  expect(Object.keys(messagesOf(await create({ listing_source_id: '999999' })))).toEqual(['listing_source_id']);
});
