import { type AnyMachineSnapshot, type AnyStateMachine, initialTransition, transition } from 'xstate';
import { describe, expect, it } from 'vitest';
import { chartModel } from '../export/chart-model.ts';
import { type Covered, coverageOf } from './coverage.ts';
import { exportedMachine } from './exported-machine.ts';
import { mutantsOf } from './mutants.ts';
import type { PathPlan } from './path-plan.ts';
import { pathTrees, pathTreeText } from './path-tree.ts';
import { type GeneratedPath, generatePaths } from './paths.ts';
import { checkProperties, type Properties, unprovenProperties } from './properties.ts';
import { requirementCoverage } from './requirement-coverage.ts';

// Node's, not declared here since the charts compile without any platform.
declare const console: { log(text: string): void };

/**
 * The model-based test of a machine: drives a real actor along every generated path, and checks that every transition of the chart was
 * taken and every guard both held and refused, except those with a reason in the plan. And that the properties hold on every path, each of
 * which some mistake in the chart would break.
 */
export function testPaths<M extends AnyStateMachine>(plan: PathPlan<M>, properties: Properties = {}): void {
  const { machine } = plan;
  const paths = generatePaths(plan);
  const { metBy, visible, withRequirement } = requirementCoverage(chartModel(machine));
  describe(`paths of ${machine.id}`, () => {
    it('are as reviewed', () => {
      expect(pathTreeText(plan, paths)).toMatchSnapshot();
    });

    it('drive every transition of the chart, and every guard both ways', { timeout: 120_000 }, async () => {
      const { transitions, guards } = await coverageOf(plan, paths);
      const relevant = transitions.filter(({ excuse }) => excuse === null);
      const taken = relevant.filter(({ isCovered }) => isCovered);
      // What a guard of a transition without a path decides, no path can show.
      const watched = guards.filter(({ transition: id }) => plan.unreachable?.[id] === undefined);
      const outcomes = watched.reduce((sum, { held, refused }) => sum + Number(held) + Number(refused), 0);
      console.log(
        `${machine.id.padEnd(16)}  in Node      transitions ${taken.length}/${relevant.length} (${((100 * taken.length) / relevant.length).toFixed(1)} %)  outcomes of guards ${outcomes}/${2 * watched.length}  requirements ${withRequirement}/${visible} (${((100 * withRequirement) / visible).toFixed(1)} %)  with a property ${Object.keys(properties).length}/${metBy.size}  on ${paths.length} paths`,
      );
      expect(idsOf(relevant.filter(({ isCovered }) => !isCovered)), 'transitions that no path takes').toEqual([]);
      const untaken = idsOf(transitions.filter(({ isCovered }) => !isCovered));
      expect(
        Object.keys(plan.unreachable ?? {}).filter((id) => !untaken.includes(id)),
        'excuses that are no longer true',
      ).toEqual([]);
      const oneSided = guards.filter(({ held, refused }) => !(held && refused)).map(({ transition }) => transition);
      const excused = Object.keys({ ...plan.unreachable, ...plan.oneSided });
      expect(
        oneSided.filter((id) => !excused.includes(id)),
        'guards that always hold, or never',
      ).toEqual([]);
      expect(
        Object.keys(plan.oneSided ?? {}).filter((id) => !oneSided.includes(id)),
        'excuses of guards that are no longer true',
      ).toEqual([]);
    });

    if (Object.keys(properties).length > 0) {
      it('meet the requirements, each by properties that notice a mistake', { timeout: 120_000 }, () => {
        const trees = pathTrees(plan, paths);
        const { broken, idle } = checkProperties(machine, trees, properties);
        expect(Object.fromEntries(broken), 'properties that do not hold, each with a path').toEqual({});
        expect(idle, 'properties with a rule that applies to no step').toEqual([]);
        expect(
          Object.keys(properties).filter((id) => !metBy.has(id)),
          'properties of requirements that no transition names',
        ).toEqual([]);
        expect(
          unprovenProperties(mutantsOf(machine), trees, properties, (id) => metBy.get(id) ?? []),
          'properties that hold whatever is changed in the chart',
        ).toEqual([]);
      });
    }

    it('lead through the same states in the exported chart', { timeout: 120_000 }, () => {
      const exported = exportedMachine(machine);
      expect(paths.filter((path) => !leadsAsExpected(exported, path)).map((path) => path.name)).toEqual([]);
    });
  });
}

function leadsAsExpected(machine: AnyStateMachine, { input, steps }: GeneratedPath): boolean {
  let [snapshot]: readonly [AnyMachineSnapshot, ...unknown[]] = initialTransition<AnyStateMachine>(machine, input);
  return steps.every(({ event, expected }) => {
    [snapshot] = transition<AnyStateMachine>(machine, snapshot, event);
    return JSON.stringify({ value: snapshot.value, tags: [...snapshot.tags].sort() }) === JSON.stringify(expected);
  });
}

const idsOf = (all: readonly Covered[]): readonly string[] => all.map(({ id }) => id);
