import { openCrowd, residentMb, watch } from './crowd.ts';
import type { Figure } from './figures.ts';
import type { Target } from './target.ts';

const count = 400;
const watchedMs = 40_000;

/** Sign-ins from a stranger whose bodies are begun and never end: nearly all of `declared` bytes is sent. */
async function stalledSignIns({ port, pid }: Target, declared: number) {
  const before = residentMb(pid);
  const head = `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${declared}\r\n\r\n`;
  const crowd = await openCrowd(port, count, head + ' '.repeat(declared - 10));
  const { peakMb, tookMs } = await watch(pid, () => crowd.open() === 0, watchedMs);
  const [open, answers] = [crowd.open(), crowd.answers()];
  crowd.destroy();
  return { before, peakMb, tookMs, open, answers };
}

/** 400 bodies of a megabyte, then 400 that are as large as a stranger's may be; nobody is signed in. */
export async function stalledBodies(target: Target): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [name, declared] of [
    ['1 MB', 990_000],
    ['8 kB', 8000],
  ] as const) {
    const { before, peakMb, tookMs, open, answers } = await stalledSignIns(target, declared);
    console.log(`  ${count} bodies of ${name}, answered: ${JSON.stringify(answers)}`);
    figures.push(
      { name: `${count} stalled bodies of ${name}: memory before`, value: before, unit: 'MB', atMost: null },
      { name: `${count} stalled bodies of ${name}: memory at its highest`, value: peakMb, unit: 'MB', atMost: null },
      { name: `${count} stalled bodies of ${name}: memory more`, value: peakMb - before, unit: 'MB', atMost: 60 },
      {
        name: `${count} stalled bodies of ${name}: still held after ${(tookMs / 1000).toFixed(0)} s`,
        value: open,
        unit: 'connections',
        atMost: 0,
      },
    );
  }
  return figures;
}
