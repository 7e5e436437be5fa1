import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watch } from './watchdog.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched(silentMs: number) {
  let pong: () => void = () => undefined;
  const ping = vi.fn<() => void>();
  const onSilent = vi.fn<() => void>();
  const onPong = (listener: () => void) => {
    pong = listener;
  };
  const dog = watch({ ping, onPong }, silentMs, onSilent);
  return { ping, onSilent, pong: () => pong(), dog };
}

it('gives an engine up that has not answered one ping for so long, once', () => {
  const { ping, onSilent } = watched(30_000);
  vi.advanceTimersByTime(30_000);
  expect([ping.mock.calls.length, onSilent.mock.calls.length]).toEqual([1, 0]);
  vi.advanceTimersByTime(1_000);
  expect(onSilent).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(600_000);
  expect(onSilent).toHaveBeenCalledOnce();
});

it('counts anew after every answer, however late', () => {
  const { ping, onSilent, pong } = watched(30_000);
  for (let round = 1; round <= 3; round += 1) {
    vi.advanceTimersByTime(29_000);
    expect(ping).toHaveBeenCalledTimes(round);
    pong();
  }
  expect(onSilent).not.toHaveBeenCalled();
});

it('a process that was suspended has waited for nothing', () => {
  const { onSilent } = watched(30_000);
  vi.advanceTimersByTime(1_000);
  // The clock jumps, and no timer ran in between.
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(1_000);
  expect(onSilent).not.toHaveBeenCalled();
});

it('knows for how long the engine has owed an answer', () => {
  const { pong, dog } = watched(30_000);
  expect(dog.silentForMs()).toBe(0);
  vi.advanceTimersByTime(12_000);
  expect(dog.silentForMs()).toBe(12_000);
  pong();
  expect(dog.silentForMs()).toBe(0);
});

it('asks nothing more when it is stopped', () => {
  const { ping, onSilent, dog } = watched(2_000);
  dog.stop();
  vi.advanceTimersByTime(60_000);
  expect([ping.mock.calls, onSilent.mock.calls]).toEqual([[], []]);
});
