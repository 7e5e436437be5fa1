import { readRun } from '#machines/export/fixture-schema.ts';
import type { Simulation } from '#machines/state-flows/state-flows.types.ts';
import { machineOf } from './wire-state-flows.ts';

/** Of a path as JSON. What is longer is cut off by some mail programs and proxies. */
export const mostAddressCharacters = 4_000;

export interface OpenedPath {
  readonly simulation: Simulation | null;
  /** Why the path can't be opened; '' where it can, or where there is none. */
  readonly message: string;
}

/** The path that an address names, which may be anybody's. `run`: undefined where it names none. */
export function pathOfAddress(machineId: string | null, run: unknown): OpenedPath {
  if (machineId === null || machineOf(machineId) === null || run === undefined) return { simulation: null, message: '' };
  const read = readRun(run);
  return read
    ? { simulation: { machineId, ...read }, message: '' }
    : { simulation: null, message: 'The path in this address could not be read: a part of it is missing, or it is no path.' };
}
