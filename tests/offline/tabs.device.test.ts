import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openClientStore } from '#db/open-client-store.ts';
import { DexieDatabase } from '#db/dexie-database.ts';
import { FakeServer } from './support/fake-server.ts';
import { drained, freshName, quiet, Tab, TabLock, type World } from './support/tab.ts';
import { TestClock, until } from './support/time.ts';

const record = 'w1/social';
let world: World;
let tabs: Tab[];

beforeEach(() => {
  const server = new FakeServer();
  server.put(record, 'fb_link', ['old']);
  world = { name: freshName(), clock: new TestClock(), server, lock: new TabLock() };
  tabs = [];
});
afterEach(() => {
  for (const tab of tabs) tab.close();
});

async function open(options?: Parameters<typeof Tab.open>[1]): Promise<Tab> {
  const tab = await Tab.open(world, options);
  tabs.push(tab);
  await tab.visit();
  return tab;
}

/** The transactions that begin on the stores which are opened from now on: how, and on which tables. */
async function recordTransactions(): Promise<string[]> {
  const begun: string[] = [];
  const database = await new DexieDatabase(freshName()).open();
  // In Node Dexie may keep another copy of the fake than the global one.
  const databases: IDBDatabase = Object.getPrototypeOf(database.backendDB());
  database.close();
  const begin = databases.transaction;
  const spy = vi.spyOn(databases, 'transaction').mockImplementation(function (this: IDBDatabase, tables, mode, options) {
    const names = [tables].flat();
    begun.push(`${mode ?? 'readonly'} ${names.includes('outbox') ? 'outbox' : names.join()}`);
    return begin.call(this, tables, mode, options);
  });
  onTestFinished(() => spy.mockRestore());
  return begun;
}

const categories = ['social', 'robots', 'css', 'feeds', 'tracking', 'seo'] as const;

describe('two tabs', () => {
  it('with six pending saves send each once', async () => {
    const one = await open({ online: false });
    const two = await open({ online: false });
    for (const category of categories) await one.save({ key: category }, { category });
    one.online(true);
    two.online(true);
    await drained(tabs);
    expect(world.server.effects).toHaveLength(categories.length);
    expect(new Set(world.server.effects).size).toBe(categories.length);
    for (const category of categories) expect(world.server.value(`w1/${category}`, 'key')).toEqual([category]);
  });

  it('send a save after two writes of the outbox, and confirm it after one more', async () => {
    const begun = await recordTransactions();
    const tab = await open();
    await quiet(tab);
    const letIn = world.server.hold();
    begun.length = 0;
    const kept = await tab.save({ fb_link: 'mine' });
    if (kept.kind !== 'enqueued') throw new Error(kept.code);
    const status = tab.store.awaitSaveStatus(kept.opId);
    await until('the save is at the server', () => world.server.calls.length === 1);
    letIn();
    expect(await status).toEqual({ kind: 'saved' });
    const writes = begun.filter((each) => each.startsWith('readwrite'));
    // The entry, the right to send, the claim, the result.
    expect(writes).toEqual(['readwrite outbox', 'readwrite epochs,leases', 'readwrite outbox', 'readwrite outbox']);
  });

  it('see the result of a save that the other one sent', async () => {
    const one = await open({ online: false });
    const two = await open({ online: false });
    const kept = await one.save({ fb_link: 'mine' });
    if (kept.kind !== 'enqueued') throw new Error(kept.code);
    const status = one.store.awaitSaveStatus(kept.opId);
    two.online(true);
    expect(await status).toEqual({ kind: 'saved' });
  });

  it('both saving while one drains: nothing is lost, doubled or reordered', async () => {
    const one = await open();
    const two = await open();
    const letIn = world.server.hold();
    await one.save({ fb_link: 'one' });
    await until('the first is at the server', () => world.server.calls.length === 1);
    await two.save({ fb_link: 'two' });
    letIn();
    await drained(tabs);
    expect(world.server.value(record, 'fb_link')).toEqual(['two']);
    expect(world.server.effects).toHaveLength(2);
  });
});

