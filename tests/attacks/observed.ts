import * as v from 'valibot';

/** What an observer is told on its command line, as JSON. */
export const observeOptions = v.object({
  origin: v.string(),
  path: v.string(),
  /** A request is sent at each multiple of this, whether the last one was answered or not. ms. */
  everyMs: v.number(),
  /** Of the observer. Null: whichever the system takes. */
  localAddress: v.nullable(v.string()),
  /** The server's process. */
  pid: v.number(),
});

/** What it saw until it was told to stop. */
export const observedSchema = v.object({
  /** Of each request that was answered with 200: until its last byte. ms. */
  times: v.array(v.number()),
  /** The others by status; `none` for those without an answer in 10 s, or with a lost connection. */
  refused: v.record(v.string(), v.number()),
  /** The longest time in which no answer of 200 came. ms. */
  longestGapMs: v.number(),
  /** Of the server. Null: the system does not tell. */
  peakMb: v.nullable(v.number()),
  peakDescriptors: v.nullable(v.number()),
});

export type ObserveOptions = v.InferOutput<typeof observeOptions>;
export type Observed = v.InferOutput<typeof observedSchema>;
