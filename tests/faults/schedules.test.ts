import { expect, it } from 'vitest';
import { findings } from './simulator/compare.ts';
import { runSchedule } from './simulator/run.ts';

/** As many as `docs/offline.md` says. More: `npm run faults -- --schedules 100000`. */
const count = 2_000;

it('no schedule ends with a save lost, doubled, dropped, falsely asked about or stuck', async () => {
  const totals = new Map<string, number>();
  const failing: string[] = [];
  const startedAt = performance.now();
  for (let seed = 1; seed <= count; seed += 1) {
    const outcome = await runSchedule(seed);
    for (const { kind, what } of outcome.findings) {
      totals.set(kind, (totals.get(kind) ?? 0) + 1);
      failing.push(`npm run faults -- --seed ${seed} --shrink   ${kind}: ${what}`);
    }
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${count} schedules in ${seconds.toFixed(1)} s; ${findings.map((kind) => `${kind} ${totals.get(kind) ?? 0}`).join(', ')}`);
  expect(failing).toEqual([]);
});
