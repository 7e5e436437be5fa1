import type { ApiResult, Problem } from '#contract/api-result.ts';
import { expect, it } from 'vitest';
import { createThrottle } from './throttle.ts';

const answered: ApiResult<string> = { kind: 'answered', data: 'x', pagination: null, etag: null };
const refused = (status: number, retryAfterMs: number | null): Problem => ({
  ...{ kind: 'refused', status, code: 'too_many_requests', message: '', fields: {} },
  ...{ retryAfterMs, requestId: null },
});

/** Each wait that was asked for, ms; `wake` ends them. */
function openThrottle(options: Parameters<typeof createThrottle>[0] = {}) {
  const slept: number[] = [];
  const sleeping: (() => void)[] = [];
  const sleep = (ms: number) => {
    slept.push(ms);
    return new Promise<void>((resolve) => sleeping.push(resolve));
  };
  const wake = () => {
    for (const resolve of sleeping.splice(0)) resolve();
  };
  return { ...createThrottle({ sleep, ...options }), slept, wake };
}

it('makes four calls at once, lets all wait as long as the API says, and makes the refused one again', async () => {
  const { run, slept, wake } = openThrottle();
  let [open, most, made] = [0, 0, 0];
  let isRefusing = true;
  const call = async (n: number): Promise<ApiResult<string>> => {
    open += 1;
    made += 1;
    most = Math.max(most, open);
    await Promise.resolve();
    open -= 1;
    return n === 5 && isRefusing ? refused(429, 7_000) : answered;
  };
  const all = Promise.all(Array.from({ length: 100 }, (_, n) => run(() => call(n))));
  await expect.poll(() => slept).toEqual([7_000]);
  const before = made;
  expect(before).toBeLessThan(12);
  isRefusing = false;
  wake();
  expect(new Set((await all).map(({ kind }) => kind))).toEqual(new Set(['answered']));
  expect([most, made, slept]).toEqual([4, 101, [7_000]]);
});

it('waits longer each time where it is not told how long, and gives up at last', async () => {
  const { run, slept } = openThrottle({ sleep: async (ms) => void slept.push(ms) });
  expect(await run(async () => refused(429, null))).toMatchObject({ kind: 'refused', status: 429 });
  expect(slept.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
});

it.each<readonly [string, Problem]>([
  ['another refusal', refused(403, null)],
  ['an error of the server', refused(503, null)],
  ['a wait of an hour', refused(429, 3_600_000)],
  ['a missing connection', { kind: 'noAnswer', reason: 'network' }],
])('hands on %s at once', async (_, problem) => {
  const { run, slept } = openThrottle();
  expect(await run(async () => problem)).toEqual(problem);
  expect(slept).toEqual([]);
});

it('makes no call after its end, nor for a user who has signed out', async () => {
  const stop = new AbortController();
  const { run, wake, slept } = openThrottle({ signal: stop.signal });
  const waiting = run(async () => refused(429, 1_000));
  await expect.poll(() => slept).toEqual([1_000]);
  stop.abort();
  wake();
  expect(await waiting).toEqual({ kind: 'aborted' });
  expect(await openThrottle({ isCurrentUser: () => false }).run(async () => answered)).toEqual({ kind: 'aborted' });
});

it('does not wait for what was given up during the call', async () => {
  const givenUp = new AbortController();
  const { run } = createThrottle({ signal: givenUp.signal });
  const call = async () => {
    givenUp.abort();
    return refused(429, 200_000);
  };
  expect(await run(call)).toEqual({ kind: 'aborted' });
});
