import * as v from 'valibot';

/** What a worker prints about each defect. */
export const workerLineSchema = v.object({
  name: v.string(),
  /** The number of schedules until it was caught, or all of them. */
  schedules: v.number(),
  /** The first schedule that failed, and its violation; of a unit test seed 0, and its name; null: none failed. */
  result: v.nullable(v.object({ seed: v.number(), kind: v.string(), what: v.string() })),
});
export type WorkerLine = v.InferOutput<typeof workerLineSchema>;
