import { expect, it } from 'vitest';
import { readOptions } from './options.ts';
import { replay } from './replay.ts';
import type { ScheduleResult } from './run.ts';

it.each([
  [[], { run: 'schedules', from: 1, schedules: 2_000 }],
  [['--schedules', '7', '--from', '12'], { run: 'schedules', from: 12, schedules: 7 }],
  [['--seed', '33118190100', '--only', '0,1'], { run: 'seed', seed: 33_118_190_100, only: [0, 1], isShrunk: false }],
  [['--seed', '0', '--shrink'], { run: 'seed', seed: 0, only: undefined, isShrunk: true }],
  [['--planted'], { run: 'planted', name: '', schedules: 2_000, isRecorded: false }],
  [['--planted', 'merge', '--schedules', '9', '--record'], { run: 'planted', name: 'merge', schedules: 9, isRecorded: true }],
  [['--chromium'], { run: 'chromium', schedules: 2_000 }],
])('%j are understood', (args, options) => expect(readOptions(args)).toEqual({ ok: true, options }));

it.each([
  [['--seed', '1', '--schedules', '2'], '--seed takes no --schedules.'],
  [['--seed', '1', '--from', '2'], '--seed takes no --from.'],
  [['--seed', '1', '--planted'], '--seed and --planted are runs of their own.'],
  [['--planted', '--chromium'], '--planted and --chromium are runs of their own.'],
  [['--planted', '--from', '2'], '--planted takes no --from.'],
  [['--chromium', '--only', '2'], '--chromium takes no --only.'],
  [['--shrink'], '--shrink goes with --seed only.'],
  [['--record'], '--record goes with --planted only.'],
  [['--only', '1'], '--only goes with --seed only.'],
  [['--seed', 'x'], '--seed: is not a whole number'],
  [['--seed', '1', '--only', '1,,2'], '--only: is no list of steps, such as 0,3,4'],
  [['--schedules', '0'], '--schedules: is below 1'],
])('%j are refused', (args, problem) => expect(readOptions(args)).toEqual({ ok: false, problem }));

it.each([['33'], ['--planted', 'a', 'b'], ['--schedule', '3']])('%s %s %s is refused', (...args) =>
  expect(readOptions(args.filter((one) => one !== undefined)).ok).toBe(false),
);

/** Fails where the steps 1 and 3 are among those that are run. */
function fake(_: number, only: readonly number[] = [0, 1, 2, 3]): Promise<ScheduleResult> {
  const steps = only.map((dice) => ({ dice, kind: 'thaw' }) as const);
  const isFailed = only.includes(1) && only.includes(3);
  const findings = isFailed ? ([{ kind: 'lost', what: 'v1' }] as const) : [];
  return Promise.resolve({ seed: 1, steps, findings, saves: 0, crashes: 0, asked: 0, hits: new Map() });
}

it('says whether a replayed schedule failed, and with which of its steps', async () => {
  expect(await replay(1, { only: undefined, isShrunk: false }, fake)).toMatchObject({ isFailed: true });
  const shrunk = await replay(1, { only: undefined, isShrunk: true }, fake);
  expect([shrunk.lines[0], shrunk.lines.at(-1), shrunk.isFailed]).toEqual(['--only 1,3', 'lost: v1', true]);
  expect(await replay(1, { only: [0, 1, 2], isShrunk: true }, fake)).toMatchObject({ isFailed: false });
});
