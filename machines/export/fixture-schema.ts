import * as v from 'valibot';
import { isShallow, type Json, type JsonObject, jsonSchema } from '#contract/json.ts';

/** An event as JSON. An error in it is `{"$error": "its message"}`. */
export interface EventJson extends JsonObject {
  readonly type: string;
}

/** The name that an event has in its machine's paths, or an event that somebody has typed. */
export type FixtureEvent = string | EventJson;

/** A path of a machine as a file: what was simulated on the page State flows, for a test to replay. */
export interface PathFixture {
  readonly format: typeof fixtureFormat;
  readonly version: typeof fixtureVersion;
  readonly machine: string;
  /** Which of the plan's inputs it begins with, from 0. */
  readonly input: number;
  readonly steps: readonly {
    readonly event: FixtureEvent;
    /** Where the machine is after it; a test fails where the real one is elsewhere. */
    readonly expected: { readonly value: Json; readonly tags: readonly string[] };
  }[];
}

export const fixtureFormat = 'frontage-path';
export const fixtureVersion = 1;
export const mostFixtureSteps = 200;
/** Levels of objects in an event that somebody has typed. */
const mostLevels = 40;

const name = v.pipe(v.string(), v.maxLength(2_000));
const eventSchema: v.GenericSchema<unknown, EventJson> = v.pipe(
  v.objectWithRest({ type: v.pipe(v.string(), v.minLength(1), v.maxLength(400)) }, jsonSchema),
  v.check((event) => isShallow(event, mostLevels)),
);
const inputSchema = v.pipe(v.number(), v.integer(), v.minValue(0));
const fixtureEvent = v.union([name, eventSchema]);
const fixtureSchema: v.GenericSchema<unknown, PathFixture> = v.object({
  format: v.literal(fixtureFormat),
  version: v.literal(fixtureVersion),
  machine: name,
  input: inputSchema,
  steps: v.pipe(
    v.array(v.object({ event: fixtureEvent, expected: v.object({ value: jsonSchema, tags: v.array(name) }) })),
    v.maxLength(mostFixtureSteps),
  ),
});
const runSchema = v.object({ input: inputSchema, events: v.pipe(v.array(fixtureEvent), v.maxLength(mostFixtureSteps)) });

/** Null where it is no fixture of this version. */
export function readFixture(json: unknown): PathFixture | null {
  const parsed = v.safeParse(fixtureSchema, json);
  return parsed.success ? parsed.output : null;
}

/** What an address has of a path. Null where it is none. */
export function readRun(json: unknown): v.InferOutput<typeof runSchema> | null {
  const parsed = v.safeParse(runSchema, json);
  return parsed.success ? parsed.output : null;
}

/** An event that somebody has typed as JSON; a text says what is wrong with it. */
export function readEvent(text: string): EventJson | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  const parsed = v.safeParse(eventSchema, json);
  return parsed.success ? parsed.output : 'An event is an object with a “type”, such as {"type": "save.requested"}.';
}
