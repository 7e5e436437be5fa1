import { localId } from '#contract/resources/local-id.ts';
import { jsonSchema } from '#contract/json.ts';
import { schemaVersion } from '#db/stores.ts';
import { Dexie } from 'dexie';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { FakeServer } from './support/fake-server.ts';
import { schemaOfVersion1, storeOfVersion1 } from './support/store-of-version-1.ts';
import { drained, freshName, Tab, TabLock, type World } from './support/tab.ts';
import { TestClock } from './support/time.ts';

const rowSchema = v.record(v.string(), jsonSchema);
const fileRowSchema = v.looseObject({ blob: v.object({ type: v.string(), text: v.string() }) });
const waiting = localId('00000000-0000-4000-8000-000000000002');
const drafted = localId('00000000-0000-4000-8000-000000000003');

/** Creates the store on this device; returns the ids of its pending entries. */
async function writeVersion1(name: string): Promise<readonly unknown[]> {
  const store = new Dexie(name);
  store.version(1).stores(schemaOfVersion1);
  await store.open();
  for (const line of storeOfVersion1.trim().split('\n')) {
    const at = line.indexOf(' ');
    const row: unknown = JSON.parse(line.slice(at + 1));
    const file = v.safeParse(fileRowSchema, row);
    const { type, text } = file.success ? file.output.blob : { type: '', text: '' };
    const whole = file.success ? { ...file.output, blob: new Blob([text], { type }) } : v.parse(rowSchema, row);
    await store.table(line.slice(0, at)).add(whole);
  }
  const opIds = (await store.table('outbox').toArray()).map((entry) => v.parse(rowSchema, entry)['opId']);
  store.close();
  return opIds;
}

/** The API as it stood when the store was written. */
function serverOfThen(): FakeServer {
  const server = new FakeServer();
  server.homepage.fill(4);
  server.put('w1/social', 'fb_link', ['theirs']);
  server.put('w1/social', 'ig_link', ['theirs']);
  return server;
}

describe('a store that version 1 wrote', () => {
  it('keeps its pending entries, files and drafts, and drains', async () => {
    const world: World = { name: freshName(), clock: new TestClock(), server: serverOfThen(), lock: new TabLock() };
    const { server } = world;
    const opIds = await writeVersion1(world.name);
    const tab = await Tab.open(world, { online: false });
    expect((await indexedDB.databases()).find(({ name }) => name === world.name)?.version).toBe(schemaVersion * 10);
    expect((await tab.store.outbox.list('u1')).map((entry) => entry.kind)).toEqual(opIds.map(() => 'readable'));
    expect(await (await tab.store.files.get('u1', waiting))?.blob.text()).toBe('picture');
    expect(await tab.store.drafts.get({ userId: 'u1', websiteId: 'w1', screen: 'feeds' })).toMatchObject({
      values: { feed_name: 'typed' },
      leftSeq: expect.any(Number),
    });
    // Closing a form does not drop a file that only the draft names.
    world.clock.skew(60_000);
    expect(await tab.store.outbox.dropUnnamed({ userId: 'u1', websiteId: 'w1', settingKeys: ['favicon'] }, [])).toEqual([]);

    tab.online(true);
    await drained([tab]);
    expect(await tab.rows()).toEqual([]);
    expect(server.effects.toSorted()).toEqual(opIds.toSorted());
    expect([server.value('w1/social', 'fb_link'), server.value('w1/social', 'ig_link')]).toEqual([['mine'], ['mine too']]);
    const aliases = await tab.store.files.idMap('u1');
    expect(server.value('w1/site_info', 'favicon')).toEqual([aliases.get(waiting)]);
    const { blocks } = server.homepage;
    expect(server.homepage.order().map((id) => blocks.find((block) => block.id === id)?.label)).toEqual([
      'Cover',
      'Banner 1',
      'Banner 2',
      'New',
      'Banner 0',
      'Footer',
    ]);
    expect(blocks.find(({ id }) => id === 'b1')?.enabled).toBe(false);
    expect(blocks.find(({ id }) => id === 'b2')?.settings?.find(({ key }) => key === 'title')?.value).toEqual(['typed']);
    // The draft finds the file that it names, which has been uploaded meanwhile.
    expect(await tab.store.drafts.get({ userId: 'u1', websiteId: 'w1', screen: 'site-info' })).toMatchObject({
      values: { apple_touch_icon: drafted },
    });
    expect(aliases.has(drafted)).toBe(true);
    tab.close();
  });

  it('is opened as it is by a tab that still runs version 1, whose drafts are carried over too', async () => {
    const world: World = { name: freshName(), clock: new TestClock(), server: serverOfThen(), lock: new TabLock() };
    const first = await Tab.open(world, { online: false });
    first.close();
    const old = new Dexie(world.name);
    old.version(1).stores(schemaOfVersion1);
    await old.open();
    // Dexie raises the last digit where the older version adds a table.
    expect(Math.floor(old.backendDB().version / 10)).toBe(schemaVersion);
    const place = { userId: 'u1', websiteId: 'w1', screen: 'feeds' };
    for (const text of ['typed', 'typed again']) {
      await old.table('drafts').put({ ...place, values: { feed_name: text }, base: {}, savedAt: 1 });
      const next = await Tab.open(world, { online: false });
      expect(await next.store.drafts.get(place)).toMatchObject({ values: { feed_name: text } });
      expect(await next.store.drafts.list('u1')).toHaveLength(1);
      next.close();
    }
    old.close();
  });
});
