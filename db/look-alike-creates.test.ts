import { createdRecords } from '#contract/resources/created-records.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ClientStore } from './client-store.ts';
import { indexedDbDevice } from './testing/indexed-db-device.ts';
import { persons } from './testing/persons.ts';
import { numberedLocalId, recordsFixture } from './testing/records-fixture.ts';

/* Two records that look alike, created side by side: from no list could anybody tell which of them belongs to which create. */

let store: ClientStore;
let epoch: number;

beforeEach(async () => {
  store = await indexedDbDevice().open({ now: () => 1_000 });
  epoch = await store.fence.take('u1', 'tab');
});
afterEach(() => store.close());

const { create, claimed, applyResult, entries } = recordsFixture(
  () => store,
  () => epoch,
);
const picked = async () => (await store.drain.pick('u1', 5)).entries.map(({ opId }) => opId);

/** So many attempts without a known outcome that the entry needs attention. */
async function failing(opId: string): Promise<void> {
  const error = { code: 'internal_error', status: 500, message: '', fields: {} };
  for (let attempts = 0; attempts < 5; attempts += 1) {
    await claimed(opId);
    await applyResult(opId, { kind: 'indeterminate', at: null, error });
  }
}

it('waits for one that looks like it and fails, while others pass that', async () => {
  const first = await create(1, { name: 'Twin' });
  await failing(first);
  const [alike, other] = [await create(2, { name: ' Twin ' }), await create(3, { name: 'Ada' })];
  expect(await picked()).toEqual([other]);
  await claimed(other);
  await applyResult(other, { kind: 'applied', answer: null, ifMatch: null, read: null });
  expect(await picked()).not.toContain(alike);
  await store.outbox.discard(first);
  expect(await picked()).toEqual(expect.arrayContaining([alike]));
});

it('is created after one that was made before it, never beside it', async () => {
  const [first, second] = [await create(1, { name: 'Twin' }), await create(2, { name: 'Twin' })];
  expect(await picked()).toEqual([first]);
  await claimed(first);
  expect(await picked()).toEqual([]);
  expect((await store.drain.pick('u1', 5, [first])).entries).toEqual([]);
  expect((await entries()).map(({ opId }) => opId)).toEqual([first, second]);
});

it('keeps what its list had shown when the search before its attempt ends', () => {
  const body = { localId: numberedLocalId(1), name: 'Twin', values: { name: 'Twin' } };
  const { baseAfterSearch } = createdRecords(persons);
  const found = [{ id: '8', name: 'Twin', phone: null, boss: null, first: false, open: true }];
  expect(baseAfterSearch({ body, base: { known: ['7'] } }, found, null)).toMatchObject({ known: ['7', '8'] });
});
