import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resources } from '#contract/resources/index.gen.ts';
import { resourcePlaces } from '#contract/resources/places.gen.ts';
import { listingSchema } from '#contract/resources/without-screen/listings.ts';
import { listings } from '../tables/content.ts';
import { syncs } from '../tables/syncs.ts';
import { websites } from '../tables/websites.ts';
import { codeOf, type Got, type Harness, messagesOf, startHarness } from '../testing/harness.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

const send = (method: string, path: string, body?: unknown) =>
  harness.call(method, `/api${path}`, { token, ...(body === undefined ? {} : { body }) });
const oneOf = (got: Got) => v.parse(v.object({ data: listingSchema }), got.json).data;
const home = { address: '1 Bay Street', suburb: 'Manly' };
const siteVersion = async () =>
  (await harness.deps.db.select({ version: websites.siteVersion }).from(websites).where(eq(websites.id, 1)))[0]?.version ?? 0;

it('is an available home for sale without rooms, unless the call says otherwise', async () => {
  const got = await send('POST', '/websites/1/listings', home);
  expect([got.status, oneOf(got)]).toEqual([
    201,
    expect.objectContaining({
      ...{ ...home, status: 'available', kind: 'sale', price_text: '', headline: '', featured: false, image_id: null, sync_id: null },
      ...{ bedrooms: 0, bathrooms: 0, cars: 0 },
    }),
  ]);
  const wrong = await send('PATCH', `/listings/${oneOf(got).id}`, { address: '2 Bay Street', kind: 'castle', bedrooms: -1 });
  expect([wrong.status, Object.keys(messagesOf(wrong)).toSorted()]).toEqual([422, ['bedrooms', 'kind']]);
});

it('is on the website’s pages from its write on, and not after its delete', async () => {
  const before = await siteVersion();
  const { id } = oneOf(await send('POST', '/websites/1/listings', home));
  await send('PATCH', `/listings/${id}`, { status: 'sold' });
  // Changes nothing.
  await send('PATCH', `/listings/${id}`, { status: 'sold' });
  expect(await siteVersion()).toBe(before + 2);
  expect((await send('DELETE', `/websites/1/listings/${id}`)).status).toBe(200);
  expect(await siteVersion()).toBe(before + 3);
});

it('of a sync keeps what its source says, and can be featured', async () => {
  const { db } = harness.deps;
  const { id } = oneOf(await send('POST', '/websites/1/listings', home));
  const [sync] = await db.select({ id: syncs.id }).from(syncs).limit(1);
  await db
    .update(listings)
    .set({ syncId: sync?.id, externalId: 'a', status: 'For sale' })
    .where(eq(listings.id, Number(id)));
  const refused = await send('PATCH', `/listings/${id}`, { suburb: 'Bondi', featured: true });
  expect([refused.status, Object.keys(messagesOf(refused))]).toEqual([422, ['suburb']]);
  const changed = await send('PATCH', `/listings/${id}`, { ...home, featured: true });
  expect(oneOf(changed)).toMatchObject({ featured: true, status: 'For sale', sync_id: String(sync?.id) });
  const deleted = await send('DELETE', `/websites/1/listings/${id}`);
  expect([deleted.status, codeOf(deleted)]).toEqual([403, 'forbidden']);
});

it('has no screen and no place in the console', () => {
  expect(resources.map(({ name }) => name)).not.toContain('listing');
  expect(resourcePlaces.map(({ path }) => path)).not.toContain('content/listings');
});
