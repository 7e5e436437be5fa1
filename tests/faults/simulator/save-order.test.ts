import { settingsKey } from '#contract/cache-keys.ts';
import type { Appender, AppendJob, AppendOutcome } from '#db/append-job.ts';
import type { NewMutation } from '#db/append.ts';
import type { ClientStore } from '#db/client-store.ts';
import { save } from '#db/testing/saves.ts';
import { expect, it, vi } from 'vitest';
import { MemoryDatabase } from './memory-database.ts';
import { MemoryDisk } from './memory-disk.ts';
import { openMemoryStore } from './open-memory-store.ts';
import { carryOut } from './simulated-appender.ts';

/** A tab, and the outcomes of its jobs. `newAppender` makes the tab's appender from one whose worker never ends; null: the tab has none. */
async function openTab(disk: MemoryDisk, newAppender: ((lasting: Appender) => Appender) | null, onEnqueued = () => undefined) {
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `op-${ids}`;
  };
  const outcomes: AppendOutcome[] = [];
  const worker = new MemoryDatabase(disk);
  const lasting: Appender = {
    async append(job) {
      const outcome = await carryOut(worker, job);
      outcomes.push(outcome);
      return outcome;
    },
  };
  const appender = newAppender?.(lasting);
  const store = await openMemoryStore(new MemoryDatabase(disk), {
    now: () => 1_000,
    newId,
    pendingReasonNow: () => ({ kind: 'offline' }),
    appender,
    onEnqueued,
  });
  const look = () => store.readSettings('u1', 'w1', 'social');
  return { store, look, outcomes };
}

const rowsOf = (disk: MemoryDisk) => [...disk.tables.outbox.rows()];
const same = (appender: Appender) => appender;

/** Steps on a record, each after the screen has read it. */
const steps: readonly ((store: ClientStore) => Promise<unknown>)[] = [
  (store) => store.outbox.appendAll([save({ fb_link: 'a' }, { base: { fb_link: null } })]),
  (store) => store.outbox.appendAll([save({ fb_link: 'b', ig_link: 'c' })]),
  (store) => store.drain.claim('op-1', 1),
  (store) => store.outbox.appendAll([save({ fb_link: 'd' })]),
  (store) => store.outbox.appendAll([save({ ig_link: 'e' }), { ...save({ css: 'f' }), body: styleBody }]),
  (store) => store.cache.put('u1', settingsKey('w1', 'social'), { websiteId: 'w1', data: [], etag: 'x' }),
  (store) => store.outbox.appendAll([save({ twitter_link: 'local:1' })]),
  (store) => store.outbox.appendAll([save({ twitter_link: 'g' })]),
];
const styleBody: NewMutation<'settings.update'>['body'] = {
  category: 'style',
  settings: [{ key: 'css', value: ['f'], category: 'style', type: null }],
};

it('writes in a worker the rows that this thread would have written', async () => {
  const [plain, quick] = [new MemoryDisk(), new MemoryDisk()];
  const [slowTab, quickTab] = [await openTab(plain, null), await openTab(quick, same)];
  for (const tab of [slowTab, quickTab]) {
    await tab.store.fence.take('u1', 'tab');
    for (const step of steps) {
      await tab.look();
      await tab.store.readSettings('u1', 'w1', 'style');
      await step(tab.store);
    }
  }
  expect(rowsOf(quick)).toEqual(rowsOf(plain));
  expect(quickTab.outcomes).toEqual(Array.from({ length: 5 }, () => 'written'));
});

