import { expect, it, onTestFinished } from 'vitest';
import { openClientStore } from './open-client-store.ts';
import { createPendingNotes } from './pending-note.ts';

const name = `fence-${crypto.randomUUID()}`;
const notes = createPendingNotes(() => {
  throw new DOMException('blocked', 'SecurityError');
});

async function open(now: number) {
  const store = await openClientStore({ name, appVersion: 'test', notes, now: () => now });
  onTestFinished(() => store.close());
  return store;
}

it('fences off a tab that has an epoch of a store which the browser has removed', async () => {
  const before = await open(1_000);
  await before.fence.take('u1', 'other');
  const frozen = await before.fence.take('u1', 'frozen');
  before.close();
  const removed = Promise.withResolvers<unknown>();
  indexedDB.deleteDatabase(name).onsuccess = removed.resolve;
  await removed.promise;
  const store = await open(2_000);
  // A number counted from one would come again, while another tab sends.
  for (let turns = 0; turns < 3; turns += 1) {
    expect(await store.fence.take('u1', 'other')).toBeGreaterThan(frozen);
    expect(await store.drain.isCurrent('u1', frozen)).toBe(false);
    expect(await store.fence.beat('u1', frozen)).toBe(false);
  }
  // A sign-out ends an epoch too, also the first thing of its user.
  await store.discardUnsent('u2');
  expect(await store.drain.isCurrent('u2', frozen)).toBe(false);
  expect(await store.fence.take('u2', 'other')).toBeGreaterThan(frozen);
});
