import { expect, it, vi } from 'vitest';
import { prefetchWhenIdle, whenIdle } from './when-idle.ts';

it('loads nothing ahead without a connection, and does it once there is one', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const [work, load] = [vi.fn(async () => undefined), vi.fn(async () => undefined)];
  prefetchWhenIdle(load);
  whenIdle(work);
  await expect.poll(() => work.mock.calls.length, { timeout: 8_000 }).toBe(1);
  expect(load).not.toHaveBeenCalled();
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => load.mock.calls.length).toBe(1);
  onLine.mockRestore();
});
