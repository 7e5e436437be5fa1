import type { AnyStateMachine } from 'xstate';
import type { Mutant } from './mutants.ts';
import type { PathPlan } from './path-plan.ts';
import { pathTrees, pathTreeText, treeLines } from './path-tree.ts';
import { generatePaths } from './paths.ts';

/** Whether the paths of a plan show that a mutant is not the machine: its tree would not be as it was reviewed. */
export function mutantFinder<M extends AnyStateMachine>(plan: PathPlan<M>): (mutant: Mutant) => boolean {
  const paths = generatePaths(plan);
  const trees = pathTrees(plan, paths);
  const reviewed = pathTreeText(plan, paths);
  const lines = reviewed.split('\n');
  return (mutant) => {
    try {
      const machine = mutant.make();
      // Where it differs on the paths of the machine, it has another tree. Most do, soon, and their own paths need not be generated.
      let at = 0;
      for (const line of treeLines(machine, trees)) {
        if (line !== lines[at]) return true;
        at += 1;
      }
      return pathTreeText({ ...plan, machine: machine as M }) !== reviewed;
    } catch {
      // A guard, an action or an input that throws, or a circle.
      return true;
    }
  };
}
