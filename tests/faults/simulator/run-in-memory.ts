import { memoryDevice } from './memory-device.ts';
import { type Outcome, runScheduleOn } from './run.ts';

/** Runs the schedule of a seed, or only some of its steps, on a device in memory. */
export function runSchedule(seed: number, only?: readonly number[]): Promise<Outcome> {
  return runScheduleOn(memoryDevice(), seed, only);
}
