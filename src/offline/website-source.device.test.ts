import { type ClientStore, openClientStore } from '#db/open-client-store.ts';
import { newId } from '#db/new-id.ts';
import { createApiClient } from '#src/io/api-client.ts';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWebsiteSource } from './website-source.ts';

let store: ClientStore;
let name: string;

beforeEach(async () => {
  name = `websites-${newId()}`;
  store = await openClientStore({ name, appVersion: 'test' });
});
afterEach(() => store.close());

const website = { id: 'w1', name: 'One', theme_id: null, created_at: null };
const client = createApiClient({
  baseUrl: 'https://api.test',
  credentials: () => ({ token: 't', accountId: null }),
  onResult: () => undefined,
  fetch: async () => Response.json({ data: website }),
});

function source(isCurrent: boolean) {
  const user = () => ({ userId: 'u1', accountId: null });
  return createWebsiteSource({ client, store, user, isCurrentUser: () => isCurrent, isOffline: () => false });
}
const cachedWebsites = async () => (await store.cache.get('u1', 'websites', v.array(v.object({ id: v.string() }))))?.data ?? null;

it('caches a website that was opened', async () => {
  expect(await source(true).open('w1')).toMatchObject({ id: 'w1' });
  expect(await cachedWebsites()).toEqual([{ id: 'w1' }]);
});

it('caches nothing for a user whose data was removed meanwhile', async () => {
  await source(false).open('w1');
  expect(await cachedWebsites()).toBeNull();
});

it('has a website at once for a screen that opens while another one shows it', async () => {
  const websites = source(true);
  await websites.open('w1');
  expect(websites.peek('w1')).toBeNull();
  const first = Promise.withResolvers<void>();
  const leaveShell = websites.watch(first.resolve);
  await first.promise;
  expect(websites.peek('w1')).toMatchObject({ name: 'One' });
  const leaveScreen = websites.watch(() => undefined);
  leaveShell();
  expect(websites.peek('w1')).toMatchObject({ name: 'One' });
  expect(websites.peek('w2')).toBeNull();
  leaveScreen();
  // Nobody follows its changes any more.
  expect(websites.peek('w1')).toBeNull();
});

it('reads the websites again where the very first reading failed', async () => {
  const websites = source(true);
  await websites.open('w1');
  vi.spyOn(store.cache, 'get').mockRejectedValueOnce(Object.assign(new Error('The device failed.'), { name: 'UnknownError' }));
  const leave = websites.watch(() => undefined);
  await expect.poll(() => websites.peek('w1')).toMatchObject({ name: 'One' });
  leave();
});

it('still has the website that the shell shows once the store was deleted under it', async () => {
  const websites = source(true);
  await websites.open('w1');
  let readings = 0;
  const leave = websites.watch(() => {
    readings += 1;
  });
  await expect.poll(() => websites.peek('w1')).toMatchObject({ name: 'One' });
  const before = readings;
  const deleting = indexedDB.deleteDatabase(name);
  await new Promise((resolve, reject) => {
    deleting.onsuccess = resolve;
    deleting.onerror = reject;
  });
  await expect.poll(cachedWebsites).toBeNull();
  await expect.poll(() => readings).toBeGreaterThan(before);
  expect(websites.peek('w1')).toMatchObject({ name: 'One' });
  leave();
});
