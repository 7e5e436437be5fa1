import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freeBytesOf } from '#server/disk/disk-space.ts';
import { demo } from '../support/accounts.ts';
import { type Api, signedInApi } from '../support/api.ts';
import { slowest } from './observe.ts';
import type { Row } from './rows.ts';
import { type Attack, becomes, healthPath, type Scene, stopped, type Target, temporaryFolder } from './scene.ts';

const diskMb = 400;
const reads = ['/', '/api/health', '/sites/www.northshorerealty.test/', '/sites/www.byroncoastal.test/robots.txt'];
/** A refusal or an answer that takes longer counts as no answer. ms. */
const answerMs = 10_000;

interface SmallDisk {
  readonly how: string;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  /** Leaves so many bytes; null: frees what was filled. */
  readonly leave: (bytes: number | null) => Promise<void>;
}

/** A disk that can be filled without harm: one of its own where this user may mount one, else a part of the machine's. */
async function smallDisk(scene: Scene): Promise<SmallDisk> {
  const folder = temporaryFolder();
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', folder], { timeout: 10_000 }).status === 0;
  scene.atEnd(() => {
    if (isMounted) spawnSync('umount', ['-l', folder], { timeout: 10_000 });
    rmSync(folder, { recursive: true, force: true });
  });
  const filler = join(folder, 'filler');
  const dataDir = scene.folderWithData(folder);
  // On the machine's disk nearly all space is declared as reserved, so that a small file fills the rest.
  const reserved = isMounted ? 0 : (await freeBytesOf(folder)) - 200_000_000;
  return {
    how: isMounted ? `a file system of ${diskMb} MB of its own (tmpfs)` : 'MIN_FREE_BYTES just below what the machine’s disk has left',
    dataDir,
    env: isMounted ? {} : { MIN_FREE_BYTES: String(reserved + 100_000_000) },
    leave: async (bytes) => {
      rmSync(filler, { force: true });
      if (bytes === null) return;
      // In pieces: this process's memory must not hold the whole file.
      const piece = Buffer.alloc(1_000_000);
      for (let left = (await freeBytesOf(folder)) - reserved - bytes; left > 0; left -= piece.byteLength)
        writeFileSync(filler, left < piece.byteLength ? piece.subarray(0, left) : piece, { flag: 'a' });
    },
  };
}

interface Answer {
  /** Null: no answer in time, or the connection was lost. */
  readonly status: number | null;
  readonly retryAfter: string | null;
  readonly ms: number;
}

async function answerOf(ask: () => Promise<Response>): Promise<Answer> {
  const start = performance.now();
  try {
    const answer = await ask();
    await answer.arrayBuffer();
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ms: performance.now() - start };
  } catch {
    return { status: null, retryAfter: null, ms: Number.POSITIVE_INFINITY };
  }
}

function signedIn({ origin }: Target, { token }: Api) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    read: (path: string) =>
      answerOf(() => fetch(origin + path, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(answerMs) })),
    save: (text: string) => {
      const settings = [{ key: 'custom_css', value: [`/* ${text} */`], category: 'css', type: null }];
      return answerOf(() =>
        fetch(`${origin}/api/websites/1/settings/update`, {
          ...{ method: 'POST', headers, body: JSON.stringify({ data: { settings } }), signal: AbortSignal.timeout(answerMs) },
        }),
      );
    },
  };
}

/** Saves again and again until one is answered with `status`. Every answer on the way, and how long it took in ms. */
async function saveUntil(save: () => Promise<Answer>, status: number, ms: number) {
  const [answers, start]: [Answer[], number] = [[], performance.now()];
  const came = await becomes(async () => {
    const answer = await save();
    answers.push(answer);
    return answer.status === status;
  }, ms);
  return { answers, ms: came ? performance.now() - start : Number.POSITIVE_INFINITY };
}

const yes = (is: boolean) => (is ? 1 : 0);
const isRefusal = ({ status, retryAfter }: Answer) => status === 503 && retryAfter !== null;

/** The disk of the data folder runs full under a server that works, and is freed again. */
export const fullDisk: Attack = {
  title: 'A full disk',
  deadlineMs: 300_000,
  run: async (scene) => {
    const disk = await smallDisk(scene);
    const target = await scene.startTarget(disk.env, disk.dataDir);
    const api = await signedInApi(target.origin, demo);
    const { read, save } = signedIn(target, api);
    const saved = await save('before');
    const before = target.residentMb();
    const observation = await scene.observe(target, healthPath, 100);

    await disk.leave(9_000_000);
    const filled = await saveUntil(() => save('full'), 503, answerMs);
    await disk.leave(0);
    const refusals: Answer[] = [];
    for (let times = 0; times < 20; times += 1) refusals.push(await save('full'));
    const answers = [];
    for (const path of reads) answers.push({ path, ...(await read(path)) });
    await disk.leave(null);
    const healed = await saveUntil(() => save('full'), 200, answerMs);
    const kept = await api.setting('1', 'css', 'custom_css').catch(() => null);
    const observed = await observation.end();
    const after = target.residentMb();

    await disk.leave(0);
    const stopMs = await stopped(target.server);
    await disk.leave(null);
    const again = await scene.startTarget(disk.env, disk.dataDir);
    const keptOverStop = await signedInApi(again.origin, demo).then((next) => next.setting('1', 'css', 'custom_css'));

    const notRead = answers.filter(({ status }) => status !== 200);
    const rows: readonly Row[] = [
      {
        name: 'a save, answered with',
        unit: '',
        before: saved.status,
        during: refusals.at(-1)?.status ?? null,
        after: healed.answers.at(-1)?.status ?? null,
      },
      { name: 'until a save is refused', unit: 'ms', during: filled.ms, bound: { of: 'during', atMost: 2000 } },
      {
        ...{
          name: `of ${refusals.length} saves on the full disk: 503 with Retry-After`,
          unit: '',
          during: refusals.filter(isRefusal).length,
        },
        bound: { of: 'during', atLeast: refusals.length },
      },
      {
        ...{ name: 'a refusal, slowest', unit: 'ms', during: Math.max(...refusals.map(({ ms }) => ms)) },
        bound: { of: 'during', atMost: 1000 },
      },
      {
        ...{ name: `of ${reads.length} pages and reads: answered with 200`, unit: '', during: reads.length - notRead.length },
        bound: { of: 'during', atLeast: reads.length },
      },
      { name: 'health, slowest', unit: 'ms', during: slowest(observed), bound: { of: 'during', atMost: 1000 } },
      { name: 'room again: until the same save passes', unit: 'ms', after: healed.ms, bound: { of: 'after', atMost: 2000 } },
      { name: 'that save is what is stored (1: yes)', unit: '', after: yes(kept === '/* full */'), bound: { of: 'after', atLeast: 1 } },
      { name: 'SIGTERM on the full disk: until it has ended', unit: 'ms', during: stopMs, bound: { of: 'during', atMost: 10_000 } },
      {
        ...{ name: 'started again: the save is still there (1: yes)', unit: '', after: yes(keptOverStop === '/* full */') },
        bound: { of: 'after', atLeast: 1 },
      },
      { name: 'resident memory', unit: 'MB', before, during: observed.peakMb, after },
    ];
    const failures = notRead.map(({ path, status }) => `${path} was answered with ${status ?? 'nothing'}.`);
    return { rows, notes: [`Done with ${disk.how}.`, ...failures] };
  },
};
