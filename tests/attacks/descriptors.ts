import { readdirSync } from 'node:fs';

/** How many files and connections a process has open; null where it has ended, or the system has no /proc. */
export function descriptorsOf(pid: number): number | null {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return null;
  }
}
