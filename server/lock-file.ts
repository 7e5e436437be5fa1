import { randomUUID } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';

const holderSchema = v.object({
  pid: v.number(),
  host: v.string(),
  birth: v.nullable(v.string()),
  since: v.string(),
  /** The space in which its pid is valid, see `pidSpace`. Locks of earlier versions have none. */
  space: v.optional(v.nullable(v.string()), null),
});
type Holder = v.InferOutput<typeof holderSchema>;

export type LockResult = { readonly kind: 'held'; readonly release: () => void } | { readonly kind: 'taken'; readonly message: string };

const heartbeatMs = 5_000;
/** An older lock of another host or container, which may be gone, counts as left behind. */
const silentMs = 30_000;

/** The process's start time as the kernel counts it: a reused pid has another. Null without /proc. */
function birthOf(pid: number): string | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

/**
 * The space in which this process's pid is valid: the running kernel and the pid namespace. Two containers may have the same host name, and
 * so may two machines on one shared folder; a pid of one means nothing in the other. Null without /proc.
 */
function pidSpace(): string | null {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
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

function isAlive(holder: Holder, path: string): boolean {
  const space = pidSpace();
  const isElsewhere = holder.host !== hostname() || (holder.space !== null && space !== null && holder.space !== space);
  if (isElsewhere) return Date.now() - statSync(path).mtimeMs < silentMs;
  return runs(holder.pid) && (holder.birth === null || holder.birth === birthOf(holder.pid));
}

type Found = { readonly kind: 'free' } | { readonly kind: 'left' } | { readonly kind: 'alive'; readonly holder: Holder };

/** The lock's current holder. A lock that can't be read was left behind: locks are written completely. */
function look(path: string): Found {
  try {
    const parsed = v.safeParse(holderSchema, JSON.parse(readFileSync(path, 'utf8')));
    return parsed.success && isAlive(parsed.output, path) ? { kind: 'alive', holder: parsed.output } : { kind: 'left' };
  } catch {
    return existsSync(path) ? { kind: 'left' } : { kind: 'free' };
  }
}

/**
 * Keeps a second process from using the folder: two on one embedded database silently lose rows. `onLost` is called once where the lock
 * turns out to belong to another process: a process that was suspended for long enough counts as gone.
 */
export async function takeLock(dataDir: string, onLost: (reason: string) => void, beatMs = heartbeatMs): Promise<LockResult> {
  const path = join(dataDir, 'frontage.lock');
  const own: Holder = {
    pid: process.pid,
    host: hostname(),
    birth: birthOf(process.pid),
    since: new Date().toISOString(),
    space: pidSpace(),
  };
  const draft = `${path}.${randomUUID()}`;
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(draft, JSON.stringify({ ...own, nonce: randomUUID() }));
  } catch (error) {
    return {
      kind: 'taken',
      message: `The data folder ${dataDir} can't be written to: ${error instanceof Error ? error.message : 'no reason given'}`,
    };
  }
  try {
    for (let round = 0; round < 50; round += 1) {
      // `link` fails where the name exists: the lock is written completely and taken in one step.
      if (succeeds(() => linkSync(draft, path))) return { kind: 'held', release: hold(path, readFileSync(draft, 'utf8'), onLost, beatMs) };
      const found = look(path);
      if (found.kind === 'alive') return { kind: 'taken', message: refusal(dataDir, found.holder) };
      if (found.kind === 'left' && !clearLeft(path)) await sleep(20);
    }
    return {
      kind: 'taken',
      message: `The data folder ${dataDir} can't be locked. Is it writable, and does its file system allow hard links?`,
    };
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes a lock that was left behind. Only one process may do so at a time: another might remove the lock that is taken after that. */
function clearLeft(path: string): boolean {
  const turn = `${path}.turn`;
  if (!succeeds(() => mkdirSync(turn))) {
    // Its holder needs a millisecond for its work: an old one crashed.
    if (succeeds(() => statSync(turn)) && Date.now() - statSync(turn).mtimeMs > heartbeatMs) succeeds(() => rmdirSync(turn));
    return false;
  }
  try {
    // Checked again under this lock: as long as the file lies here nobody else can put a new lock in its place.
    if (look(path).kind === 'left') rmSync(path, { force: true });
    return true;
  } finally {
    rmdirSync(turn);
  }
}

function succeeds(step: () => unknown): boolean {
  try {
    step();
    return true;
  } catch {
    return false;
  }
}

function refusal(dataDir: string, holder: Holder): string {
  return `The data folder ${dataDir} is in use by process ${holder.pid} on ${holder.host}, since ${holder.since}. Stop it first, or start this one with another DATA_DIR (and PORT).`;
}

/** Whether the lock is still the one that was taken; null where that can't be read. */
function isOwn(path: string, text: string): boolean | null {
  try {
    return readFileSync(path, 'utf8') === text;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? false : null;
  }
}

function hold(path: string, text: string, onLost: (reason: string) => void, beatMs: number): () => void {
  const beat = setInterval(() => {
    if (isOwn(path, text) === false) {
      clearInterval(beat);
      onLost(`${path} is gone, or another process’s by now`);
      return;
    }
    const now = new Date();
    succeeds(() => utimesSync(path, now, now));
  }, beatMs);
  beat.unref();
  return () => {
    clearInterval(beat);
    if (isOwn(path, text) === true) succeeds(() => rmSync(path, { force: true }));
  };
}
