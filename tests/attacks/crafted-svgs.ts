import { setTimeout as sleep } from 'node:timers/promises';
import { svg } from '#server/testing/uploads.ts';
import { hardToCheck } from '#server/testing/hard-svg.ts';
import { demo } from '../support/accounts.ts';
import { signedInApi } from '../support/api.ts';
import { p95, refusedText, slowest } from './observe.ts';
import { type Attack, healthPath } from './scene.ts';
import { endingsOf, uploadOf } from './uploads.ts';

const count = 10;

/** Many files at once that each take as long to check as the limits allow. */
export const craftedSvgs: Attack = {
  title: 'Crafted SVGs, all at once',
  deadlineMs: 300_000,
  run: async (scene) => {
    const files = scene.scaled(count);
    const target = await scene.startTarget();
    const api = await signedInApi(target.origin, demo);
    const plain = await uploadOf(target.origin, api, [['a.svg', svg('')]]);
    // Starts the threads and compiles the cleaner.
    await Promise.all([plain(), plain()]);
    const hard = await uploadOf(target.origin, api, [['hard.svg', svg(hardToCheck)]]);
    const before = target.residentMb();
    const observation = await scene.observe(target, healthPath, 20);
    // How long the health check takes on this machine without the attack.
    await sleep(1000);
    const calm = await observation.end();
    const watching = await scene.observe(target, healthPath, 20);
    const start = performance.now();
    const answers = await Promise.all(Array.from({ length: files }, hard));
    const took = performance.now() - start;
    const observed = await watching.end();
    await sleep(1000);
    return {
      rows: [
        { name: `${files} files: until the last is answered`, unit: 'ms', during: took, bound: { of: 'during', atMost: 60_000 } },
        {
          name: 'health every 20 ms, slowest',
          unit: 'ms',
          before: slowest(calm),
          during: slowest(observed),
          bound: { of: 'during', atMost: 100 },
        },
        { name: 'health every 20 ms, p95', unit: 'ms', before: p95(calm.times), during: p95(observed.times) },
        {
          ...{ name: 'health, answered', unit: '', during: observed.times.length },
          bound: { of: 'during', atLeast: 1 },
        },
        { name: 'resident memory', unit: 'MB', before, during: observed.peakMb, after: target.residentMb() },
      ],
      notes: [`The files were answered: ${endingsOf(answers)}. Health was refused: ${refusedText(observed)}.`],
    };
  },
};
