import { localId } from '#contract/resources/local-id.ts';
import { fileGoneMessage } from '#contract/uploads.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientStore } from '../client-store.ts';
import type { StoreDevice } from './store-device.ts';
import { done, uploadsFixture } from './uploads-fixture.ts';

/** Tests of pending files and of the saves that name them, on the devices of `newDevice`. */
export function describeUploads(newDevice: () => StoreDevice): void {
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

  const { upload, choose, save, entries, entryOf, send } = uploadsFixture(() => store);

  describe('a pending file', () => {
    it('is stored with its entry, over a restart, for its user alone', async () => {
      await upload('a');
      store.close();
      store = await open();
      const file = await store.files.get('u1', localId('a'));
      expect(file?.name).toBe('a.png');
      expect(await file?.blob.text()).toBe('picture');
      expect(await store.files.get('u2', localId('a'))).toBeNull();
      expect(await store.files.state('u1', localId('a'))).toMatchObject({ kind: 'pending' });
      expect(await store.files.state('u2', localId('a'))).toEqual({ kind: 'gone' });
    });

    it('is pending beside other files of its field', async () => {
      await Promise.all(['a', 'b', 'c'].map((id) => upload(id)));
      expect((await entries()).map((other) => other.fileIds)).toEqual([[localId('a')], [localId('b')], [localId('c')]]);
      for (const id of ['a', 'b', 'c']) expect(await store.files.get('u1', localId(id))).not.toBeNull();
    });

    it('is superseded by the file that replaces it, and by no other', async () => {
      await upload('a');
      await upload('b', 'apple_touch_icon');
      const newer = await choose('c', 'a');
      expect((await entries()).map((other) => other.fileIds)).toEqual([[localId('b')], [localId('c')]]);
      expect(await store.files.get('u1', localId('a'))).toBeNull();
      expect(await store.awaitSaveStatus(newer, { signal: AbortSignal.abort() })).toEqual({ kind: 'pending', error: null });
    });

    it('stays while a save names it, and is dropped when the save names another', async () => {
      const first = await upload('a');
      const saved = await save({ favicon: localId('a'), site_title: 'Mine' });
      const second = await choose('b', 'a');
      expect((await entries()).map((other) => other.opId)).toEqual([first, saved, second]);
      expect((await entryOf(saved))?.dependsOn).toEqual([first]);
      await save({ favicon: localId('b') });
      expect((await entries()).map((other) => other.opId)).toEqual([saved, second]);
      expect((await entryOf(saved))?.dependsOn).toEqual([second]);
      expect(await store.files.get('u1', localId('a'))).toBeNull();
      expect((await entryOf(saved))?.body).toMatchObject({ settings: [{ value: [localId('b')] }, { value: ['Mine'] }] });
    });

    it('is not looked for where a text only looks like the id of a file', async () => {
      await upload('a');
      expect((await entryOf(await save({ site_title: localId('a') })))?.dependsOn).toEqual([]);
    });

    it('is sent beside three others at most, and delays no other entries', async () => {
      const first: string[] = [];
      for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) first.push(await upload(id, `field_${id}`));
      const saved = await save({ site_title: 'Mine' });
      const picked = async (limit: number, inFlight: readonly string[]) =>
        (await store.drain.pick('u1', limit, inFlight)).entries.map(({ opId }) => opId);
      expect(await picked(6, [])).toEqual([...first.slice(0, 4), saved]);
      expect(await picked(3, first.slice(0, 3))).toEqual([first[3], saved]);
      expect(await picked(2, first.slice(0, 4))).toEqual([saved]);
      expect(await picked(0, [...first.slice(0, 4), saved])).toEqual([]);
    });

    it('is sent before the save that names it, which then has the server’s id', async () => {
      const first = await upload('a');
      const saved = await save({ favicon: localId('a') });
      expect((await store.drain.pick('u1', 4)).entries.map((head) => head.opId)).toEqual([first]);
      await send(first, done('f7'));
      expect(await store.files.state('u1', localId('a'))).toEqual({ kind: 'sent', fileId: 'f7' });
      const { settings } = await store.readSettings('u1', 'w1', 'site_info');
      expect(settings).toMatchObject([{ key: 'favicon', value: ['f7'] }]);
      const epoch = await store.fence.take('u1', 'test');
      expect(await store.drain.claim(saved, epoch)).toMatchObject({ kind: 'claimed', entry: { body: { settings: [{ value: ['f7'] }] } } });
      // Another attempt has the same body, since the idempotency key belongs to it.
      expect((await entryOf(saved))?.body).toMatchObject({ settings: [{ value: ['f7'] }] });
    });

    it('has the server’s id in saves after it was sent, in their base too', async () => {
      await send(await upload('a'), done('f7'));
      const result = await store.outbox.append({
        userId: 'u1',
        accountId: 'a1',
        websiteId: 'w1',
        resource: 'settings',
        mutation: 'update',
        body: {
          category: 'site_info',
          settings: [{ key: 'apple_touch_icon', value: [localId('a')], category: 'site_info', type: 'image' }],
        },
        base: { apple_touch_icon: [localId('a')] },
      });
      if (result.kind !== 'enqueued') throw new Error(result.code);
      expect(await entryOf(result.opId)).toMatchObject({
        body: { settings: [{ value: ['f7'] }] },
        base: { apple_touch_icon: ['f7'] },
        dependsOn: [],
      });
    });

    it('is shown by either id after it was sent, until nothing has named it on thirty days of use', async () => {
      const place = { userId: 'u1', websiteId: 'w1', screen: 'site-info' };
      const isHere = async () => [await store.files.find('u1', 'w1', 'f7'), await store.files.get('u1', localId('a'))].every(Boolean);
      const openDaily = async (days: number) => {
        for (let left = days; left > 0; left -= 1) {
          store.close();
          time += 86_400_000;
          store = await open();
        }
      };
      await send(await upload('a'), done('f7'));
      await store.drafts.put(place, { values: { favicon: localId('a') }, base: {} });
      await openDaily(40);
      expect(await isHere()).toBe(true);
      await store.drafts.remove(place);
      // A jump of the clock is one day of use.
      time += 365 * 86_400_000;
      await openDaily(30);
      expect(await isHere()).toBe(true);
      await openDaily(1);
      expect(await store.files.find('u1', 'w1', 'f7')).toBeNull();
      expect((await store.files.idMap('u1')).size).toBe(0);
    });

    it('that is discarded rejects the save that names it, which keeps its other fields', async () => {
      const first = await upload('a');
      const saved = await save({ favicon: localId('a'), site_title: 'Mine' });
      expect(await store.outbox.discard(first)).toEqual({ kind: 'dequeued', opIds: [first] });
      expect(await entryOf(saved)).toMatchObject({
        status: 'rejected',
        dependsOn: [],
        lastError: { code: 'file_gone', fields: { favicon: fileGoneMessage } },
      });
      expect(await store.files.get('u1', localId('a'))).toBeNull();
      // Choosing again and saving carries the other fields on.
      const second = await upload('b');
      const carried = await entryOf(await save({ favicon: localId('b') }));
      expect(carried).toMatchObject({ status: 'pending', dependsOn: [second] });
      expect(carried?.body).toMatchObject({ settings: [{ value: [localId('b')] }, { value: ['Mine'] }] });
    });

    it('is waited for by a save that was found ready before it named it', async () => {
      const opId = await save({ site_title: 'Mine' });
      expect((await store.drain.pick('u1', 4)).entries.map((head) => head.opId)).toEqual([opId]);
      await upload('a');
      expect(await save({ favicon: 'local:a' })).toBe(opId);
      expect(await store.drain.claim(opId, await store.fence.take('u1', 'test'))).toEqual({ kind: 'gone' });
      expect((await entryOf(opId))?.status).toBe('pending');
    });

    it('is given up only where no save names it', async () => {
      const first = await upload('a');
      await save({ favicon: localId('a') });
      expect(await store.outbox.giveUp(first)).toMatchObject({ kind: 'refused', code: 'invalid' });
      const second = await upload('b', 'apple_touch_icon');
      expect(await store.outbox.giveUp(second)).toEqual({ kind: 'dequeued', opIds: [second] });
      expect(await store.files.get('u1', localId('b'))).toBeNull();
    });

    it('whose save names an unknown local id is never sent as it is', async () => {
      const saved = await save({ favicon: localId('nowhere') });
      const epoch = await store.fence.take('u1', 'test');
      expect(await store.drain.claim(saved, epoch)).toEqual({ kind: 'gone' });
      expect(await entryOf(saved)).toMatchObject({ status: 'rejected', lastError: { code: 'file_gone' } });
    });
  });
}
