import { toJson } from '#contract/json.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientStore } from '../client-store.ts';
import { person } from './persons.ts';
import { numberedLocalId, recordsFixture } from './records-fixture.ts';
import type { StoreDevice } from './store-device.ts';

const error = { code: 'validation_failed', status: 422, message: 'No.', fields: {} };

/** Tests of records of any resource, on the devices of `newDevice`. */
export function describeRecords(newDevice: () => StoreDevice): void {
  let store: ClientStore;
  let epoch: number;

  beforeEach(async () => {
    store = await newDevice().open({ now: () => 1_000 });
    epoch = await store.fence.take('u1', 'tab');
  });
  afterEach(() => store.close());

  const { scope, of, query, create, update, remove, act, entries, ready, page, brought, answer, claimed, applyResult, read } =
    recordsFixture(
      () => store,
      () => epoch,
    );

  describe('plain records', () => {
    it('are listed with pending changes in place, and pending creates above', async () => {
      await brought(person('1'), person('2'));
      await update('1', { phone: '5' }, { phone: null });
      await remove('2');
      await create(1, { name: 'New' });
      const listed = await (await store.records()).readPage(scope, query);
      expect(listed?.rows.map(({ id, values, isDeleting }) => [id, values['phone'], isDeleting])).toEqual([
        ['1', '5', false],
        ['2', null, true],
      ]);
      expect(listed?.created.map(({ id }) => id)).toEqual([numberedLocalId(1)]);
      expect(await (await store.records()).readPage({ ...scope, userId: 'u2' }, query)).toBe(null);
      expect((await (await store.records()).readAll({ ...scope, userId: 'u2' })).rows).toEqual([]);
    });

    it('that were never sent merge their edits into the create, and are dropped by their delete', async () => {
      const opId = await create(1, { name: 'New' });
      expect(await update(numberedLocalId(1), { name: 'Newer', phone: '5' }, { name: 'New', phone: null })).toBe(opId);
      expect(await entries()).toMatchObject([
        { mutation: 'create', body: { name: numberedLocalId(1), values: { name: 'Newer', phone: '5' } } },
      ]);
      await remove(numberedLocalId(1));
      expect(await entries()).toEqual([]);
    });

    it('that are being sent merge no edit: it comes after, under the server’s id', async () => {
      const opId = await create(1, { name: ' New ' });
      await claimed(opId);
      const edit = await update(numberedLocalId(1), { phone: '5' }, { phone: null });
      expect(await ready()).toEqual([]);
      await applyResult(opId, { kind: 'applied', answer: answer(person('7', { name: 'New' })), ifMatch: null, read: null });
      expect(await ready()).toEqual([edit]);
      expect((await claimed(edit)).entry).toMatchObject({ target: { id: '7' }, body: { id: '7', values: { phone: '5' } } });
      expect((await read(numberedLocalId(1))).id).toBe('7');
    });

    it('that were rejected are created as they are wanted now, under a new key', async () => {
      const opId = await create(1, { name: 'bad' });
      await claimed(opId);
      await applyResult(opId, { kind: 'rejected', error });
      const again = await update(numberedLocalId(1), { name: 'Good' }, { name: 'bad' });
      expect(again).not.toBe(opId);
      expect(await entries()).toMatchObject([{ opId: again, mutation: 'create', status: 'pending', body: { values: { name: 'Good' } } }]);
    });

    it('that were rejected while an edit was pending behind them merge that edit', async () => {
      const opId = await create(1, { name: 'bad' });
      await claimed(opId);
      const behind = await update(numberedLocalId(1), { phone: '5' }, { phone: null });
      await applyResult(opId, { kind: 'rejected', error });
      const again = await update(numberedLocalId(1), { name: 'Good' }, { name: 'bad' });
      expect(await entries()).toMatchObject([
        { opId: again, mutation: 'create', status: 'pending', body: { values: { name: 'Good', phone: '5' } } },
      ]);
      await claimed(again);
      await applyResult(again, { kind: 'applied', answer: answer(person('7', { name: 'Good', phone: '5' })), ifMatch: null, read: null });
      expect(await store.awaitSaveStatus(behind)).toEqual({ kind: 'saved' });
    });

    it('do not conflict with what they were created with: it is the base of an edit in a form that was open before', async () => {
      const opId = await create(1, { name: 'New', phone: '1' });
      await update(numberedLocalId(1), { phone: null }, { phone: '1' });
      await act(numberedLocalId(1));
      await claimed(opId);
      const behind = await update(numberedLocalId(1), { phone: '5' }, { phone: '1' });
      await applyResult(opId, { kind: 'applied', answer: answer(person('7', { name: 'New', phone: null })), ifMatch: null, read: null });
      const late = await update('7', { name: 'Newer' }, { name: 'Old' });
      expect(await entries()).toMatchObject([{ mutation: 'act' }, { opId: behind, base: { phone: null } }]);
      expect(late).toBe(behind);
      expect(await entries()).toMatchObject([{ mutation: 'act' }, { base: { phone: null, name: 'New' } }]);
    });

    it('that were rejected are still created before what names them, under whatever key they go in the end', async () => {
      const boss = await create(1, { name: 'bad' });
      const named = await create(2, { name: 'Two', boss: numberedLocalId(1) });
      await claimed(boss);
      await applyResult(boss, { kind: 'rejected', error });
      const again = await update(numberedLocalId(1), { name: 'Good' }, { name: 'bad' });
      expect(await ready()).toEqual([again]);
      await claimed(again);
      await applyResult(again, { kind: 'applied', answer: answer(person('7', { name: 'Good' })), ifMatch: null, read: null });
      expect(await ready()).toEqual([named]);
      expect((await claimed(named)).entry).toMatchObject({ body: { values: { boss: '7' } } });
    });

    it('that may have been created keep the body of their create', async () => {
      const opId = await create(1, { name: 'New' });
      await claimed(opId);
      await applyResult(opId, { kind: 'indeterminate', at: null, error });
      await update(numberedLocalId(1), { name: 'Newer' }, { name: 'New' });
      expect(await entries()).toMatchObject([{ opId, body: { values: { name: 'New' } } }, { mutation: 'update' }]);
    });

    it('do not conflict with the values of an own save that was confirmed since the edit began', async () => {
      await brought(person('1'));
      const first = await update('1', { name: ' Mine ' }, { name: '1' });
      const { revision } = await claimed(first);
      const before = { ...answer(person('1')), expectedRevision: revision };
      await applyResult(first, { kind: 'applied', answer: answer(person('1', { name: 'Mine' })), ifMatch: null, read: before });
      await update('1', { name: 'Newer' }, { name: '1' });
      expect(await entries()).toMatchObject([{ base: { name: 'Mine' } }]);
    });

    it('keep what a list has brought since a change was sent: of a late answer only its own fields count', async () => {
      await store.cache.put('u1', 'record/person/w1/1', { websiteId: 'w1', data: person('1'), etag: '"1"' });
      const opId = await update('1', { name: 'Mine' }, { name: '1' });
      expect((await claimed(opId)).ifMatch).toBe('"1"');
      await brought(person('1', { name: 'Mine', phone: 'theirs' }));
      await applyResult(opId, { kind: 'applied', answer: answer(person('1', { name: 'Mine' }), '"2"'), ifMatch: '"1"', read: null });
      expect((await read('1')).stored).toEqual(person('1', { name: 'Mine', phone: 'theirs' }));
    });

    it('cache the whole answer where nothing newer was cached', async () => {
      await store.cache.put('u1', 'record/person/w1/1', { websiteId: 'w1', data: person('1'), etag: '"1"' });
      const opId = await update('1', { name: 'Mine' }, { name: '1' });
      await claimed(opId);
      await applyResult(opId, {
        kind: 'applied',
        answer: answer(person('1', { name: 'Mine', phone: 'set by the server' }), '"2"'),
        ifMatch: '"1"',
        read: null,
      });
      expect((await read('1')).stored).toMatchObject({ phone: 'set by the server' });
    });

    it('keep what a list has brought of a new one before its create was answered', async () => {
      const opId = await create(1, { name: 'New' });
      await claimed(opId);
      await brought(person('7', { name: 'New', phone: 'theirs' }));
      await applyResult(opId, { kind: 'applied', answer: answer(person('7', { name: 'New' })), ifMatch: null, read: null });
      expect((await read('7')).stored).toMatchObject({ phone: 'theirs' });
    });

    it('are not brought back by a late list once their delete had to make room', async () => {
      await brought(person('1'), person('2'));
      const late = await page([person('1'), person('2')]);
      const deleted = await remove('1');
      await claimed(deleted);
      await applyResult(deleted, { kind: 'applied', answer: answer(null), ifMatch: null, read: null });
      await store.cache.wipe('u1');
      await late();
      expect((await (await store.records()).readAll(scope)).rows).toEqual([]);
    });

    it('do not report an edit as saved that was pending when its record was deleted', async () => {
      await brought(person('1'));
      const asked = await update('1', { name: 'Two' }, { name: '1' });
      await claimed(asked);
      await applyResult(asked, { kind: 'conflict', error: { ...error, code: 'gone' }, read: null });
      const edit = await update('1', { phone: '5' }, { phone: null });
      const deleted = await remove('1');
      await claimed(deleted);
      await applyResult(deleted, { kind: 'applied', answer: answer(null), ifMatch: null, read: null });
      expect(await store.awaitSaveStatus(deleted)).toEqual({ kind: 'saved' });
      for (const opId of [asked, edit]) expect(await store.awaitSaveStatus(opId)).toEqual({ kind: 'discarded' });
      expect(await entries()).toEqual([]);
    });

    it('refuse a change behind a pending delete, and take one again once the delete is rejected or discarded', async () => {
      const rename = (name: string) =>
        store.outbox.appendAll([{ ...of, mutation: 'update', body: { id: '1', name: '1', values: { name } }, base: { name: '1' } }]);
      const before = await update('1', { phone: '5' }, { phone: null });
      const deleted = await remove('1');
      expect(await rename('Two')).toMatchObject({ kind: 'refused', code: 'deleting' });
      await claimed(before);
      await applyResult(before, { kind: 'rejected', error });
      await claimed(deleted);
      expect(await rename('Two')).toMatchObject({ kind: 'refused', code: 'deleting' });
      await applyResult(deleted, { kind: 'indeterminate', at: null, error });
      expect(await rename('Two')).toMatchObject({ kind: 'refused', code: 'deleting' });
      await claimed(deleted);
      await applyResult(deleted, { kind: 'rejected', error });
      expect(await rename('Two')).toMatchObject({ kind: 'enqueued' });
      const again = await remove('1');
      expect(await rename('Three')).toMatchObject({ kind: 'refused', code: 'deleting' });
      await store.outbox.discard(again);
      expect(await rename('Three')).toMatchObject({ kind: 'enqueued' });
      expect(await store.outbox.append({ ...of, mutation: 'delete', body: { id: '1', name: '1' }, base: {} })).toMatchObject({
        kind: 'enqueued',
      });
    });

    it('are not overwritten by a list from before a save, nor restored by one from before a delete', async () => {
      await brought(person('1'), person('2'));
      const late = await page([person('1'), person('2')]);
      for (const [opId, result] of [
        [await update('1', { phone: '5' }, { phone: null }), answer(person('1', { phone: '5' }))],
        [await remove('2'), answer({ id: '2' })],
      ] as const) {
        const { revision } = await claimed(opId);
        const before = { ...answer(toJson((await read(opId)).stored ?? person('1'))), expectedRevision: revision };
        await applyResult(opId, { kind: 'applied', answer: result, ifMatch: null, read: before });
      }
      await late();
      const listed = await (await store.records()).readPage(scope, query);
      expect(listed?.rows.map(({ id, values }) => [id, values['phone']])).toEqual([['1', '5']]);
    });

    it('of which one is created by another’s side are created one at a time, in their order', async () => {
      const [first, second] = [await create(1, { name: 'One' }), await create(2, { name: 'Two' })];
      expect(await ready()).toEqual([first]);
      await claimed(first);
      expect(await ready()).toEqual([]);
      await applyResult(first, { kind: 'applied', answer: answer(person('7', { name: 'One' })), ifMatch: null, read: null });
      expect(await ready()).toEqual([second]);
    });

    it('are sent in one request at a time: what was picked before another entry was retried is not claimed', async () => {
      const edit = await update('1', { phone: 'bad' }, { phone: null });
      await claimed(edit);
      await applyResult(edit, { kind: 'rejected', error });
      const deleted = await remove('1');
      expect(await ready()).toEqual([deleted]);
      await store.outbox.retry(edit);
      const beside = (await store.drain.pick('u1', 4, [deleted])).entries.map(({ opId }) => opId);
      const claims = [];
      for (const opId of [deleted, ...beside]) claims.push((await store.drain.claim(opId, epoch)).kind);
      expect(claims.filter((kind) => kind === 'claimed')).toHaveLength(1);
    });
  });
}
