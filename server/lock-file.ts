import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';

const holderSchema = v.object({ pid: v.number(), host: v.string(), birth: v.nullable(v.string()), since: v.string() });
type Holder = v.InferOutput<typeof holderSchema>;

export type LockResult =
  | { readonly kind: 'held'; readonly release: () => void }
  | { readonly kind: 'taken'; readonly message: string };

const heartbeatMs = 5_000;
/** Older than this, the lock of another host (a container that is gone) counts as left behind. */
const silentMs = 30_000;

/** The process's start in the kernel's count: a pid that was given out anew has another. Null where /proc is not there. */
function birthOf(pid: number): string | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function isAlive(holder: Holder, path: string): Promise<boolean> {
  if (holder.host !== hostname()) {
    const { mtimeMs } = await stat(path);
    return Date.now() - mtimeMs < silentMs;
  }
  return runs(holder.pid) && (holder.birth === null || holder.birth === birthOf(holder.pid));
}

async function readHolder(path: string): Promise<{ readonly text: string; readonly holder: Holder | null } | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const parsed = v.safeParse(holderSchema, JSON.parse(text));
    return { text, holder: parsed.success ? parsed.output : null };
  } catch {
    return { text, holder: null };
  }
}

/** Keeps a second process off the folder: two on one embedded database silently lose rows. */
export async function takeLock(dataDir: string): Promise<LockResult> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, 'frontage.lock');
  const own: Holder = { pid: process.pid, host: hostname(), birth: birthOf(process.pid), since: new Date().toISOString() };
  const text = JSON.stringify(own);
  const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  await writeFile(draft, text);
  try {
    for (let round = 0; round < 5; round += 1) {
      // `link` fails where the name exists: written whole and taken in one step.
      const taken = await link(draft, path).then(() => true, () => false);
      if (taken) return { kind: 'held', release: hold(path, text) };
      const found = await readHolder(path);
      if (!found) continue;
      if (found.holder && (await isAlive(found.holder, path).catch(() => false))) return { kind: 'taken', message: refusal(dataDir, found.holder) };
      await setAside(path, found.text, draft);
    }
    return { kind: 'taken', message: `The data folder ${dataDir} can't be locked. Does its file system allow hard links?` };
  } finally {
    await rm(draft, { force: true });
  }
}

/** Moves a lock that was left behind out of the way; puts it back if another process took the name in between. */
async function setAside(path: string, stale: string, draft: string): Promise<void> {
  const aside = `${draft}.stale`;
  const moved = await rename(path, aside).then(() => true, () => false);
  if (!moved) return;
  if ((await readFile(aside, 'utf8')) !== stale) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

function refusal(dataDir: string, holder: Holder): string {
  return `The data folder ${dataDir} is in use by process ${holder.pid} on ${holder.host}, since ${holder.since}. Stop it first, or start this one with another DATA_DIR (and PORT).`;
}

function hold(path: string, text: string): () => void {
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, heartbeatMs);
  beat.unref();
  return () => {
    clearInterval(beat);
    try {
      if (readFileSync(path, 'utf8') === text) rmSync(path, { force: true });
    } catch {
      // Gone already: there is nothing to release.
    }
  };
}
