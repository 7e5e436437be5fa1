import { plainSettingKey, uploadKeyOf } from '#contract/resources/files.ts';
import { localId } from '#contract/resources/local-id.ts';
import type { DeliveryResult } from '#contract/delivery-result.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientStore } from '../client-store.ts';
import { readable } from '../outbox-entries.ts';
import type { StoreDevice } from './store-device.ts';
import { blob, done, rejected, uploadsFixture } from './uploads-fixture.ts';

/** Tests of files whose answer was lost, that nothing names, or whose user signs out, on the devices of `newDevice`. */
export function describeUnnamedUploads(newDevice: () => StoreDevice): void {
  let device: StoreDevice;
  let store: ClientStore;
  let time: number;
  const open = () => device.open({ now: () => time });
  beforeEach(async () => {
    device = newDevice();
    time = 1_000;
    store = await open();
  });
  afterEach(() => store.close());

  const { upload, save, entries, entryOf, send } = uploadsFixture(() => store);

  describe('an upload whose answer was lost', () => {
    it('is recognised by its name and size, and is none of the files that were sent before', async () => {
      await send(await upload('a'), done('f1'));
      const second = await upload('b');
      const listed = (id: string) => ({ id, name: 'b.png', mime_type: 'image/png', bytes: 7, created_at: new Date(time).toISOString() });
      const read = { kind: 'answered', data: [listed('f1'), listed('f2')], pagination: null, etag: null, expectedRevision: 0 } as const;
      await send(second, { kind: 'applied', answer: null, ifMatch: null, read });
      expect(await store.files.state('u1', localId('b'))).toEqual({ kind: 'sent', fileId: 'f2' });
    });

    const twin = (id: string) => ({ id, name: 'twin.png', mime_type: 'image/png', bytes: 7, created_at: new Date(time).toISOString() });
    const found = (...ids: readonly string[]): DeliveryResult => ({
      kind: 'applied',
      answer: null,
      ifMatch: null,
      read: { kind: 'answered', data: ids.map(twin), pagination: null, etag: null, expectedRevision: 0 },
    });
    const knownTo = async (opId: string) => (await entryOf(opId))?.base['known'];

    it('is not mistaken for one of its name and size that was sent after it was chosen', async () => {
      const [first, second] = [await upload('a', 'favicon', 'u1', 'twin.png'), await upload('b', 'apple_touch_icon', 'u1', 'twin.png')];
      await send(first, done('f1'));
      const epoch = await store.fence.take('u1', 'test');
      expect(await store.drain.claim(second, epoch)).toMatchObject({ kind: 'claimed', entry: { base: { known: ['f1'] } } });
      await store.drain.applyResult(second, epoch, found('f1', 'f2'));
      expect(await store.files.state('u1', localId('b'))).toEqual({ kind: 'sent', fileId: 'f2' });
    });

    it('is looked for again where what was found turns out to be another', async () => {
      const [first, second] = [await upload('a', 'favicon', 'u1', 'twin.png'), await upload('b', 'apple_touch_icon', 'u1', 'twin.png')];
      const epoch = await store.fence.take('u1', 'test');
      await store.drain.claim(first, epoch);
      await store.drain.claim(second, epoch);
      await store.drain.applyResult(first, epoch, found('f1'));
      await store.drain.applyResult(second, epoch, found('f1'));
      expect(await entryOf(second)).toMatchObject({ status: 'indeterminate' });
      await store.drain.claim(second, epoch);
      expect(await knownTo(second)).toEqual(['f1']);
    });
  });

  describe('uploads that nothing names', () => {
    const place = { userId: 'u1', websiteId: 'w1', settingKeys: ['favicon', 'apple_touch_icon'] };
    const icons = { userId: 'u1', websiteId: 'w1', screen: 'site-info' };
    const ids = async () => (await entries()).flatMap((other) => other.fileIds);

    it('are dropped, pending or rejected', async () => {
      await send(await upload('a'), rejected);
      await upload('b', 'apple_touch_icon');
      await upload('c', 'desktop_logo');
      await upload('d', uploadKeyOf('7', 'favicon'));
      time += 5_000;
      expect(await store.outbox.dropUnnamed(place, [])).toEqual([localId('a'), localId('b')]);
      // A block's setting of the same key is another's.
      expect(plainSettingKey(uploadKeyOf('7', 'favicon'))).toBe('favicon');
      expect(await ids()).toEqual([localId('c'), localId('d')]);
      expect(await store.files.get('u1', localId('a'))).toBeNull();
    });

    it('stay where a save, a draft or a form names them, and for a moment after they were chosen', async () => {
      await upload('a');
      await save({ favicon: localId('a') });
      await upload('b');
      await store.drafts.put(icons, { values: { favicon: localId('b') }, base: {} });
      await upload('c', 'apple_touch_icon');
      expect(await store.outbox.dropUnnamed(place, [])).toEqual([]);
      time += 5_000;
      expect(await store.outbox.dropUnnamed(place, [localId('c')])).toEqual([]);
      expect(await ids()).toEqual([localId('a'), localId('b'), localId('c')]);
      await store.drafts.remove(icons);
      expect(await store.outbox.dropUnnamed(place, [])).toEqual([localId('b'), localId('c')]);
    });

    it('stay where they were chosen in another tab that is still open', async () => {
      const living = ['a', 'b'];
      const openTab = (own: string) => device.open({ now: () => time, tabs: { own, living: () => Promise.resolve(living) } });
      const [first, second] = [await openTab('a'), await openTab('b')];
      store.close();
      store = first;
      await upload('a');
      time += 5_000;
      expect(await second.outbox.dropUnnamed(place, [])).toEqual([]);
      // Its form was closed without a draft: no other form can have it.
      living.shift();
      expect(await second.outbox.dropUnnamed(place, [])).toEqual([localId('a')]);
      second.close();
    });
  });

  describe('a file that nothing names', () => {
    it('is removed the next time the store is opened; pending and sent ones stay', async () => {
      await upload('a');
      await send(await upload('b', 'apple_touch_icon'), done('f2'));
      await upload('c', 'desktop_logo');
      const stray = readable(await store.outbox.list('u1')).find((other) => other.fileIds.includes(localId('c')));
      await store.outbox.discardUnreadable(stray?.seq ?? -1);
      expect(await store.files.get('u1', localId('c'))).not.toBeNull();
      store.close();
      store = await open();
      expect(await store.files.get('u1', localId('c'))).toBeNull();
      expect([await store.files.get('u1', localId('a')), await store.files.get('u1', localId('b'))]).not.toContain(null);
    });
  });

  describe('signing out', () => {
    it('keeps pending files where the outbox is kept, and removes those that were sent', async () => {
      await send(await upload('a'), done('f1'));
      await upload('b');
      await upload('c', 'favicon', 'u2');
      await store.forget('u1', { keepUnsent: true });
      expect(await store.files.get('u1', localId('a'))).toBeNull();
      expect(await store.files.get('u1', localId('b'))).not.toBeNull();
      await store.forget('u1', { keepUnsent: false });
      expect(await store.files.get('u1', localId('b'))).toBeNull();
      expect(await store.files.get('u2', localId('c'))).not.toBeNull();
    });

    it('caches no picture that was being fetched then', async () => {
      const epoch = await store.dataEpoch('u1');
      await store.forget('u1', { keepUnsent: true });
      await store.files.remember('u1', 'w1', 'f9', { blob: blob(), name: 'logo.png' }, epoch);
      expect(await store.files.find('u1', 'w1', 'f9')).toBeNull();
      expect((await store.files.idMap('u1')).size).toBe(0);
    });

    it('shows no picture of another website whose file has the same id', async () => {
      for (const websiteId of ['w1', 'w2']) await store.files.remember('u1', websiteId, 'f9', { blob: blob(), name: `${websiteId}.png` });
      expect((await store.files.find('u1', 'w1', 'f9'))?.name).toBe('w1.png');
      expect((await store.files.find('u1', 'w2', 'f9'))?.name).toBe('w2.png');
      expect(await store.files.find('u1', 'w3', 'f9')).toBeNull();
    });

    it('leaves no picture of a user who did not stay', async () => {
      await store.files.remember('u1', 'w1', 'f9', { blob: blob(), name: 'logo.png' });
      expect((await store.files.find('u1', 'w1', 'f9'))?.name).toBe('logo.png');
      await store.wipeExcept(['u2']);
      expect(await store.files.find('u1', 'w1', 'f9')).toBeNull();
    });
  });
}
