import * as v from 'valibot';
import { isShallow, type Json, type JsonObject, jsonSchema } from '#contract/json.ts';
import type { RedactedEvent } from './redact.ts';

/** One event that an actor has taken, with what it came to. */
export interface RecordedEvent {
  /** ms since the epoch. */
  readonly at: number;
  /** Its place among the events of all actors; recordings of earlier versions do not have it. */
  readonly order?: number | undefined;
  readonly event: RedactedEvent;
  /** The machine that has sent it, or the actor that is no machine; null: the screen, or a timer. */
  readonly from: string | null;
  /** Ids of the transitions, in their order. Empty: nothing happened. */
  readonly took: readonly string[];
  /** The state value after it. */
  readonly value: Json;
  /** What of the context it has changed, with the values after it, redacted; recordings of earlier versions do not have it. */
  readonly set?: JsonObject | undefined;
  readonly status: ActorStatus;
}

export type ActorStatus = 'active' | 'done' | 'error' | 'stopped';

export interface RecordedActor {
  /** Unique in its recording. */
  readonly id: string;
  readonly machineId: string;
  /** The id of the actor that has started it. */
  readonly parentId: string | null;
  readonly startedAt: number;
  readonly status: ActorStatus;
  /** How many earlier events are no longer there. */
  readonly dropped: number;
  /** The context before the first event, redacted; recordings of earlier versions do not have it. */
  readonly context?: JsonObject | undefined;
  readonly events: readonly RecordedEvent[];
}

/** A file of the flight recorder. */
export interface Recording {
  readonly format: typeof recordingFormat;
  readonly version: typeof recordingVersion;
  readonly recordedAt: string;
  readonly appVersion: string;
  readonly browser: string;
  readonly isOnline: boolean;
  /** The path of the screen's address: no search and no hash, which may hold what somebody typed. */
  readonly screen: string;
  /** What broke the screen: a kind of error, and where in the code. Null where nothing did. */
  readonly problem: { readonly name: string; readonly stack: readonly string[] } | null;
  readonly actors: readonly RecordedActor[];
}

export const recordingFormat = 'frontage-flight-recording';
export const recordingVersion = 1;

/** Events that are kept of each actor. */
export const mostEvents = 500;
/** bytes. A whole recording of many full actors has some 10 MB. */
export const mostRecordingBytes = 25_000_000;
/** Levels of objects in a file; those that the recorder writes have six. */
const mostLevels = 40;
const mostActors = 2_000;
/** Of one event, and of one state value, as JSON; those that the recorder writes have some hundred. */
const mostCharacters = 20_000;

const text = v.pipe(v.string(), v.maxLength(400));
const count = v.pipe(v.number(), v.finite(), v.minValue(0));
const isShort = (value: Json): boolean => JSON.stringify(value).length <= mostCharacters;
const values = v.optional(
  v.pipe(
    v.record(text, jsonSchema),
    v.check((each) => isShort(each)),
  ),
);
const status = v.picklist(['active', 'done', 'error', 'stopped']);
const recordingSchema: v.GenericSchema<unknown, Recording> = v.object({
  format: v.literal(recordingFormat),
  version: v.literal(recordingVersion),
  recordedAt: text,
  appVersion: text,
  browser: v.pipe(v.string(), v.maxLength(2_000)),
  isOnline: v.boolean(),
  screen: text,
  problem: v.nullable(v.object({ name: text, stack: v.pipe(v.array(text), v.maxLength(100)) })),
  actors: v.pipe(
    v.array(
      v.object({
        id: text,
        machineId: text,
        parentId: v.nullable(text),
        startedAt: count,
        status,
        dropped: count,
        context: values,
        events: v.pipe(
          v.array(
            v.object({
              at: count,
              order: v.optional(count),
              event: v.pipe(
                v.objectWithRest({ type: text }, jsonSchema),
                v.check((event) => isShort(event)),
              ),
              from: v.nullable(text),
              took: v.pipe(v.array(text), v.maxLength(1_000)),
              set: values,
              value: v.pipe(
                jsonSchema,
                v.check((value) => isShort(value)),
              ),
              status,
            }),
          ),
          v.maxLength(mostEvents),
        ),
      }),
    ),
    v.maxLength(mostActors),
    v.check((actors) => new Set(actors.map(({ id }) => id)).size === actors.length),
  ),
});

export type RecordingRead =
  | { readonly kind: 'read'; readonly recording: Recording }
  | { readonly kind: 'refused'; readonly message: string };

const refused = (message: string): RecordingRead => ({ kind: 'refused', message });

/** Reads a file of the flight recorder, which may be anybody's. */
export function readRecording(file: string): RecordingRead {
  let json: unknown;
  try {
    json = JSON.parse(file);
  } catch {
    return refused('This file is not a recording: it is not JSON, or only a part of it.');
  }
  if (typeof json !== 'object' || json === null || !('format' in json) || json.format !== recordingFormat) {
    return refused('This file is not a recording of this console.');
  }
  if (!('version' in json) || json.version !== recordingVersion) {
    return refused('This recording was written by another version of the console, which this one cannot read.');
  }
  const parsed = isShallow(json, mostLevels) ? v.safeParse(recordingSchema, json) : null;
  if (!parsed?.success) return refused('This recording is damaged: parts of it are missing, or are not what they should be.');
  return { kind: 'read', recording: parsed.output };
}
