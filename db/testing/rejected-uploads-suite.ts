import { mutationName } from '#contract/outbox-entry.ts';
import { uploadKeyOf } from '#contract/resources/files.ts';
import { localId } from '#contract/resources/local-id.ts';
import { uploadFailedMessage } from '#contract/uploads.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientStore } from '../client-store.ts';
import type { StoreDevice } from './store-device.ts';
import { done, rejected, uploadsFixture } from './uploads-fixture.ts';

/** Tests of rejected files and of the saves that name them, on the devices of `newDevice`. */
export function describeRejectedUploads(newDevice: () => StoreDevice): void {
  let store: ClientStore;
  beforeEach(async () => {
    store = await newDevice().open({ now: () => 1_000 });
  });
  afterEach(() => store.close());

  const { upload, choose, save, entries, entryOf, send } = uploadsFixture(() => store);

  describe('a pending file', () => {
    it('that is rejected rejects the save that names it for the same reason, and a retry retries both', async () => {
      const first = await upload('a');
      const saved = await save({ favicon: localId('a'), site_title: 'Mine' });
      const status = store.awaitSaveStatus(saved);
      await send(first, rejected);
      expect(await status).toMatchObject({ kind: 'rejected', error: { message: 'Damaged.', fields: { favicon: 'Damaged.' } } });
      expect(await entryOf(saved)).toMatchObject({ status: 'rejected', dependsOn: [first] });
      expect(await store.drain.nextDue('u1')).toBeNull();
      const again = await store.outbox.retry(first);
      if (again.kind !== 'enqueued') throw new Error(again.code);
      expect(again.opId).toBe(first);
      expect(await entryOf(saved)).toMatchObject({ status: 'pending', lastError: null, dependsOn: [again.opId] });
      expect(await store.files.get('u1', localId('a'))).not.toBeNull();
      await send(again.opId, done('f8'));
      expect(await store.files.state('u1', localId('a'))).toEqual({ kind: 'sent', fileId: 'f8' });
      expect((await store.drain.pick('u1', 4)).entries.map((head) => head.opId)).toEqual([saved]);
    });

    it('that was rejected before rejects the save that names it, and delays no other save of that category', async () => {
      const first = await upload('a');
      await send(first, rejected);
      const saved = await save({ favicon: localId('a') });
      expect(await store.awaitSaveStatus(saved)).toMatchObject({ kind: 'rejected', error: { fields: { favicon: 'Damaged.' } } });
      // As the form does, which still has the values.
      await store.outbox.discard(saved);
      const other = await save({ site_title: 'Mine' });
      expect((await store.drain.pick('u1', 4)).entries.map((head) => head.opId)).toEqual([other]);
    });

    it('keeps a save rejected until the last rejected file that it names is retried', async () => {
      const [first, second] = [await upload('a'), await upload('b', 'apple_touch_icon')];
      const saved = await save({ favicon: localId('a'), apple_touch_icon: localId('b') });
      await send(first, rejected);
      await send(second, { kind: 'rejected', error: { code: 'validation_failed', message: '', fields: {} } });
      expect((await entryOf(saved))?.lastError?.fields).toEqual({ favicon: 'Damaged.', apple_touch_icon: uploadFailedMessage });
      await store.outbox.retry(first);
      expect(await entryOf(saved)).toMatchObject({ status: 'rejected', lastError: { fields: { apple_touch_icon: uploadFailedMessage } } });
      await store.outbox.retry(second);
      expect(await entryOf(saved)).toMatchObject({ status: 'pending', lastError: null });
    });

    it('is retried with the save that names it', async () => {
      const first = await upload('a');
      const saved = await save({ favicon: localId('a') });
      await send(first, rejected);
      expect(await store.outbox.retry(saved)).toEqual({ kind: 'enqueued', opId: saved });
      expect((await entries()).map((other) => [mutationName(other), other.status])).toEqual([
        ['file.upload', 'pending'],
        ['settings.update', 'pending'],
      ]);
    });

    it('carries on an earlier save of its field that was rejected after it, and that the server may hold', async () => {
      const epoch = await store.fence.take('u1', 'test');
      const error = { code: 'no_answer', message: '', fields: {} };
      const earlier = await save({ favicon: 'f1', site_title: 'Mine' });
      await store.drain.claim(earlier, epoch);
      const first = await upload('a');
      const saved = await save({ favicon: localId('a') });
      await store.drain.applyResult(earlier, epoch, { kind: 'indeterminate', at: null, error });
      await send(first, rejected);
      await send(earlier, { kind: 'rejected', error });
      expect((await entries()).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
      await store.outbox.retry(saved);
      expect((await entries()).map(({ opId }) => opId)).toEqual([first, saved]);
      expect(await entryOf(saved)).toMatchObject({
        body: { settings: [{ key: 'favicon', value: [localId('a')] }, { key: 'site_title' }] },
        maybeOurs: { favicon: [['f1']] },
      });
    });

    it('that was rejected is superseded by another of its field', async () => {
      await send(await upload('a'), rejected);
      const second = await choose('b', 'a');
      expect((await entries()).map((other) => other.opId)).toEqual([second]);
      expect(await store.files.get('u1', localId('a'))).toBeNull();
    });

    it('that is rejected does not send a block’s older text after a newer one when it is retried', async () => {
      const block = { blockId: '7', label: 'Staff' };
      const whose = { userId: 'u1', accountId: 'a1', websiteId: 'w1', base: {} } as const;
      const edit = (values: Readonly<Record<string, string>>) => {
        const settings = Object.entries(values).map(([key, value]) => ({ key, value: [value] }));
        return store.outbox.append({ ...whose, resource: 'block-settings', mutation: 'update', body: { ...block, settings } });
      };
      const opId = await upload('a', uploadKeyOf('7', 'staff_picture'));
      await edit({ staff_picture: localId('a'), title: 'older', text: 'kept' });
      await store.outbox.append({ ...whose, resource: 'block', mutation: 'update', body: { ...block, enabled: false } });
      await edit({ title: 'newer' });
      await send(opId, rejected);
      const [, edited, ...others] = (await entries()).filter((entry) => mutationName(entry) !== 'block.update');
      expect(others).toEqual([]);
      const settings = [{ value: [localId('a')] }, { key: 'title', value: ['newer'] }, { value: ['kept'] }];
      expect(edited).toMatchObject({ status: 'rejected', dependsOn: [opId], lastError: { message: 'Damaged.' }, body: { settings } });
    });
  });
}
