import { type AnyMachineSnapshot, type AnyStateMachine, initialTransition, transition } from 'xstate';
import { describe, expect, it } from 'vitest';
import { transitionIdsOf } from '../export/transitions.ts';
import { exportedMachine } from './exported-machine.ts';
import type { PathPlan } from './path-plan.ts';
import { type GeneratedPath, generatePaths } from './paths.ts';
import { runPath } from './run-path.ts';

// Node's, not declared here since the charts compile without any platform.
declare const console: { log(text: string): void };

/**
 * The model-based test of a machine: drives a real actor along every generated path, and checks that every transition of
 * the chart was taken, except those with a reason in the plan.
 */
export function checkPaths<M extends AnyStateMachine>(plan: PathPlan<M>): void {
  const { machine } = plan;
  const paths = generatePaths(plan);
  describe(`paths of ${machine.id}`, () => {
    it('are as reviewed', () => {
      expect(paths.map((path) => path.name).sort()).toMatchSnapshot();
    });

    it('drive every transition of the chart', { timeout: 120_000 }, async () => {
      const driven = new Set<string>();
      for (const path of paths) for (const id of (await runPath(machine, path)).driven) driven.add(id);
      const all = transitionIdsOf(machine);
      const excused = Object.keys(plan.unreachable ?? {});
      const missing = all.filter((id) => !driven.has(id) && !excused.includes(id));
      const share = (100 * (all.length - missing.length - excused.length)) / (all.length - excused.length);
      console.log(
        `${machine.id}: ${paths.length} paths drive ${share.toFixed(1)} % of ${all.length - excused.length} transitions (${excused.length} excused)`,
      );
      expect(missing, 'transitions that no path takes').toEqual([]);
      expect(
        excused.filter((id) => driven.has(id) || !all.includes(id)),
        'excuses that are no longer true',
      ).toEqual([]);
    });

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
