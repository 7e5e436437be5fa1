import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AnyMutation } from './append.ts';
import { DexieDatabase } from './dexie-database.ts';
import { followWaiting } from './follow-waiting.ts';
import { type ClientStore, openClientStore } from './open-client-store.ts';
import { createPendingNotes, mostNamed, type PendingNotes } from './pending-note.ts';
import { nameStore, readWaiting } from './waiting.ts';

const socialOf = (websiteId: string, userId = 'u1'): AnyMutation => ({
  userId,
  accountId: 'a1',
  websiteId,
  resource: 'settings',
  mutation: 'update',
  body: { category: 'social', settings: [{ key: 'fb_link', value: ['a secret value'], category: 'social', type: null }] },
  base: { fb_link: null },
});

/** The part of `localStorage` that is used. */
function memoryStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
}

let storage = memoryStorage();
let name = '';
beforeEach(() => {
  storage = memoryStorage();
  name = `note-${crypto.randomUUID()}`;
});

const notesOf = () => createPendingNotes(() => storage);

/** A start of the console for a user. */
async function start(userId = 'u1', notes: PendingNotes = notesOf()): Promise<ClientStore> {
  const store = await openClientStore({ name, appVersion: 'test', notes });
  const stop = store.followWaiting(userId);
  onTestFinished(() => {
    stop();
    store.close();
  });
  return store;
}

/** A tab that follows what waits for a user, and gets its readings from `report`. */
async function followReports() {
  const db = new DexieDatabase(name);
  onTestFinished(() => db.close());
  const store = await nameStore(db, () => 'on the device');
  let report: (reading: Awaited<ReturnType<typeof readWaiting>>) => void = () => undefined;
  const watched = Object.create(db, {
    watch: {
      value: (_: unknown, { next }: { readonly next: typeof report }) => {
        report = next;
        return { unsubscribe: () => undefined };
      },
    },
  });
  const deps = { db: watched, place: () => 'device' as const, now: () => 0, newId: () => 'id', onFailed: () => undefined };
  const stop = followWaiting({ ...deps, notes: notesOf() }, 'u1');
  return { store, report, stop };
}

const evict = () =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = resolve;
    request.onerror = reject;
  });
const noteOf = (userId = 'u1') => JSON.parse(storage.items.get(`frontage.waiting.${userId}`) ?? 'null');

/** Saves two changes, and closes the tab. */
async function saveTwo(): Promise<void> {
  const store = await start();
  await store.outbox.append(socialOf('w1'));
  await store.outbox.append(socialOf('w2'));
  await expect.poll(() => noteOf()?.count).toBe(2);
  store.close();
}

async function startAgain(userId = 'u1') {
  return { store: await start(userId), notes: notesOf() };
}

describe('a store that the browser removed between two starts', () => {
  it('is reported with what waited in it, once, with a line of the log, until the message is dismissed', async () => {
    await saveTwo();
    expect(JSON.stringify(noteOf())).not.toContain('a secret value');
    await evict();
    const { store, notes } = await startAgain();
    await expect.poll(() => notes.loss('u1')).toMatchObject({ count: 2 });
    const names = notes.loss('u1')?.names ?? [];
    expect(names).toHaveLength(2);
    await expect
      .poll(async () => (await store.readLog('u1')).map(({ outcome, words }) => [outcome, words]))
      .toEqual(names.map((words) => ['evicted', words]));
    store.close();
    const again = await start();
    await again.outbox.append(socialOf('w3'));
    await expect.poll(() => noteOf()?.count).toBe(1);
    expect(notes.loss('u1')).toMatchObject({ count: 2 });
    notes.dismiss('u1');
    expect(notes.loss('u1')).toBeNull();
    expect(noteOf()).toMatchObject({ count: 1 });
  });

  it('is reported by a tab in which it happens, and by no other one a second time', async () => {
    const [one, other] = [await start(), await start()];
    await one.outbox.append(socialOf('w1'));
    await expect.poll(() => noteOf()?.count).toBe(1);
    await evict();
    await expect.poll(() => notesOf().loss('u1')).toMatchObject({ count: 1 });
    await one.outbox.append(socialOf('w2'));
    await expect.poll(() => other.outbox.counts('u1')).toMatchObject({ pending: 1 });
    await expect.poll(() => noteOf()?.count).toBe(1);
    expect(notesOf().loss('u1')).toMatchObject({ count: 1 });
  });
});

