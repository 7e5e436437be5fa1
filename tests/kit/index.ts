/**
 * The entry `frontage/testing`: what a tester in another repository drives the console's machines with, in Node and in a browser, against a
 * console that is deployed anywhere. How to use it: docs/model-based-tests.md.
 */

import { machines } from '#machines/export/machines.ts';
import type { PathPlan } from '#machines/testing/path-plan.ts';

export { type RequirementId, requirements } from '#contract/requirements.ts';
export { coverageOf } from '#machines/testing/coverage.ts';
export { machines, type PathPlan };
export { pathOfFixture } from '#machines/testing/path-fixture.ts';
export { type PlannedEvent, pathPlan } from '#machines/testing/path-plan.ts';
export { type GeneratedPath, generatePaths } from '#machines/testing/paths.ts';
export { type PathRun, runPath } from '#machines/testing/run-path.ts';
export { startMachine } from '#machines/testing/start-machine.ts';
export { recordToasts, toasts } from '../e2e/models/toasts.ts';
export { browserPaths, heldCalls, type ScreenDriver, walkInBrowser } from '../e2e/support/chart-paths.ts';

/** The plan of a machine: the events and inputs that its paths are made of. Throws for an id that no machine has. */
export async function planOf(id: string): Promise<PathPlan> {
  const listed = machines.find((machine) => machine.id === id);
  if (!listed) throw new Error(`No such machine: ${id}. There are ${machines.map((machine) => machine.id).join(', ')}.`);
  return listed.loadPlan();
}
