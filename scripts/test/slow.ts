import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** How long processes run and rest in turn, together. ms. Short beside everything that a test waits for. */
const periodMs = 100;

/** Every process with its parent. */
function parents(): ReadonlyMap<number, number> {
  if (process.platform !== 'linux') {
    const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    return new Map(
      table
        .trim()
        .split('\n')
        .map((line) => line.trim().split(/\s+/).map(Number))
        .map(([pid = 0, parent = 0]) => [pid, parent]),
    );
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    pids.flatMap((pid) => {
      try {
        // The name of the program stands in brackets and may hold anything: what follows the last one is of fixed shape.
        const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
        return [[Number(pid), Number(parent)] as const];
      } catch {
        return [];
      }
    }),
  );
}

function descendants(of: number): readonly number[] {
  const children = Map.groupBy(parents(), ([, parent]) => parent);
  const below = (pid: number): readonly number[] => (children.get(pid) ?? []).flatMap(([child]) => [child, ...below(child)]);
  return below(of);
}

function signal(pids: Iterable<number>, name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/**
 * Makes everything that this process has started, and will start, as many times slower: it is stopped for that share of
 * each period. Works for any program and needs no rights; a POSIX system only. Answers how to end it.
 */
export function slowDown(times: number): () => void {
  if (process.platform === 'win32') throw new Error('--slow needs signals that stop a process, which Windows does not have.');
  let slowed: readonly number[] = [];
  let timer: NodeJS.Timeout | null = null;
  const rest = () => {
    // Each time: a run starts many short processes, which would otherwise be over before they are slowed.
    slowed = descendants(process.pid);
    signal(slowed, 'SIGSTOP');
    timer = setTimeout(run, periodMs * (1 - 1 / times));
  };
  const run = () => {
    signal(slowed, 'SIGCONT');
    timer = setTimeout(rest, periodMs / times);
  };
  const end = () => {
    if (timer) clearTimeout(timer);
    signal(slowed, 'SIGCONT');
  };
  process.once('exit', end);
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      end();
      process.kill(process.pid, name);
    });
  rest();
  return end;
}