describe('what leaves the outbox', () => {
  it('of the next store is not taken off what was lost with the one before', async () => {
    await saveTwo();
    await evict();
    // A start that has not compared its store with the note yet: that waits for other reads, and a device that fails puts it off.
    const store = await openClientStore({ name, appVersion: 'test', notes: notesOf() });
    const saved = await store.outbox.append(socialOf('w3'));
    if (saved.kind === 'enqueued') await store.outbox.discard(saved.opId);
    expect(await store.outbox.list('u1')).toEqual([]);
    store.close();
    const { notes } = await startAgain();
    await expect.poll(() => notes.loss('u1')).toMatchObject({ count: 2 });
    expect(notes.loss('u1')?.names).toHaveLength(2);
  });

  it('leaves its note at once, whether it is among the named ones, or behind them, or can not be read', async () => {
    const db = new DexieDatabase(name);
    const store = await openClientStore({ name, appVersion: 'test', notes: notesOf() });
    onTestFinished(() => {
      store.close();
      db.close();
    });
    await db.outbox.add({ userId: 'u1', opId: 'unreadable', recordVersion: 999 });
    await db.outbox.add({ userId: 'u1', recordVersion: 999 });
    for (let at = 0; at < mostNamed; at += 1) await store.outbox.append(socialOf(`w${at}`));
    const id = await nameStore(db, () => 'this one');
    notesOf().write('u1', { ...(await readWaiting(db, 'u1')), store: id });
    const entries = await store.outbox.list('u1');
    expect(noteOf()?.count).toBe(mostNamed + 2);
    for (const [at, read] of entries.toReversed().entries()) {
      const leaving = read.kind === 'readable' ? store.outbox.discard(read.entry.opId) : store.outbox.discardUnreadable(read.seq);
      await leaving;
      expect(noteOf()?.count).toBe(entries.length - at - 1);
    }
  });
});

