import * as v from 'valibot';

/** What a worker prints of each defect. */
export const workerLineSchema = v.object({
  name: v.string(),
  /** Until it was caught, or all of them. */
  schedules: v.number(),
  /** The first schedule that failed, and how; null: none did. */
  result: v.nullable(v.object({ seed: v.number(), kind: v.string(), what: v.string() })),
});
export type WorkerLine = v.InferOutput<typeof workerLineSchema>;
