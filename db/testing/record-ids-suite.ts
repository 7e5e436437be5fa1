import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientStore } from '../client-store.ts';
import { person } from './persons.ts';
import { numberedLocalId, recordsFixture } from './records-fixture.ts';
import { enqueued } from './saves.ts';
import type { StoreDevice } from './store-device.ts';

const tab = (own: string) => ({ own, living: () => Promise.resolve([]) });

/** Tests of what the server's id of a new record changes, on the devices of `newDevice`. */
export function describeRecordIds(newDevice: () => StoreDevice): void {
  let store: ClientStore;
  let epoch: number;

  beforeEach(async () => {
    store = await newDevice().open({ now: () => 1_000 });
    epoch = await store.fence.take('u1', 'tab');
  });
  afterEach(() => store.close());

  const { scope, of, query, create, update, remove, entries, brought, answer, claimed, applyResult } = recordsFixture(
    () => store,
    () => epoch,
  );

  describe('plain records with ids of the server', () => {
    it('are not listed as new where a record of another resource got the same id', async () => {
      await brought(person('2'), person('3'));
      await brought(person('1'));
      const block = { localId: numberedLocalId(9), key: 'banner', label: 'Staff', enabled: true, settings: [] };
      const opId = await enqueued(store.outbox.append({ ...of, resource: 'block', mutation: 'create', body: block, base: { known: [] } }));
      await claimed(opId);
      const created = answer({ id: '2', key: 'banner', label: 'Staff', enabled: true, static: false, priority: 1 });
      await applyResult(opId, { kind: 'applied', answer: created, ifMatch: null, read: null });
      await store.files.remember('u1', 'w1', '3', { blob: new Blob(['picture']), name: 'a.png' });
      expect([...(await store.files.idMap('u1')).values()].toSorted()).toEqual(['2', '3']);
      const person4 = await create(4, { name: 'New' });
      await claimed(person4);
      await applyResult(person4, { kind: 'applied', answer: answer(person('4', { name: 'New' })), ifMatch: null, read: null });
      const listed = await (await store.records()).readPage(scope, query);
      expect(listed?.created.map(({ id }) => id)).toEqual(['4']);
    });

    it('keep the draft of their form when the server’s id replaces the local one', async () => {
      const at = (id: string) => ({ userId: 'u1', websiteId: 'w1', screen: `record/person/${id}` });
      const typed = (phone: string) => ({ values: { phone }, base: {} });
      const opId = await create(1, { name: 'New' });
      await create(2, { name: 'Other' });
      await store.drafts.put(at(numberedLocalId(1)), typed('1'));
      await store.drafts.put(at(numberedLocalId(2)), typed('2'));
      await claimed(opId);
      await applyResult(opId, { kind: 'applied', answer: answer(person('7', { name: 'New' })), ifMatch: null, read: null });
      for (const id of ['7', numberedLocalId(1)]) expect(await store.drafts.get(at(id))).toMatchObject(typed('1'));
      // A form that was opened with the local id goes on with it.
      await store.drafts.put(at(numberedLocalId(1)), typed('3'));
      expect((await store.drafts.list('u1')).map(({ screen, values }) => [screen, values['phone']])).toEqual([
        [`record/person/${numberedLocalId(2)}`, '2'],
        ['record/person/7', '3'],
      ]);
      expect(await store.drafts.get({ ...at('7'), screen: 'block/7' })).toBe(null);
      await store.drafts.remove(at('7'));
      expect(await store.drafts.get(at(numberedLocalId(1)))).toBe(null);
      expect(await store.drafts.get(at(numberedLocalId(2)))).toMatchObject(typed('2'));
    });

    it('offer the draft that a closed tab has left under the local id, until it is replaced', async () => {
      const at = (id: string) => ({ userId: 'u1', websiteId: 'w1', screen: `record/person/${id}` });
      const device = newDevice();
      const [a, b] = [await device.open({ tabs: tab('a') }), await device.open({ tabs: tab('b') })];
      const own = await a.fence.take('u1', 'tab');
      const body = { localId: numberedLocalId(1), name: 'New', values: { name: 'New' } };
      const opId = await enqueued(a.outbox.append({ ...of, mutation: 'create', body, base: { known: [] } }));
      await a.drafts.put(at(numberedLocalId(1)), { values: { phone: '1' }, base: {} });
      await a.drain.claim(opId, own);
      await a.drain.applyResult(opId, own, {
        kind: 'applied',
        answer: answer(person('7', { name: 'New' })),
        ifMatch: null,
        read: null,
      });
      const left = await b.drafts.get(at('7'));
      expect(left?.values).toEqual({ phone: '1' });
      await b.drafts.put(at('7'), { values: { phone: '2' }, base: {} }, left?.leftSeq);
      expect((await b.drafts.list('u1')).map(({ values }) => values)).toEqual([{ phone: '2' }]);
      a.close();
      b.close();
    });

    describe('that name another one which is not created yet', () => {
      it('wait for it, and then name it by the server’s id', async () => {
        const boss = await create(1, { name: 'Boss' });
        const opId = await create(2, { name: 'Worker', boss: numberedLocalId(1) });
        expect((await entries())[1]).toMatchObject({ dependsOn: [boss] });
        await claimed(boss);
        await applyResult(boss, { kind: 'applied', answer: answer(person('7', { name: 'Boss' })), ifMatch: null, read: null });
        expect((await claimed(opId)).entry.body).toMatchObject({ values: { boss: '7' } });
      });

      it('stay, and say so at the field, where that is discarded', async () => {
        await create(1, { name: 'Boss' });
        await create(2, { name: 'Worker', boss: numberedLocalId(1) });
        const edit = await update('3', { boss: numberedLocalId(1) }, { boss: null });
        await remove(numberedLocalId(1));
        const message = 'What this belongs to was never made.';
        expect(await entries()).toMatchObject([
          { mutation: 'create', status: 'rejected', lastError: { code: 'not_made', fields: { boss: message } } },
          { opId: edit, status: 'rejected', lastError: { code: 'not_made', fields: { boss: message } } },
        ]);
        const again = await update(numberedLocalId(2), { boss: '3' }, { boss: null });
        expect((await entries())[0]).toMatchObject({ opId: again, mutation: 'create', status: 'pending', body: { values: { boss: '3' } } });
      });
    });
  });
}