describe('nothing is reported', () => {
  /** The store is removed after `before`, and the next start says nothing. */
  async function expectNothing(before: (store: ClientStore) => Promise<unknown>): Promise<void> {
    const store = await start();
    await store.outbox.append(socialOf('w1'));
    await expect.poll(() => noteOf()?.count).toBe(1);
    await before(store);
    store.close();
    await evict();
    const known = noteOf()?.store;
    const again = await start();
    await again.outbox.append(socialOf('w2'));
    await expect.poll(() => [noteOf()?.store !== known, noteOf()?.count]).toEqual([true, 1]);
    expect(notesOf().loss('u1')).toBeNull();
  }

  it('after a sign-out with a discard', () => expectNothing((store) => store.discardUnsent('u1')));

  it('after a discard in the sync centre, though the tab ends before it can note that', () =>
    expectNothing(async (store) => {
      const [first] = await store.outbox.list('u1');
      if (first?.kind !== 'readable') throw new Error('nothing waits');
      const discarded = store.outbox.discard(first.entry.opId);
      await discarded;
      expect(noteOf()).toMatchObject({ count: 0, first: [] });
    }));

  it('of an earlier loss, once its user has signed out with a discard', async () => {
    await saveTwo();
    await evict();
    const { store, notes } = await startAgain();
    await expect.poll(() => notes.loss('u1')).toMatchObject({ count: 2 });
    const [name = ''] = notes.loss('u1')?.names ?? [];
    expect(name).not.toBe('');
    await store.forget('u1', { keepUnsent: false });
    expect(notes.loss('u1')).toBeNull();
    expect(JSON.stringify([...storage.items])).not.toContain(name);
  });

  it('where the notes were cleared', () => expectNothing(async () => storage.clear()));

  it('where the storage can not be written or read', async () => {
    const blocked = createPendingNotes(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    const store = await start('u1', blocked);
    expect(await store.outbox.append(socialOf('w1'))).toMatchObject({ kind: 'enqueued' });
    expect(blocked.loss('u1')).toBeNull();
  });

  it('where it is full: an old note that can not be replaced goes', () => {
    const notes = notesOf();
    notes.write('u1', { store: 's1', count: 1, first: [{ opId: 'o1', name: 'Social links' }] });
    storage.setItem = vi.fn(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    notes.lower('u1', 'o1');
    expect(noteOf()).toBeNull();
  });

  it('to another user', async () => {
    await saveTwo();
    await evict();
    const { store, notes } = await startAgain('u2');
    await store.outbox.append(socialOf('w1', 'u2'));
    await expect.poll(() => noteOf('u2')?.count).toBe(1);
    expect(notes.loss('u2')).toBeNull();
    expect(noteOf('u1')).toMatchObject({ count: 2 });
  });

  it('while the store is in memory, and afterwards the note is as before', async () => {
    await saveTwo();
    // More than the note names: what leaves may be any of the others.
    notesOf().write('u1', { ...noteOf(), count: 22 });
    const own = globalThis.indexedDB;
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, writable: true, value: undefined });
    const store = await start();
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, writable: true, value: own });
    const seen = vi.fn();
    onTestFinished(store.watch.summary('u1', seen));
    await expect.poll(() => seen.mock.lastCall?.[0]).toMatchObject({ pending: 0 });
    expect(noteOf()).toMatchObject({ count: 22 });
    // What leaves the memory was not noted.
    const saved = await store.outbox.append(socialOf('w3'));
    if (saved.kind === 'enqueued') await store.outbox.discard(saved.opId);
    expect(noteOf()).toMatchObject({ count: 22 });
    // Nor is it discarded on the device when its user signs out meanwhile.
    await store.discardUnsent('u1');
    expect(noteOf()).toMatchObject({ count: 22 });
    expect(notesOf().loss('u1')).toBeNull();
  });

  it('of a store in memory whose reading comes late, once the user has signed out with a discard', async () => {
    const { store, report, stop } = await followReports();
    report({ store: 'in memory', epoch: 0, count: 1, first: [{ opId: 'o', name: 'Social Links' }] });
    report({ store, epoch: 0, count: 0, first: [] });
    await expect.poll(() => noteOf()).toMatchObject({ store, count: 0 });
    stop();
    expect(notesOf().loss('u1')).toBeNull();
  });

  it('whose reading comes late, once its user has signed out with a discard', async () => {
    await saveTwo();
    const other = await start('u2');
    const { store, report, stop } = await followReports();
    await other.discardUnsent('u1');
    expect(noteOf()).toBeNull();
    report({ store, epoch: 0, count: 2, first: [{ opId: 'o', name: 'Social Links' }] });
    await expect.poll(() => noteOf()).not.toBeNull();
    expect(noteOf()).toMatchObject({ store, count: 0, first: [] });
    stop();
  });

  it.each([
    ['in no log, where its user has signed out since the reading', 0, []],
    ['in the log else', 1, ['Social Links']],
  ])('%s', async (_, epoch, logged) => {
    const other = await start('u2');
    await other.forget('u1', { keepUnsent: true });
    const { store, report, stop } = await followReports();
    notesOf().write('u1', { store: 'removed by the browser', count: 1, first: [{ opId: 'o', name: 'Social Links' }] });
    report({ store, epoch, count: 0, first: [] });
    await expect.poll(() => noteOf()).toMatchObject({ store });
    await other.dataEpoch('u1');
    expect((await other.readLog('u1')).map(({ words }) => words)).toEqual(logged);
    stop();
  });
});