it('takes out of the draft in a worker what this thread would have taken out', async () => {
  const place = { userId: 'u1', websiteId: 'w1', screen: 'social-links' };
  const content = { values: { fb_link: 'saved', ig_link: 'typed since' }, base: { fb_link: null, ig_link: null } };
  const saved = { websiteId: 'w1', screens: ['social-links'], values: { fb_link: 'saved' }, base: { fb_link: null }, at: 2_000 };
  const drafts = [];
  for (const newAppender of [null, same]) {
    const tab = await openTab(new MemoryDisk(), newAppender);
    await tab.store.drafts.put(place, content);
    await tab.look();
    await tab.store.outbox.appendAll([save({ fb_link: 'saved' }, { base: { fb_link: null } })], saved);
    expect(tab.outcomes).toEqual(newAppender ? ['written'] : []);
    drafts.push(await tab.store.drafts.get(place));
  }
  expect(drafts[0]?.values).toEqual({ ig_link: 'typed since' });
  expect(drafts[1]).toEqual(drafts[0]);
});

it('writes here what the store has changed since it was read', async () => {
  const disk = new MemoryDisk();
  const [tab, other] = [await openTab(disk, same), await openTab(disk, null)];
  await tab.look();
  await other.store.outbox.appendAll([save({ fb_link: 'theirs', ig_link: 'theirs' })]);
  await tab.store.outbox.appendAll([save({ fb_link: 'mine' })]);
  expect(tab.outcomes).toEqual(['changed']);
  expect(rowsOf(disk)).toMatchObject([{ body: { settings: [{ value: ['mine'] }, { value: ['theirs'] }] } }]);
});

it('keeps the order of two saves of which the first is with a worker', async () => {
  const disk = new MemoryDisk();
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const tab = await openTab(disk, (lasting) => ({
    async append(given) {
      begun.resolve();
      await go.promise;
      return (await lasting.append(given)) ?? 'unknown';
    },
  }));
  await tab.look();
  const saves = ['first', 'second', 'third'].map((value) => tab.store.outbox.appendAll([save({ fb_link: value })]));
  saves.push(tab.store.outbox.appendAll([save({ fb_link: 'fourth' }, { dependsOn: [] })]));
  await begun.promise;
  go.resolve();
  await Promise.all(saves);
  expect(rowsOf(disk)).toMatchObject([{ body: { settings: [{ value: ['fourth'] }] } }]);
});

it.each(['before', 'after'] as const)('stores a save once whose worker ends %s it has written it', async (when) => {
  const disk = new MemoryDisk();
  const onEnqueued = vi.fn();
  const end = async (lasting: Appender, given: AppendJob): Promise<AppendOutcome> => {
    if (when === 'after') await lasting.append(given);
    return 'unknown';
  };
  const tab = await openTab(disk, (lasting) => ({ append: (given) => end(lasting, given) }), onEnqueued);
  for (const value of ['first', 'second']) {
    await tab.look();
    expect(await tab.store.outbox.appendAll([save({ fb_link: value })])).toMatchObject({ kind: 'enqueued' });
  }
  expect(rowsOf(disk)).toMatchObject([{ attempts: 0, body: { settings: [{ value: ['second'] }] } }]);
  expect(onEnqueued).toHaveBeenCalledTimes(2);
});

it('stores no save of a user who has signed out since the click', async () => {
  const disk = new MemoryDisk();
  const tab = await openTab(disk, (lasting) => ({
    async append(given) {
      await tab.store.forget('u1', { keepUnsent: false });
      return (await lasting.append(given)) ?? 'unknown';
    },
  }));
  await tab.look();
  expect(await tab.store.outbox.appendAll([save({ fb_link: 'mine' })])).toMatchObject({ kind: 'refused', code: 'gone' });
  expect(rowsOf(disk)).toEqual([]);
});

it('counts a save that is with a worker, as a sign-out must', async () => {
  const go = Promise.withResolvers<void>();
  const tab = await openTab(new MemoryDisk(), (lasting) => ({
    async append(given) {
      await go.promise;
      return (await lasting.append(given)) ?? 'unknown';
    },
  }));
  await tab.look();
  const saved = tab.store.outbox.appendAll([save({ fb_link: 'mine' })]);
  const counted = tab.store.outbox.counts('u1');
  // An outbox without it would be counted by then.
  await tab.look();
  await tab.look();
  go.resolve();
  expect(await counted).toEqual({ pending: 1, attention: 0 });
  await saved;
});
