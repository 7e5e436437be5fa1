import * as scion from '@scion-scxml/scxml';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnyMachineSnapshot, createMachine, enqueueActions, getStateNodes, initialTransition, transition } from 'xstate';
import { chartJson } from '../../machines/export/chart-json.ts';
import { chartModel } from '../../machines/export/chart-model.ts';
import type { ChartEffects } from '../../machines/export/chart.types.ts';
import { machines } from '../../machines/export/machines.ts';
import { notProvided } from '../../machines/placeholder.ts';
import { scxmlEvent, toScxml } from '../../machines/export/scxml.ts';

type Prepared = Parameters<Parameters<typeof scion.documentStringToModel>[2]>[1];
type Factory = Parameters<Parameters<Prepared['prepare']>[0]>[1];

/** Its `log` is called, whatever the interpreter's types say. */
const silent = Object.assign(() => {}, { log: () => {} });

/** An interpreter that runs the text. Its actors never end by themselves, its delays neither. */
async function interpret(id: string, text: string) {
  const model = await new Promise<Prepared>((resolve, reject) =>
    scion.documentStringToModel(`file:///${id}.scxml`, text, (error, read) => (error ? reject(error) : resolve(read))),
  );
  const factory = await new Promise<Factory>((resolve, reject) => model.prepare((error, made) => (error ? reject(error) : resolve(made))));
  return new scion.core.Statechart(factory, { invokers: { 'urn:xstate:actor': () => {} }, console: silent });
}

/** The chart of the exported JSON in XState, as the interpreter has it: these guards refuse, all others hold, actions raise what they may. */
function exportedChart(json: ReturnType<typeof chartJson>, effects: ChartEffects, refusing: readonly string[]) {
  const config = JSON.parse(JSON.stringify(json));
  const { actions, actors, guards, delays } = config.meta.export.implementations;
  const all = <T>(names: readonly string[], implementation: T) => Object.fromEntries(names.map((name) => [name, implementation]));
  return createMachine(config, {
    actions: {
      ...all(actions, () => undefined),
      ...Object.fromEntries(
        Object.entries(effects).map(([name, done]) => [
          name,
          enqueueActions(({ enqueue }) => {
            for (const { kind, what } of done) if (kind === 'raise') enqueue.raise({ type: what });
          }),
        ]),
      ),
    },
    actors: all(actors, notProvided('any')),
    guards: { ...all(guards, () => true), ...all(refusing, () => false) },
    delays: all(Object.keys(delays), 1000),
  });
}

describe('an interpreter of SCXML runs the export, and is always in the same states as XState', () => {
  test.each(machines)('$id', async ({ id, load }) => {
    const machine = await load();
    const chart = chartModel(machine);
    // Two states that each lead to the other by themselves would never rest.
    const refusing = chart.transitions.flatMap(({ kind, guard }) => (kind === 'always' && guard ? [guard.name] : []));
    const exported = exportedChart(chartJson(machine), chart.effects ?? {}, refusing);
    const text = refusing.reduce((all, name) => all.replace(`id="${name}" expr="true"`, `id="${name}" expr="false"`), toScxml(chart));
    const events = [...new Set(chart.transitions.map(({ event }) => event))].filter(
      (event) => event !== '' && !event.includes('.done.state.'),
    );
    const leaves = (snapshot: AnyMachineSnapshot): readonly string[] =>
      getStateNodes(exported.root, snapshot.value).flatMap((node) => (Object.keys(node.states).length === 0 ? [node.id] : []));
    const walk = fc.array(fc.constantFrom(...events), { minLength: 25, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(walk, async (sequence) => {
        const session = await interpret(id, text);
        session.start();
        let [snapshot]: readonly [AnyMachineSnapshot, ...unknown[]] = initialTransition(exported);
        expect(session.getConfiguration().toSorted()).toEqual(leaves(snapshot).toSorted());
        for (const event of sequence) {
          [snapshot] = transition(exported, snapshot, { type: event });
          if (snapshot.status !== 'active') break;
          session.gen(scxmlEvent(event));
          expect(session.getConfiguration().toSorted(), event).toEqual(leaves(snapshot).toSorted());
        }
      }),
      { numRuns: 5, seed: 1 },
    );
  });
});
