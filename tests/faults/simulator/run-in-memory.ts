import { memoryDevice } from './memory-device.ts';
import { type Outcome, runScheduleOn } from './run.ts';

/** Runs the schedule of a seed on a device in memory, or only some of its steps. */
export function runSchedule(seed: number, only?: readonly number[]): Promise<Outcome> {
  return runScheduleOn(memoryDevice(), seed, only);
}
