import { settingsKey } from '#contract/cache-keys.ts';
import type { Json } from '#contract/json.ts';
import { save } from '#db/testing/saves.ts';
import { describe, expect, it } from 'vitest';
import { compare } from './compare.ts';
import { contactRecord } from './contacts.ts';
import { withTurnChecks } from './epoch-checks.ts';
import { FakeServer } from './fake-server.ts';
import { LogChecks } from './log-checks.ts';
import { MemoryDatabase } from './memory-database.ts';
import { MemoryDisk } from './memory-disk.ts';
import { openMemoryStore } from './open-memory-store.ts';
import { Promises } from './promises.ts';
import { optionsOf } from './run.ts';
import { runSchedule } from './run-in-memory.ts';

const cleared = { key: 'fb_link', value: null, category: 'social', type: null } as const;

/** A field is cleared and sent, and saved again behind that. A colleague has written the same value before. */
async function saveBehindItsOwn() {
  const disk = new MemoryDisk();
  const server = new FakeServer(optionsOf(1), () => 0);
  const found: string[] = [];
  const checks = new LogChecks({ disk, server, report: (kind, what) => found.push(`${kind}: ${what}`) });
  disk.tables.outbox.onWrite = checks.note;
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `op-${ids}`;
  };
  const store = await openMemoryStore(new MemoryDatabase(disk), { now: () => 1_000, newId, onEnqueued: () => undefined });
  const epoch = await store.fence.take('u1', 'tab');
  await store.outbox.append(save({}, { body: { category: 'social', settings: [cleared] }, base: { fb_link: ['old'] } }));
  await store.drain.claim('op-1', epoch);
  await store.outbox.append(save({ fb_link: 'new' }, { base: { fb_link: ['old'] } }));
  return { store, disk, checks, epoch, found };
}

it('takes a value that was on the server already for the base of a save behind it', async () => {
  const { store, disk, epoch, found } = await saveBehindItsOwn();
  const expectedRevision = await store.cache.revision('u1', settingsKey('w1', 'social'));
  const read = { kind: 'answered', data: [], pagination: null, etag: null, expectedRevision } as const;
  await store.drain.applyResult('op-1', epoch, { kind: 'applied', answer: null, ifMatch: null, read });
  expect(disk.tables.outbox.rows()).toMatchObject([{ opId: 'op-2', base: { fb_link: null } }]);
  expect(found).toEqual([]);
});

it('reports a base that nobody of its user has saved', async () => {
  const { store, disk, checks, found } = await saveBehindItsOwn();
  const before = disk.tables.outbox.rows().find(({ opId }) => opId === 'op-2');
  if (!before) throw new Error('there is no such entry');
  checks.note({ ...before, base: { fb_link: ['theirs'] } }, before);
  expect(found).toEqual([]);
  await store.outbox.append(save({ ig_link: 'any' }));
  expect(found).toEqual([expect.stringMatching(/^wrong base: fb_link .* now \["theirs"\]/)]);
});

describe('the order of two items that another form, which had not seen it, saved the other way round', () => {
  /** A form moves the second item up; another one, which shows the first order, changes this field too. */
  function found(field: string, value: Json) {
    const server = new FakeServer(optionsOf(1), () => 0);
    const promises = new Promises(() => 0);
    const common = { userId: 'u1', kind: 'field', record: contactRecord('A') } as const;
    const list = new Map([['items/first<second', true]]);
    const moved = promises.add({ ...common, field: 'items/first<second', value: false, list: new Map([['items/first<second', false]]) });
    const later = promises.add({ ...common, field, value, list });
    for (const change of [moved, later]) change.state = 'promised';
    server.effects.push({ kind: 'field', author: 'u1', key: null, record: contactRecord('w1-A'), field, value });
    const end = { userId: 'u1', server, entries: [], labelOf: String, wasAhead: false, hasDecided: () => false, wasRejected: () => false };
    return compare({ ...end, changes: promises.all }).map(({ kind }) => kind);
  }

  it('is over where that one moved items', () => {
    expect(found('items/second<third', false)).toEqual([]);
  });

  it('is lost where it did not', () => {
    expect(found('items/third', 'v1')).toEqual(['lost']);
  });
});

it('counts no turn of a drainer that was stopped before it began', async () => {
  const found: string[] = [];
  const { store } = await saveBehindItsOwn();
  const stopped = AbortSignal.abort();
  const host = {
    holders: new Map(),
    hits: new Map(),
    leaving: null,
    hasTakenTurns: false,
    onViolation: (kind: string) => found.push(kind),
  };
  const { take } = withTurnChecks(host, { name: 'tab', state: 'running' }, store.fence, store.drain);
  for (const _ of [1, 2]) await take('u1', { holder: 'tab', limit: 1, stopped });
  expect([found, host.holders.size]).toEqual([[], 0]);
  const again = withTurnChecks(host, { name: 'tab', state: 'running' }, store.fence, {
    ...store.drain,
    take: () => Promise.resolve({ epoch: 0, begun: null }),
  });
  for (const _ of [1, 2]) await again.take('u1', { holder: 'tab', limit: 1, stopped: new AbortController().signal });
  expect(found).toEqual(['passed epoch']);
});

it.each([
  ['a value that undo brings back and that is saved again', 2_001_199, [3, 4, 5, 6, 8]],
  ['a value that waits until it is saved again', 30_000_003_069, [7, 17, 18]],
  ['a draft that another tab opens once its own has closed', 2_002_102, [0, 1, 2]],
  ['a save that takes its draft with it, from a tab that dies before the answer', 2_001_089, [0, 1, 4]],
  ['an item of a refused list that the form has kept with a later change of it', 15_000_037_897, [0]],
  ['a refused list whose only item is moved, which no form saves', 15_000_065_249, [0, 1, 2, 3, 4, 5]],
  ['the place of an added item, which a colleague changes later', 15_000_110_950, [2, 3, 5, 6, 9]],
  ['a request that arrives after its store was removed', 15_000_104_632, [0, 1, 3, 8, 9, 10, 11]],
  ['a new record whose form opens with the draft of an earlier one', 40_000_019_787, [0, 1, 4]],
  ['a refused create whose values the next one takes along', 30_000_008_026, [1, 2, 4, 5]],
  ['a save that a frozen tab can’t take', 40_000_016_974, [0, 1, 4, 5, 8]],
  ['a delete behind a create on its way that goes with its store', 40_000_007_222, [3, 4]],
  ['an order that names a block whose create was refused', 50_000_000_166, [3, 4, 6]],
  ['a save of a form that is still open while its user signs out', 50_000_002_117, [0, 2]],
  ['a saved setting of a block that another tab deletes', 50_000_006_664, [1, 3, 5, 6]],
  ['edits of a record whose delete was refused, and is discarded after them', 50_000_002_641, [0, 1, 2, 5, 6, 7, 8, 9]],
])('finds nothing wrong with %s', async (_, seed, only) => {
  expect((await runSchedule(seed, only)).findings).toEqual([]);
});
