import { memoryDevice } from './memory-device.ts';
import { type ScheduleResult, runScheduleOn } from './run.ts';

/** Runs the schedule of a seed, or only some of its steps, on a device in memory. */
export function runSchedule(seed: number, only?: readonly number[]): Promise<ScheduleResult> {
  return runScheduleOn(memoryDevice(), seed, only);
}
