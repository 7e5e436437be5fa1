import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientStore } from '../client-store.ts';
import { recordsFixture } from './records-fixture.ts';
import type { StoreDevice } from './store-device.ts';

const error = { code: 'validation_failed', status: 422, message: 'No.', fields: {} };

/** Tests of acts of records, and of the edits before and behind them, on the devices of `newDevice`. */
export function describeRecordActs(newDevice: () => StoreDevice): void {
  let store: ClientStore;
  let epoch: number;

  beforeEach(async () => {
    store = await newDevice().open({ now: () => 1_000 });
    epoch = await store.fence.take('u1', 'tab');
  });
  afterEach(() => store.close());

  const { update, act, closed, entries, claimed, applyResult } = recordsFixture(
    () => store,
    () => epoch,
  );

  describe('plain records', () => {
    it('merge several clicks into one act, and each act keeps its place between edits', async () => {
      await update('1', { phone: '5' }, { phone: null });
      const first = await act('1');
      expect(await act('1')).toBe(first);
      await update('1', { phone: '6' }, { phone: '5' });
      expect((await entries()).map(({ mutation }) => mutation)).toEqual(['update', 'act', 'update']);
    });

    it('keep an act that was rejected or fails when another act is saved', async () => {
      const rejected = await act('1');
      await claimed(rejected);
      await applyResult(rejected, { kind: 'rejected', error });
      const other = await closed('1');
      expect(await entries()).toMatchObject([
        { opId: rejected, status: 'rejected' },
        { opId: other, status: 'pending' },
      ]);
    });

    it('keep an act that was never sent when the failing act before it is saved again', async () => {
      const failing = await act('1');
      const fail = async () => {
        await claimed(failing);
        await applyResult(failing, { kind: 'indeterminate', at: null, error });
      };
      for (let attempts = 0; attempts < 4; attempts += 1) await fail();
      const other = await closed('1');
      await fail();
      const again = await act('1');
      expect((await entries()).map(({ opId }) => opId)).toEqual([failing, other, again]);
      expect(await store.readLog('u1')).toEqual([]);
    });

    it('keep what an act wrote when an older update is corrected', async () => {
      const update1 = await update('1', { first: false, phone: 'bad' }, { first: true, phone: null });
      await claimed(update1);
      const acted = await act('1');
      await applyResult(update1, { kind: 'rejected', error });
      const corrected = await update('1', { phone: '5' }, { phone: 'bad' });
      expect(await entries()).toMatchObject([{ opId: acted }, { opId: corrected, body: { values: { phone: '5' } } }]);
      expect((await entries())[1]?.body).not.toMatchObject({ values: { first: false } });
    });

    it('keep a rejected update of which an act behind it wrote every field', async () => {
      const rejected = await update('1', { first: false }, { first: true });
      await claimed(rejected);
      const acted = await act('1');
      await applyResult(rejected, { kind: 'rejected', error });
      const later = await update('1', { phone: '5' }, { phone: null });
      expect((await entries()).map(({ opId }) => opId)).toEqual([rejected, acted, later]);
    });

    it('keep what an act wrote when an update before it is rejected and one is pending behind it', async () => {
      const first = await update('1', { first: false, phone: 'bad' }, { first: true, phone: null });
      await claimed(first);
      const acted = await act('1');
      const later = await update('1', { name: 'Newer' }, { name: '1' });
      await applyResult(first, { kind: 'rejected', error });
      const [, merged] = await entries();
      expect((await entries()).map(({ opId }) => opId)).toEqual([acted, later]);
      expect(merged?.body).toEqual({ id: '1', name: '1', values: { phone: 'bad', name: 'Newer' } });
    });

    it('send the choice of a conflict before an act behind it', async () => {
      const asked = await update('1', { first: false }, { first: true });
      await claimed(asked);
      const acted = await act('1');
      await applyResult(asked, {
        kind: 'conflict',
        error: { code: 'conflict', message: '', fields: {}, theirs: { first: true } },
        read: null,
      });
      const chosen = await store.outbox.resolve(asked, { first: 'mine' });
      expect(chosen).toMatchObject({ kind: 'enqueued' });
      expect((await entries()).map(({ mutation }) => mutation)).toEqual(['update', 'act']);
      expect((await entries())[1]?.opId).toBe(acted);
    });

    it('keep what an act wrote when a part of the conflict before it is decided', async () => {
      const asked = await update('1', { first: false, phone: '5' }, { first: true, phone: null });
      await claimed(asked);
      const acted = await act('1');
      const theirs = { first: true, phone: '6' };
      await applyResult(asked, { kind: 'conflict', error: { code: 'conflict', message: '', fields: {}, theirs }, read: null });
      await store.outbox.resolve(asked, { first: 'mine' });
      expect((await entries()).map(({ opId }) => opId)).toEqual([asked, acted]);
      expect((await entries())[0]).toMatchObject({ status: 'conflict', body: { values: { phone: '5' } } });
    });

    it('stay whole in a conflict where an act behind them writes an undisputed field', async () => {
      const asked = await update('1', { first: false, phone: '5' }, { first: true, phone: null });
      await claimed(asked);
      const acted = await act('1');
      const error = { code: 'conflict', message: '', fields: {}, theirs: { phone: '6' } };
      await applyResult(asked, { kind: 'conflict', error, read: null });
      expect((await entries()).map(({ opId }) => opId)).toEqual([asked, acted]);
      expect((await entries())[0]).toMatchObject({ status: 'conflict', body: { values: { first: false, phone: '5' } } });
      await store.outbox.resolve(asked, { phone: 'mine' });
      expect(await entries()).toMatchObject([{ mutation: 'update', body: { values: { first: false, phone: '5' } } }, { opId: acted }]);
    });
  });
}
