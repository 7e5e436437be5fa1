import { settingsTarget } from '#contract/resources/settings.ts';
import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { NewMutation } from '#db/append.ts';
import { readBlocksView } from '#db/blocks-overlay.ts';
import type { ClientDatabase } from '#db/stores.ts';
import { expect, it } from 'vitest';
import { MemoryDatabase } from './memory-database.ts';
import { MemoryDisk } from './memory-disk.ts';
import { openMemoryStore } from './open-memory-store.ts';

/** Wraps an object, the results of its calls, and their calls in turn, and counts each row that they return once. */
function counted<Value>(value: Value, onRows: (count: number) => void): Value {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]) => {
        const result: unknown = Reflect.apply(member, target, args);
        if (!(result instanceof Promise)) return counted(result, onRows);
        return result.then((found: unknown) => {
          onRows(Array.isArray(found) ? found.length : found === undefined ? 0 : 1);
          return found;
        });
      };
    },
  });
}

/** A store in memory. `read` returns how many outbox rows a step reads. */
async function openCounted() {
  let rows = 0;
  const database = new MemoryDatabase(new MemoryDisk());
  const outbox = counted<ClientDatabase['outbox']>(database.outbox, (count) => {
    rows += count;
  });
  const db: ClientDatabase = new Proxy(database, {
    get(target, name) {
      const member: unknown = name === 'outbox' ? outbox : Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `op-${ids}`;
  };
  const store = await openMemoryStore(db, { now: () => 1_000, newId });
  const read = async (step: () => Promise<unknown>) => {
    rows = 0;
    await step();
    return rows;
  };
  return { db, store, read };
}

const whose = { userId: 'u1', accountId: 'a1', websiteId: 'w1' };

const create = (at: number): NewMutation<'block.create'> => ({
  ...{ ...whose, resource: 'block', mutation: 'create', base: {} },
  body: {
    localId: `local:00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    key: 'banner',
    label: `${at}`,
    enabled: true,
    settings: [],
  },
});

const save = (websiteId: string): NewMutation<'settings.update'> => ({
  ...{ ...whose, websiteId, resource: 'settings', mutation: 'update', base: {} },
  body: { category: 'social', settings: [{ key: 'fb_link', value: ['mine'], category: 'social', type: null }] },
});

/** How many outbox rows each step reads, with this many entries pending. */
async function rowsRead(entries: number) {
  const { store, read } = await openCounted();
  for (let at = 0; at < entries / 2; at += 1) {
    await store.outbox.append(create(at));
    await store.outbox.append(save(`w${at}`));
  }
  const epoch = await store.fence.take('u1', 'tab');
  const opId = (await store.drain.pick('u1', 4)).entries.find((entry) => mutationName(entry) === 'settings.update')?.opId ?? '';
  return {
    append: await read(() => store.outbox.append(create(entries))),
    pick: await read(() => store.drain.pick('u1', 4)),
    nextDue: await read(() => store.drain.nextDue('u1')),
    recover: await read(() => store.drain.recover('u1', epoch, false)),
    claim: await read(() => store.drain.claim(opId, epoch)),
    applyResult: await read(() => store.drain.applyResult(opId, epoch, { kind: 'applied', answer: null, ifMatch: null, read: null })),
    counts: await read(() => store.outbox.counts('u1')),
  };
}

it('no step of the outbox reads more rows where more entries are pending', async () => {
  const few = await rowsRead(40);
  expect(await rowsRead(400)).toEqual(few);
  expect(Math.max(...Object.values(few))).toBeLessThan(40);
});

/** How many rows an open homepage reads when the outbox changes, with this many settings saves pending. */
async function rowsOfHomepage(entries: number) {
  const { db, store, read } = await openCounted();
  await store.outbox.append(create(1));
  await store.outbox.append({
    ...whose,
    resource: 'block',
    mutation: 'reorder',
    body: { order: [create(1).body.localId] },
    base: { order: [] },
  });
  for (let at = 1; at <= entries; at += 1) await store.outbox.append(save(`w${at}`));
  const blocks = await read(async () => {
    const { blocks, order: waiting } = await readBlocksView(db, store.cache, 'u1', 'w1');
    expect([blocks.map(({ label }) => label), waiting?.status]).toEqual([['1'], 'pending']);
  });
  const settings = await read(async () => {
    const saves = await new Promise<readonly OutboxEntry[]>((resolve) => {
      store.watch.entriesOf('u1', [settingsTarget('w1', 'site_info'), settingsTarget('w1', 'social')], resolve);
    });
    expect(saves.map(({ websiteId }) => websiteId)).toEqual(['w1']);
  });
  return { blocks, settings };
}

it('a dialog about one change reads that alone', async () => {
  const { store, read } = await openCounted();
  for (let at = 1; at <= 100; at += 1) await store.outbox.append(save(`w${at}`));
  const opId = (await store.outbox.list('u1')).flatMap((entry) => (entry.kind === 'readable' ? [entry.entry.opId] : [])).at(-1) ?? '';
  let seen: OutboxEntry | null = null;
  const rows = await read(
    () =>
      new Promise<void>((resolve) => {
        store.watch.entry(opId, (entry) => {
          seen = entry;
          resolve();
        });
      }),
  );
  expect([rows, seen]).toMatchObject([1, { opId, websiteId: 'w100' }]);
});

it('a homepage reads no entry of other websites’ settings', async () => {
  expect(await rowsOfHomepage(100)).toEqual({ blocks: 2, settings: 1 });
});
