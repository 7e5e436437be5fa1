import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/inputs.mjs';
import { within } from '#server/within.ts';
import { residentOf } from '../load/memory.ts';
import { demo } from '../support/accounts.ts';
import { signedInApi } from '../support/api.ts';
import { freePort } from '../support/free-port.ts';
import { seededTemplate } from '../support/seeded-data.ts';
import { type ServerProcess, serverProcess } from '../support/server-process.ts';
import { descriptorsOf } from './descriptors.ts';
import { type Observation, observe } from './observe.ts';
import type { Row } from './rows.ts';

export interface Attack {
  readonly title: string;
  /** The attack is aborted after this time. ms. */
  readonly deadlineMs: number;
  readonly run: (scene: Scene) => Promise<AttackResult>;
}

export interface AttackResult {
  readonly rows: readonly Row[];
  /** Sentences below the table. */
  readonly notes?: readonly string[];
}

/** The server under attack. */
export interface Target {
  readonly server: ServerProcess;
  readonly origin: string;
  readonly port: number;
  readonly pid: number;
  readonly residentMb: () => number | null;
  readonly descriptors: () => number | null;
}

const warmRequests = 50;
/** Memory is stable when it has changed by less than `mb` in `ms`; after `mostMs` the wait ends. */
const restMb = 5;
const restMs = 3000;
const mostRestMs = 20_000;

/**
 * A server that has just started takes some hundred megabytes more while its hot code is compiled, and gives them back. So the server first
 * does some work, and then its memory is awaited to be stable.
 */
async function warmUp({ origin, residentMb }: Target): Promise<void> {
  const api = await signedInApi(origin, demo);
  for (let sent = 0; sent < warmRequests; sent += 1) await api.settings('1', 'social');
  await api.signOut();
  let [last, since] = [residentMb(), performance.now()];
  const isAtRest = () => {
    const now = residentMb();
    if (now !== null && last !== null && Math.abs(now - last) > restMb) [last, since] = [now, performance.now()];
    return performance.now() - since > restMs;
  };
  await becomes(isAtRest, mostRestMs);
}

/** The context of one attack. Everything that it starts ends with it, even where it is aborted. */
export interface Scene {
  readonly checkout: string;
  /** A number of the attack, scaled for this run; at least one. */
  readonly scaled: (count: number) => number;
  /** A server that has done some work. */
  readonly startTarget: (env?: Readonly<Record<string, string>>, dataDir?: string) => Promise<Target>;
  readonly folderWithData: (parent?: string) => string;
  readonly observe: (target: Target, path: string, everyMs: number) => Promise<Observation>;
  readonly atEnd: (clean: () => void | Promise<void>) => void;
}

/** How long a server may take to end. ms. */
const stopMs = 20_000;

/** Asks a server to end, and kills it where it does not. Returns the time in ms; infinite where it was killed. */
export async function stopped(server: ServerProcess): Promise<number> {
  const [pid, start] = [server.pid(), performance.now()];
  if ((await within(server.stop(), stopMs)) !== 'late') return performance.now() - start;
  if (pid !== null) process.kill(pid, 'SIGKILL');
  return Number.POSITIVE_INFINITY;
}

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'frontage-attack-'));

/** Seeded data of a checkout; another checkout creates its own, since its tables may differ. */
export async function makeTemplate(checkout: string): Promise<string> {
  if (checkout === root) return seededTemplate();
  const dataDir = temporaryFolder();
  const server = serverProcess({ port: await freePort(), dataDir, checkout });
  await server.start();
  await stopped(server);
  return dataDir;
}

interface SceneOptions {
  readonly checkout: string;
  readonly scale: number;
  /** The folder with seeded data that each attack gets a copy of. */
  readonly template: string;
  readonly atEnd: Scene['atEnd'];
}

/** From another address than the attacker's, so that limits by address do not affect it. Only Linux has several. */
const otherAddress = process.platform === 'linux' ? '127.0.0.200' : null;

export function createScene({ checkout, scale, template, atEnd }: SceneOptions): Scene {
  const folderWithData = (parent?: string) => {
    const folder = parent === undefined ? temporaryFolder() : join(parent, 'data');
    atEnd(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(template, folder, { recursive: true });
    return folder;
  };
  return {
    checkout,
    scaled: (count) => Math.max(1, Math.round(count * scale)),
    atEnd,
    folderWithData,
    startTarget: async (env = {}, dataDir) => {
      const server = serverProcess({ port: await freePort(), dataDir: dataDir ?? folderWithData(), env, checkout });
      atEnd(() => server.kill());
      await server.start();
      const pid = server.pid();
      if (pid === null) throw new Error('the server does not run');
      const target: Target = {
        ...{ server, origin: server.origin, port: Number(new URL(server.origin).port), pid },
        residentMb: () => residentOf(pid),
        descriptors: () => descriptorsOf(pid),
      };
      await warmUp(target);
      return target;
    },
    observe: async ({ origin, pid }, path, everyMs) => {
      const observation = await observe({ origin, path, everyMs, localAddress: otherAddress, pid });
      atEnd(() => observation[Symbol.dispose]());
      return observation;
    },
  };
}

/** Waits until a condition holds, at most `ms`. Returns whether it holds. */
export async function becomes(condition: () => boolean | Promise<boolean>, ms: number, everyMs = 100): Promise<boolean> {
  const start = performance.now();
  while (!(await condition())) {
    if (performance.now() - start > ms) return false;
    await sleep(everyMs);
  }
  return true;
}

export const healthPath = '/api/health';
