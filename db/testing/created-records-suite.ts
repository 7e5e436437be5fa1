import { toJson } from '#contract/json.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientStore } from '../client-store.ts';
import { person } from './persons.ts';
import { numberedLocalId, recordsFixture } from './records-fixture.ts';
import { enqueued } from './saves.ts';
import type { StoreDevice } from './store-device.ts';

/** Tests of how a created record is distinguished from others, on the devices of `newDevice`. */
export function describeCreatedRecords(newDevice: () => StoreDevice): void {
  let store: ClientStore;
  let epoch: number;

  beforeEach(async () => {
    store = await newDevice().open({ now: () => 1_000 });
    epoch = await store.fence.take('u1', 'tab');
  });
  afterEach(() => store.close());

  const { of, create, update, remove, brought, entries, answer, claimed, applyResult } = recordsFixture(
    () => store,
    () => epoch,
  );

  describe('records', () => {
    it('that look like one that this device has created since are not mistaken for it', async () => {
      const [first, second] = [await create(1, { name: 'Twin' }), await create(2, { name: 'Twin' })];
      await claimed(first);
      await applyResult(first, { kind: 'applied', answer: answer(person('7', { name: 'Twin' })), ifMatch: null, read: null });
      expect((await claimed(second)).entry.base).toEqual({ known: ['7'] });
    });

    it('keep what was found before the attempt, and nothing that a passed drainer found', async () => {
      const opId = await create(1, { name: 'Twin' });
      await store.drain.putBase(opId, epoch, { known: ['early'] });
      await claimed(opId);
      await store.drain.putBase(opId, epoch - 1, { known: ['late'] });
      expect(await entries()).toMatchObject([{ base: { known: [] } }]);
      await store.drain.putBase(opId, epoch, { known: ['7'] });
      expect(await entries()).toMatchObject([{ status: 'sending', base: { known: ['7'] } }]);
    });

    it('that are deleted under the id of a list, before their create is answered, take the edits behind it along', async () => {
      const created = await create(1, { name: 'Ada' });
      await claimed(created);
      await update(numberedLocalId(1), { name: 'Ada B' }, { name: 'Ada' });
      await brought(person('7', { name: 'Ada' }));
      const gone = await remove('7');
      await claimed(gone);
      await applyResult(gone, { kind: 'applied', answer: null, ifMatch: null, read: null });
      await applyResult(created, { kind: 'applied', answer: answer(person('7', { name: 'Ada' })), ifMatch: null, read: null });
      expect(await entries()).toEqual([]);
    });

    it('keep the edits behind their create where somebody else’s record was deleted, and where the id came back', async () => {
      const created = await create(1, { name: 'Ada' });
      await claimed(created);
      await update(numberedLocalId(1), { name: 'Ada B' }, { name: 'Ada' });
      await brought(person('7', { name: 'Ada' }), person('8', { name: 'Bo' }));
      for (const id of ['7', '8']) {
        const gone = await remove(id);
        await claimed(gone);
        await applyResult(gone, { kind: 'applied', answer: null, ifMatch: null, read: null });
      }
      await brought(person('7', { name: 'Ada' }));
      await applyResult(created, { kind: 'applied', answer: answer(person('7', { name: 'Ada' })), ifMatch: null, read: null });
      expect(await entries()).toMatchObject([{ mutation: 'update', target: { id: '7' } }]);
    });

    it('are not mistaken for records of another website or resource that this device has created', async () => {
      const elsewhere = await enqueued(
        store.outbox.append({
          ...{ ...of, websiteId: 'w2', mutation: 'create', base: { known: [] } },
          body: { localId: numberedLocalId(1), name: 'Twin', values: { name: 'Twin' } },
        }),
      );
      const block = await enqueued(
        store.outbox.append({
          ...{ ...of, resource: 'block', mutation: 'create', base: { known: [] } },
          body: { localId: numberedLocalId(2), key: 'map', label: 'Map', enabled: true, settings: [] },
        }),
      );
      await claimed(elsewhere);
      await applyResult(elsewhere, { kind: 'applied', answer: answer(person('7', { name: 'Twin' })), ifMatch: null, read: null });
      await claimed(block);
      const created = { id: '8', key: 'map', label: 'Map', enabled: true, static: false, priority: 1, settings: [] };
      await applyResult(block, { kind: 'applied', answer: answer(toJson(created)), ifMatch: null, read: null });
      expect((await claimed(await create(3, { name: 'Twin' }))).entry.base).toEqual({ known: [] });
    });
  });
}
