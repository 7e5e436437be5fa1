import * as v from 'valibot';
import { isJsonObject, type Json, type JsonObject, jsonSchema, sameJson } from '#contract/json.ts';
import { eventNames } from './event-names.ts';
import { type EventJson, type FixtureEvent, readFixture } from '../export/fixture-schema.ts';
import type { PathPlan, PlannedEvent } from './path-plan.ts';
import type { GeneratedPath } from './paths.ts';

/** Null for an event that JSON can't hold, such as one with a file. */
export function eventJson(event: PlannedEvent): EventJson | null {
  const json = jsonOf(event);
  return isJsonObject(json) ? { ...json, type: event.type } : null;
}

/** Undefined where JSON can't hold a value. */
export function jsonOf(value: unknown): Json | undefined {
  if (value instanceof Error) return { $error: value.message };
  if (typeof value !== 'object' || value === null) return v.is(jsonSchema, value) ? value : undefined;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => [key, jsonOf(part)] as const);
  if (parts.some(([, part]) => part === undefined)) return undefined;
  return Array.isArray(value) ? parts.map(([, part]) => part ?? null) : Object.fromEntries(parts.map(([key, part]) => [key, part ?? null]));
}

function withErrors(json: Json): unknown {
  if (Array.isArray(json)) return json.map(withErrors);
  if (!isJsonObject(json)) return json;
  const { $error: message, ...others } = json;
  if (typeof message === 'string' && Object.keys(others).length === 0) return new Error(message);
  return partsWithErrors(json);
}

const partsWithErrors = (json: JsonObject): Record<string, unknown> =>
  Object.fromEntries(Object.entries(json).map(([key, part]) => [key, withErrors(part)]));

/**
 * The events of a plan as a fixture and an address have them: the name of each where no other event has it, such as two delays of one name
 * in two states.
 */
export function knownEvents(plan: Pick<PathPlan, 'events'>): ReadonlyMap<PlannedEvent, FixtureEvent> {
  const names = eventNames(plan.events);
  const typesOf = new Map([...Map.groupBy(names, ([, own]) => own)].map(([own, all]) => [own, new Set(all.map(([{ type }]) => type))]));
  return new Map([...names].map(([event, own]) => [event, typesOf.get(own)?.size === 1 ? own : (eventJson(event) ?? own)]));
}

/** Finds a plan's events by name or by content, and makes those that somebody has typed; null for a name that the plan does not have. */
export function eventFinder(
  plan: Pick<PathPlan, 'events'>,
): (wanted: FixtureEvent) => { readonly event: PlannedEvent; readonly fixture: FixtureEvent } | null {
  const known = [...knownEvents(plan)].map(([event, fixture]) => ({ event, fixture, json: eventJson(event) ?? undefined }));
  return (wanted) => {
    const found = known.find(({ fixture, json }) => (typeof wanted === 'string' ? fixture === wanted : sameJson(json, wanted)));
    if (found || typeof wanted === 'string') return found ?? null;
    const { type, ...payload } = wanted;
    return { event: { ...partsWithErrors(payload), type }, fixture: wanted };
  };
}

/** A fixture as a path that `runPath` and `walkInBrowser` take. Throws where it is none, or not one of this plan. */
export function pathOfFixture(plan: PathPlan, json: unknown): GeneratedPath {
  const fixture = readFixture(json);
  if (!fixture) throw new Error('this is not a path of the page State flows');
  if (fixture.machine !== plan.machine.id) throw new Error(`this is a path of ${fixture.machine}, not of ${plan.machine.id}`);
  if (fixture.input >= plan.inputs.length) throw new Error(`the plan of ${plan.machine.id} has no input ${fixture.input}`);
  const find = eventFinder(plan);
  const steps = fixture.steps.map(({ event, expected }) => {
    const found = find(event);
    if (!found) throw new Error(`the plan of ${plan.machine.id} has no event “${String(event)}”`);
    return { name: typeof found.fixture === 'string' ? found.fixture : found.event.type, event: found.event, expected };
  });
  return { input: plan.inputs[fixture.input], inputAt: fixture.input, name: steps.map((step) => step.name).join(' > '), steps };
}
