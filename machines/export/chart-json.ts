import * as v from 'valibot';
import { type AnyStateMachine, createMachine } from 'xstate';
import { type Json, type JsonObject, isJsonObject, jsonSchema, toJson } from '#contract/json.ts';
import { inlineName } from './action-effects.ts';
import { chartModel, implementedBy } from './chart-model.ts';
import type { ChartModel } from './chart.types.ts';
import { guardOf } from './guard-text.ts';

const note =
  'Loads with createMachine of XState 5 and opens in the editor of Stately. "leftOut" lists the functions of the chart that JSON can not hold: parameters of guards and actions, inputs of actors, the initial context, the output. "implementations" lists the names to provide, and what the actions do beside changing the context.';

/**
 * A machine's config as JSON: `createMachine` takes it, and Stately's editor opens it. The root's `meta.export` says what JSON can't hold.
 * `leftOut`: functions, each by its JSON Pointer (RFC 6901) in the config. `implementations`: what the chart names and the code implements,
 * with delays in ms, null where they are worked out at run time, and what the actions do beside changing the context.
 */
export function chartJson(machine: AnyStateMachine): JsonObject {
  const leftOut: string[] = [];
  const config = plain(machine.config, '', leftOut);
  if (!isJsonObject(config)) throw new Error(`${machine.id} has no config`);
  const meta = isJsonObject(config['meta']) ? config['meta'] : {};
  return { ...config, meta: { ...meta, export: { note, leftOut, implementations: implementationsOf(machine) } } };
}

/** The machine's config as JSON; functions are left out and their places collected. */
function plain(value: unknown, pointer: string, leftOut: string[]): Json | undefined {
  if (typeof value === 'function') {
    leftOut.push(pointer);
    // `not`, `and` and `or` are functions, and so are actions without a name: what they are called stays in the export.
    if (pointer.endsWith('/guard')) {
      const guard = guardOf(value);
      return { type: guard?.name ?? 'inline', text: guard?.text ?? '' };
    }
    return /\/(?:actions|entry|exit)(?:\/\d+)?$/u.test(pointer) ? { type: inlineName(value) ?? 'inline' } : undefined;
  }
  if (Array.isArray(value)) return value.map((item, index) => plain(item, `${pointer}/${index}`, leftOut) ?? null);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) => {
        const json = plain(inner, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, leftOut);
        return json === undefined ? [] : [[key, json]];
      }),
    );
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null ? value : undefined;
}

function implementationsOf(machine: AnyStateMachine): JsonObject {
  const { actions, actors, guards, delays } = machine.implementations;
  const { effects, machines } = implementedBy(machine);
  return {
    actions: Object.keys(actions).sort(),
    actors: Object.keys(actors).sort(),
    guards: Object.keys(guards).sort(),
    delays: Object.fromEntries(
      Object.entries(delays)
        .map(([name, delay]) => [name, typeof delay === 'number' ? delay : null] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    effects: toJson(effects),
    machines,
  };
}

const effectSchema = v.object({
  kind: v.picklist(['raise', 'emit', 'send', 'spawn', 'stop']),
  what: v.string(),
  to: v.nullable(v.string()),
  data: jsonSchema,
  isSure: v.boolean(),
});

const exportedSchema = v.object({
  meta: v.looseObject({
    export: v.object({
      implementations: v.object({
        delays: v.record(v.string(), v.nullable(v.number())),
        // Early revisions do not have it.
        effects: v.optional(v.record(v.string(), v.array(effectSchema))),
        machines: v.optional(v.record(v.string(), v.string()), {}),
      }),
    }),
  }),
});

/** The chart of an exported JSON, as `chartModel` makes it of the machine itself. Throws for anything that is no such export. */
export function chartOfJson(json: unknown): ChartModel {
  const { export: note, ...meta } = v.parse(exportedSchema, json).meta;
  const delays = Object.entries(note.implementations.delays).flatMap(([name, ms]) => (ms === null ? [] : [[name, ms] as const]));
  // JSON has no type that `createMachine` takes: a copy without one is passed. It throws for a target that is not there.
  const config = { ...JSON.parse(JSON.stringify(json)), meta };
  const { effects, machines } = note.implementations;
  return chartModel(createMachine(config, { delays: Object.fromEntries(delays) }), { effects: effects ?? null, machines });
}
