import { afterEach, expect, it, vi } from 'vitest';
import { createSyncHandle } from './sync-handle.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('says that nothing can be sent while its code is missing, and requests it again', async () => {
  vi.useFakeTimers();
  const load = vi.fn(() => Promise.reject(new Error('no chunk')));
  const sync = createSyncHandle(load);
  expect(sync.isMissing()).toBe(false);
  sync.send({ type: 'outbox.changed' });
  await vi.advanceTimersByTimeAsync(0);
  expect(sync.isMissing()).toBe(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(load).toHaveBeenCalledTimes(2);
});