describe('a drainer', () => {
  it('that dies while sending is replaced: the row is unknown, compared, and applied once', async () => {
    const one = await open();
    const letIn = world.server.hold();
    await one.save({ fb_link: 'mine' });
    await until('it is at the server', () => world.server.calls.length === 1);
    one.crash();
    letIn();
    const two = await open();
    await drained([two]);
    expect(world.server.effects).toHaveLength(1);
    expect(world.server.calls.map((call) => call.kind)).toEqual(['send', 'read']);
    expect(await two.rows()).toEqual([]);
  });

  it('that was frozen is fenced off: its late results change nothing', async () => {
    const one = await open();
    const letIn = world.server.hold();
    await one.save({ fb_link: 'mine' });
    await until('it is at the server', () => world.server.calls.length === 1);
    const two = await open();
    two.actor.send({ type: 'drain.requested' });
    world.lock.steal();
    await until('the other one has looked', () => world.server.calls.filter((call) => call.kind === 'read').length === 1);
    letIn();
    await drained(tabs);
    expect(world.server.effects).toHaveLength(1);
    expect(await two.rows()).toEqual([]);
  });

  it('has at most five changes on their way at once', async () => {
    const one = await open({ online: false });
    const seven = [...categories, 'site_info'] as const;
    for (const category of seven) await one.save({ key: '1' }, { category });
    const letIn = world.server.hold();
    one.online(true);
    const sending = async () => (await one.rows()).filter((row) => row.endsWith('sending')).length;
    await until('five are at the server', async () => (await sending()) === 5 && world.server.calls.length === 5);
    // The sixth, which is next, is not marked as sending: it would have left by now.
    for (let look = 0; look < 10; look += 1) expect([await sending(), world.server.calls.length]).toEqual([5, 5]);
    letIn();
    await drained(tabs);
    expect(world.server.effects).toHaveLength(seven.length);
  });
});

describe('another user of the device', () => {
  it('neither sees nor sends the entries that the first one left', async () => {
    const first = await open({ userId: 'u1', online: false });
    await first.save({ fb_link: 'mine' });
    first.actor.send({ type: 'session.changed', userId: 'u2' });
    first.online(true);
    await quiet(first);
    expect(world.server.calls).toEqual([]);
    expect(await first.rows('u2')).toEqual([]);
    expect(await first.store.readSettings('u2', 'w1', 'social')).toMatchObject({ stored: null, settings: [], pendingFields: {} });
    first.actor.send({ type: 'session.changed', userId: 'u1' });
    await drained(tabs);
    expect(world.server.calls.every((call) => call.userId === 'u1')).toBe(true);
    expect(world.server.effects).toHaveLength(1);
  });

  it('keeps the unsent entries of the first one when the store is wiped', async () => {
    const tab = await open({ online: false });
    await tab.save({ fb_link: 'mine' });
    await tab.store.drafts.put({ userId: 'u1', websiteId: 'w1', screen: 'feeds' }, { values: { title: 'typed' }, base: {} });
    await tab.store.wipeExcept([]);
    expect((await tab.store.readSettings('u1', 'w1', 'social')).stored).toBeNull();
    expect(await tab.rows()).toEqual([`${record} pending`]);
    await tab.store.forget('u1', { keepUnsent: true });
    expect(await tab.rows()).toEqual([`${record} pending`]);
    expect(await tab.store.drafts.list('u1')).toHaveLength(1);
    await tab.store.forget('u1', { keepUnsent: false });
    expect(await tab.rows()).toEqual([]);
    expect(await tab.store.drafts.list('u1')).toEqual([]);
  });
});

describe('an unreadable entry', () => {
  it('is shown, never sent, and does not hold back the others', async () => {
    const tab = await open({ online: false });
    const raw = new DexieDatabase(world.name);
    await raw.outbox.add({ opId: 'broken', userId: 'u1', recordVersion: 1, command: 'no.such' });
    await raw.outbox.add({ opId: 'newer', userId: 'u1', recordVersion: 99 });
    raw.close();
    await tab.save({ fb_link: 'mine' });
    tab.online(true);
    await drained(tabs);
    expect(world.server.effects).toHaveLength(1);
    expect(await tab.rows()).toEqual(['unreadable malformed', 'unreadable newer']);
    expect(await tab.store.outbox.counts('u1')).toEqual({ pending: 0, attention: 2 });
    const [entry] = await tab.store.outbox.list('u1');
    if (entry?.kind !== 'unreadable') throw new Error('expected an unreadable row');
    await tab.store.outbox.discardUnreadable(entry.seq);
    expect(await tab.rows()).toEqual(['unreadable newer']);
  });
});

describe('a newer version in another tab', () => {
  it('closes the stale store for good and says so', async () => {
    const tab = await open({ online: false });
    let notified = 0;
    const stale = await openClientStore({ name: freshName(), appVersion: 'old', onVersionChange: () => (notified += 1) });
    expect(notified).toBe(0);
    stale.close();
    tab.close();
    const name = freshName();
    const old = await openClientStore({ name, appVersion: 'old', onVersionChange: () => (notified += 1) });
    const request = indexedDB.open(name, 1_000);
    await new Promise((resolve, reject) => {
      request.onsuccess = resolve;
      request.onerror = reject;
    });
    request.result.close();
    expect(notified).toBe(1);
    const late = await old.outbox.append({
      userId: 'u1',
      accountId: null,
      websiteId: 'w1',
      resource: 'settings',
      mutation: 'update',
      body: { category: 'social', settings: [{ key: 'fb_link', value: ['x'], category: 'social', type: null }] },
      base: {},
    });
    expect(late).toMatchObject({ kind: 'refused', code: 'closed' });
  });
});
