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

it.each([
  ['a name twice', '{"a": 1,\n "a": 2}', 'line 2, column 2'],
  ['a name twice, spelled in two ways, within a list', '{"all": [{"a": 1, "\\u0061": 2}]}', 'line 1, column 19'],
  ['an integer beyond 2^53', '{"id": 9007199254740993}', 'line 1, column 8'],
  ['a negative one', '{"deep": {"ids": [1, -12345678901234567890]}}', 'line 1, column 22'],
  ['a number without end', '{"id": 1e400}', 'line 1, column 8'],
  ['a number so small that it would be 0', '{"id": 1e-400}', 'line 1, column 8'],
])('says where an object of filters has %s', async (_, filters, place) => {
  const got = await harness.call('POST', path, {
    token,
    raw: `{"listing_source_id":"1","filters":\n${filters}}`,
    headers: { 'content-type': 'application/json' },
  });
  const [, line, column] = /line (\d+), column (\d+)/u.exec(place) ?? [];
  expect([codeOf(got), got.text]).toEqual(['bad_request', expect.stringContaining(`in line ${Number(line) + 1}, column ${column}, `)]);
});

it.each([
  ['one name in two objects', '{"a": {"a": 1}, "b": {"a": 2}}'],
  ['names that differ in case', '{"a": 1, "A": 2}'],
  ['the largest exact integer', '{"id": 9007199254740991, "price": -0.5e3}'],
  ['a larger number that is kept as it is', '{"id": 1e16}'],
  ['digits in a text', '{"id": "9007199254740993"}'],
])('takes an object of filters with %s', async (_, filters) => {
  const got = await harness.call('POST', path, {
    token,
    raw: `{"listing_source_id":"1","filters":${filters}}`,
    headers: { 'content-type': 'application/json' },
  });
  const { id, filters: kept } = v.parse(v.object({ data: recordSchema }), got.json).data;
  expect(kept).toEqual(JSON.parse(filters));
  await harness.call('DELETE', `${path}/${id}`, { token });
});

it('refuses a sync of another account, and one that is not there', async () => {
  const other = await harness.signIn(otherSignIn);
  const theirs = `/api/websites/${demoWebsites + 1}/website-listing-sources`;
  const got = await harness.call('POST', theirs, { token: other, body: { listing_source_id: '1' } });
  expect([codeOf(got), Object.keys(messagesOf(got))]).toEqual(['validation_failed', ['listing_source_id']]);
  expect(Object.keys(messagesOf(await create({ listing_source_id: '999999' })))).toEqual(['listing_source_id']);
});
