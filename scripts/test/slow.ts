import { readdirSync, readFileSync } from 'node:fs';

/** The period in which processes run and then rest. ms. Short compared with everything that a test waits for. */
const periodMs = 100;

/** Every process with its parent. */
function parents(): ReadonlyMap<number, number> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    pids.flatMap((pid) => {
      try {
        // The name of the program stands in brackets and may contain anything: the part behind the last bracket has a fixed shape.
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
      // The process has ended meanwhile.
    }
  }
}

/**
 * Slows down every process that this one has started, and will start, by this factor: each is stopped for that share of each period. Works
 * for any program and needs no rights. Returns a function that ends it. Throws where the system is not Linux.
 */
export function slowDown(times: number): () => void {
  if (process.platform !== 'linux') throw new Error('Linux only: --slow reads /proc.');
  let slowed: readonly number[] = [];
  let timer: NodeJS.Timeout | null = null;
  const pause = () => {
    // Updated each time: a run starts many short processes, which would otherwise end before they are slowed.
    slowed = descendants(process.pid);
    signal(slowed, 'SIGSTOP');
    timer = setTimeout(resume, periodMs * (1 - 1 / times));
  };
  const resume = () => {
    signal(slowed, 'SIGCONT');
    timer = setTimeout(pause, periodMs / times);
  };
  const stop = () => {
    if (timer) clearTimeout(timer);
    signal(slowed, 'SIGCONT');
  };
  process.once('exit', stop);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => {
      stop();
      process.kill(process.pid, name);
    });
  pause();
  return stop;
}
