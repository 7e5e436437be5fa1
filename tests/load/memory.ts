import { existsSync, readFileSync } from 'node:fs';

/** Resident memory of a process in MB (1,000,000 bytes); null where it is gone, or the system has no /proc. */
export function residentOf(pid: number): number | null {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return null;
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(status, 'utf8')) ?? [];
  return kilobytes === undefined ? null : (Number(kilobytes) * 1024) / 1e6;
}

export interface MemoryWatch {
  readonly start: number | null;
  readonly peak: () => number | null;
  readonly now: () => number | null;
  readonly stop: () => void;
}

const everyMs = 200;

/** Samples a process's memory five times a second. */
export function watchMemory(pid: number | null): MemoryWatch {
  const now = () => (pid === null ? null : residentOf(pid));
  const start = now();
  let peak = start;
  const look = () => {
    peak = Math.max(peak ?? 0, now() ?? 0) || null;
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  return {
    start,
    now,
    peak: () => {
      look();
      return peak;
    },
    stop: () => clearInterval(timer),
  };
}
