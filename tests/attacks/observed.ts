import * as v from 'valibot';

/** The observer's options, passed on its command line as JSON. */
export const observeOptions = v.object({
  origin: v.string(),
  path: v.string(),
  /** A request is sent at each multiple of this, whether the last one was answered or not. ms. */
  everyMs: v.number(),
  /** The observer's own address. Null: the system chooses. */
  localAddress: v.nullable(v.string()),
  /** The server's process. */
  pid: v.number(),
});

/** What the observer measured until it was stopped. */
export const observedSchema = v.object({
  /** For each request that was answered with 200: the time to its last byte. ms. */
  times: v.array(v.number()),
  /** The other requests by status; `none` for those without an answer in 10 s, or with a lost connection. */
  refused: v.record(v.string(), v.number()),
  /** The longest time in which no answer of 200 came. ms. */
  longestGapMs: v.number(),
  /** Peak memory of the server. Null: the system does not report it. */
  peakMb: v.nullable(v.number()),
  peakDescriptors: v.nullable(v.number()),
});

export type ObserveOptions = v.InferOutput<typeof observeOptions>;
export type Observed = v.InferOutput<typeof observedSchema>;
