import { rmSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/inputs.mjs';
import { median } from '../bench/statistics.ts';
import { residentOf } from '../load/memory.ts';
import { freePort } from '../support/free-port.ts';
import { serverProcess, type ServerProcess } from '../support/server-process.ts';
import type { Row } from './rows.ts';
import { type Attack, becomes, healthPath, type Scene, stopped, temporaryFolder } from './scene.ts';

const rounds = 3;
const restMs = 10_000;
/** A start that takes longer counts as failed. ms. */
const startMs = 60_000;
const askEveryMs = 10;

interface Started {
  /** From the spawn to the first answer of 200. ms. */
  readonly startedMs: number;
  /** Ten seconds later. MB. */
  readonly restMb: number | null;
}

function isHealthy(origin: string): Promise<boolean> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const request = get({ host: hostname, port, path: healthPath, agent: false, timeout: 5000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
  });
}

async function startedOn(server: ServerProcess): Promise<Started> {
  const start = performance.now();
  const ready = server.start();
  ready.catch(() => undefined);
  const isUp = await becomes(() => isHealthy(server.origin), startMs, askEveryMs);
  const startedMs = isUp ? performance.now() - start : Number.POSITIVE_INFINITY;
  const pid = server.pid();
  await sleep(restMs);
  const restMb = pid === null ? null : residentOf(pid);
  await stopped(server);
  return { startedMs, restMb };
}

/** Once without a database, and once with the one that was just created. */
async function oneRound(scene: Scene, checkout: string): Promise<{ readonly empty: Started; readonly existing: Started }> {
  const dataDir = temporaryFolder();
  scene.atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = serverProcess({ port: await freePort(), dataDir, checkout });
  scene.atEnd(() => server.kill());
  return { empty: await startedOn(server), existing: await startedOn(server) };
}

export type Round = Awaited<ReturnType<typeof oneRound>>;

const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
const medianOrNull = (values: readonly number[]) => (values.length === 0 ? null : median(values));

interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly of: (made: readonly Round[]) => number | null;
  /** About one and a half times what an idle machine with two cores takes. */
  readonly atMost: number;
  /** Relative to the other checkout's figure: a busy machine changes both alike. */
  readonly atMostOfOther: number;
}

const ms = (of: 'empty' | 'existing') => (made: readonly Round[]) => medianOrNull(made.map((round) => round[of].startedMs));
const mb = (of: 'empty' | 'existing') => (made: readonly Round[]) => medianOrNull(known(made.map((round) => round[of].restMb)));

const figures: readonly Figure[] = [
  { name: 'start with a database', unit: 'ms', of: ms('existing'), atMost: 3000, atMostOfOther: 1.1 },
  { name: 'start without one', unit: 'ms', of: ms('empty'), atMost: 5000, atMostOfOther: 1 },
  { name: 'at rest, started with a database', unit: 'MB', of: mb('existing'), atMost: 700, atMostOfOther: 1.1 },
  { name: 'at rest, started without one', unit: 'MB', of: mb('empty'), atMost: 700, atMostOfOther: 1.1 },
];

/** The figures of this server, of the other one where there is one, and their ratio. */
export function rowsOf(own: readonly Round[], other: readonly Round[] | null): readonly Row[] {
  const rows: Row[] = figures.map(({ name, unit, of, atMost }) => ({
    name: `this: ${name}`,
    unit,
    during: of(own),
    bound: { of: 'during', atMost },
  }));
  if (other === null) return rows;
  for (const { name, unit, of } of figures) rows.push({ name: `other: ${name}`, unit, during: of(other) });
  for (const { name, of, atMostOfOther } of figures) {
    const [mine, theirs] = [of(own), of(other)];
    const during = mine === null || theirs === null ? null : mine / theirs;
    rows.push({ name: `this / other: ${name}`, unit: '', during, bound: { of: 'during', atMost: atMostOfOther } });
  }
  return rows;
}

/** How long a start takes and what memory the server has at rest; of another checkout and this one in turn. */
export const start: Attack = {
  title: 'Start, and memory at rest',
  deadlineMs: 400_000,
  run: async (scene) => {
    const [own, other]: readonly [Round[], Round[]] = [[], []];
    const sides = [{ checkout: root, made: own }, ...(scene.checkout === root ? [] : [{ checkout: scene.checkout, made: other }])];
    const turns = scene.scaled(rounds);
    for (let turn = 0; turn < turns; turn += 1)
      for (const side of turn % 2 === 0 ? sides : sides.toReversed()) side.made.push(await oneRound(scene, side.checkout));
    return {
      rows: rowsOf(own, scene.checkout === root ? null : other),
      notes: [`Medians of ${turns} ${turns === 1 ? 'round' : 'rounds'}; memory is that of the whole process, 10 s after the first answer.`],
    };
  },
};
