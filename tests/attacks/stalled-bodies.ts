import { setTimeout as sleep } from 'node:timers/promises';
import { openCrowd } from './crowd.ts';
import { slowest } from './observe.ts';
import type { Row } from './rows.ts';
import { type Attack, becomes, healthPath, type Scene, type Target } from './scene.ts';

const count = 400;
/** The server gives an anonymous request 15 s for its body. ms. */
const watchedMs = 25_000;
/** Time until freed memory shows in the figures. ms. */
const restMs = 2000;

/** Anonymous sign-ins whose bodies never end: nearly all of `declared` bytes is sent. */
async function stalledSignIns(scene: Scene, target: Target, name: string, declared: number) {
  const bodies = scene.scaled(count);
  const before = target.residentMb();
  const observation = await scene.observe(target, healthPath, 50);
  const head = `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${declared}\r\n\r\n`;
  const crowd = await openCrowd(target.port, bodies, head + ' '.repeat(declared - 10));
  scene.atEnd(crowd.destroy);
  await becomes(() => crowd.open() === 0, watchedMs);
  const observed = await observation.end();
  const [open, answers] = [crowd.open(), crowd.answers()];
  crowd.destroy();
  await sleep(restMs);
  const rows: readonly Row[] = [
    {
      ...{ name: `${bodies} bodies of ${name}: resident memory`, unit: 'MB' },
      ...{ before, during: observed.peakMb, after: target.residentMb(), bound: { of: 'growth', atMost: 100 } },
    },
    {
      name: `${bodies} bodies of ${name}: still held`,
      unit: 'connections',
      during: bodies,
      after: open,
      bound: { of: 'after', atMost: 0 },
    },
    { name: `${bodies} bodies of ${name}: health, slowest`, unit: 'ms', during: slowest(observed), bound: { of: 'during', atMost: 1000 } },
    {
      ...{ name: `${bodies} bodies of ${name}: health, longest without an answer`, unit: 'ms' },
      ...{ during: observed.longestGapMs, bound: { of: 'during', atMost: 1500 } },
    },
  ];
  return { rows, note: `${bodies} bodies of ${name} were answered: ${JSON.stringify(answers)}.` };
}

/** Bodies of a megabyte, then as many of the largest size that an anonymous request may have; nobody is signed in. */
export const stalledBodies: Attack = {
  title: 'Stalled bodies, nobody signed in',
  deadlineMs: 300_000,
  run: async (scene) => {
    // This attack tests the limit on bodies, and not the one on connections.
    const target = await scene.startTarget({ MAX_CONNECTIONS_PER_ADDRESS: '1000' });
    const large = await stalledSignIns(scene, target, '1 MB', 990_000);
    const small = await stalledSignIns(scene, target, '8 kB', 8000);
    return { rows: [...large.rows, ...small.rows], notes: [large.note, small.note] };
  },
};
