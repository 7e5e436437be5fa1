import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCrowd } from './crowd.ts';
import { refusedText, slowest } from './observe.ts';
import type { Row } from './rows.ts';
import { type Attack, becomes, healthPath, type Scene, type Target } from './scene.ts';

const count = 5000;
/** The server gives a connection 10 s to send the head of a request. ms. */
const watchedMs = 20_000;
const restMs = 2000;
/** The default caps, plus the excess connections that the server keeps open for a moment to send them a refusal. */
const heldOfOne = 220;
const heldOfAll = 2200;

/** Limit of this process and of those it starts. Null where the system does not report it. */
function descriptorLimit(): number | null {
  if (process.platform !== 'linux') return null;
  const [, soft] = /^Max open files\s+(\d+)/mu.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return soft === undefined ? null : Number(soft);
}

interface Crowding {
  readonly name: string;
  readonly from: readonly string[];
  readonly mostHeld: number;
  /** How long another client may go without an answer. ms. */
  readonly gapMs: number;
}

async function crowded(scene: Scene, target: Target, idle: number, { name, from, mostHeld, gapMs }: Crowding) {
  const [before, descriptors] = [target.residentMb(), target.descriptors()];
  const observation = await scene.observe(target, healthPath, 50);
  const crowd = await openCrowd(target.port, idle, '', from);
  scene.atEnd(crowd.destroy);
  // Connections beyond the caps are closed after a moment.
  await becomes(() => crowd.open() <= mostHeld, 5000);
  const held = crowd.open();
  const emptied = performance.now();
  await becomes(() => crowd.open() === 0, watchedMs);
  const tookMs = performance.now() - emptied;
  // Another client must be answered again once the crowd is gone.
  await sleep(restMs);
  const observed = await observation.end();
  const left = crowd.open();
  crowd.destroy();
  const rows: readonly Row[] = [
    {
      ...{ name: `${name}: resident memory`, unit: 'MB' },
      ...{ before, during: observed.peakMb, after: target.residentMb(), bound: { of: 'growth', atMost: 100 } },
    },
    {
      ...{ name: `${name}: held`, unit: 'connections', before: 0, during: held, after: left },
      bound: { of: 'during', atMost: mostHeld },
    },
    {
      name: `${name}: still held after ${(tookMs / 1000).toFixed(0)} s`,
      unit: 'connections',
      after: left,
      bound: { of: 'after', atMost: 0 },
    },
    {
      ...{ name: `${name}: descriptors`, unit: '' },
      ...{ before: descriptors, during: observed.peakDescriptors, after: target.descriptors() },
    },
    { name: `${name}: health from elsewhere, slowest`, unit: 'ms', during: slowest(observed), bound: { of: 'during', atMost: 1000 } },
    {
      ...{ name: `${name}: health from elsewhere, longest without an answer`, unit: 'ms' },
      ...{ during: observed.longestGapMs, bound: { of: 'during', atMost: gapMs } },
    },
  ];
  const text = `${name}: ${observed.times.length} questions from elsewhere were answered; refused: ${refusedText(observed)}.`;
  return { rows, note: text };
}

/**
 * Connections that send nothing: from one address, then from so many addresses that each is within its own cap and all together exceed
 * theirs.
 */
export const idleConnections: Attack = {
  title: 'Idle connections, nobody signed in',
  deadlineMs: 300_000,
  run: async (scene) => {
    const limit = descriptorLimit();
    const idle = Math.min(scene.scaled(count), limit === null ? count : limit - 200);
    const target = await scene.startTarget();
    const one = await crowded(scene, target, idle, {
      ...{ name: `${idle} from one address`, from: ['127.0.0.1'], mostHeld: heldOfOne, gapMs: 1500 },
    });
    const notes = [
      ...(idle < scene.scaled(count) ? [`This process may open ${limit} files: fewer connections than meant (see "ulimit -n").`] : []),
      one.note,
    ];
    if (process.platform !== 'linux') return { rows: one.rows, notes: [...notes, 'Several loopback addresses are there on Linux alone.'] };
    const from = Array.from({ length: Math.ceil(idle / 200) }, (_, at) => `127.0.1.${at + 1}`);
    const many = await crowded(scene, target, idle, {
      ...{ name: `${idle} from ${from.length} addresses`, from, mostHeld: heldOfAll },
      // All connections are taken until the idle ones time out: after 10 s, checked every second.
      gapMs: 15_000,
    });
    return { rows: [...one.rows, ...many.rows], notes: [...notes, many.note] };
  },
};
