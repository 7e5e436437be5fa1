import { type DeviceStore, openDeviceStore } from '#db/device-store.ts';
import { newId } from '#db/new-id.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSubmitSettings } from './submit-settings.ts';

let store: DeviceStore;
let kept: number;

beforeEach(async () => {
  kept = 0;
  store = await openDeviceStore({ name: `submit-${newId()}`, appVersion: 'test' });
});
afterEach(() => store.close());

const submission = {
  websiteId: 'w1',
  screenId: 'social-links',
  writes: [{ key: 'fb_link', value: ['https://fb.test/1'], category: 'social' as const, type: null }],
  base: {},
};

function submit(isOffline: boolean) {
  const user = () => ({ userId: 'u1', accountId: null });
  const onKept = () => {
    kept += 1;
  };
  return createSubmitSettings({ store, user, isOffline: () => isOffline, onKept })(submission, new AbortController().signal);
}

it('says kept for a save that waits on the device', async () => {
  expect(await submit(true)).toEqual({ kind: 'kept' });
  expect(kept).toBe(1);
});

it('never says kept for a save that was discarded while the screen waited', async () => {
  const told = submit(false);
  const queued = async () => (await store.outbox.list('u1')).flatMap((entry) => (entry.kind === 'row' ? [entry.row] : []));
  await expect.poll(queued).toHaveLength(1);
  for (const { opId } of await queued()) await store.outbox.discard(opId);
  expect(await told).toMatchObject({ kind: 'failed', code: 'unknown' });
  expect(kept).toBe(0);
});
