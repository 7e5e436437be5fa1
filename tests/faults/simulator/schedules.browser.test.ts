import { expect, it } from 'vitest';
import { dexieDevice } from './dexie-device.ts';
import { runScheduleOn } from './run.ts';

/** Every 500th seed of as many as `schedules.test.ts` runs, or as `npm run faults -- --schedules N --chromium` says. */
const wanted: unknown = import.meta.env['VITE_SCHEDULES'];
const count = typeof wanted === 'string' ? Number(wanted) : 2_000;
const seeds = Array.from({ length: Math.ceil(count / 500) }, (_, at) => at * 500);

it.each(seeds)('schedule %i ends as promised on the real IndexedDB', async (seed) => {
  const { findings } = await runScheduleOn(dexieDevice(), seed);
  expect(findings).toEqual([]);
});
