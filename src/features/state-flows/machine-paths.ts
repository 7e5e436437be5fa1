import { machineCode } from '#machines/export/machine-code.ts';
import { simulate } from '#machines/state-flows/simulate.ts';
import type { FileRead, PathName, Simulated, Simulation } from '#machines/state-flows/state-flows.types.ts';
import { fixtureFormat, readFixture } from '#machines/export/fixture-schema.ts';
import { knownEvents } from '#machines/testing/path-fixture.ts';
import type { PathPlan } from '#machines/testing/path-plan.ts';
import { type GeneratedPath, generatedPaths } from '#machines/testing/paths.ts';

/** How long the page answers nobody at a time. ms. A frame's. */
const sliceMs = 16;
/** Steps of a slice, of half a millisecond each. On a busy device a slice is over before the browser has run it: one step at a time took a minute. */
const leastSteps = 16;

const codeOf = new Map(Object.entries(machineCode));
/** Those of a large chart take seconds. All of them together are some three thousand short lists of events. */
const generated = new Map<string, readonly PathName[]>();

/** Runs to the end, and lets keys, clicks and frames in between. Rejects with the signal's reason once nobody waits for it any more. */
async function inSlices<T>(generation: Generator<undefined, T>, signal: AbortSignal): Promise<T> {
  for (let [since, steps] = [performance.now(), 1]; ; steps += 1) {
    const { done, value } = generation.next();
    if (done) return value;
    if (performance.now() - since < sliceMs || steps % leastSteps !== 0) continue;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    since = performance.now();
  }
}

/** Its code loads with the first question. */
async function planOf(machineId: string): Promise<PathPlan> {
  const code = codeOf.get(machineId);
  if (!code) throw new Error(`there is no machine "${machineId}"`);
  return code.loadPlan();
}

export async function listPaths(machineId: string, signal: AbortSignal): Promise<readonly PathName[]> {
  const before = generated.get(machineId);
  if (before) return before;
  const plan = await planOf(machineId);
  const known = knownEvents(plan);
  const pathName = ({ name, inputAt, steps }: GeneratedPath, index: number): PathName => {
    return { index, name, input: inputAt, events: steps.map(({ event }) => known.get(event) ?? event.type) };
  };
  const paths = (await inSlices(generatedPaths(plan), signal)).map(pathName);
  generated.set(machineId, paths);
  return paths;
}

/** The steps of a path, without any side effect. */
export const simulatePath = async ({ machineId, input, events }: Simulation): Promise<Simulated> =>
  simulate(await planOf(machineId), input, events);

/** A file with a path, which may be anybody's. Null where it is another file. */
export function readPathFile(file: string): FileRead | null {
  let json: unknown;
  try {
    json = JSON.parse(file);
  } catch {
    return null;
  }
  if (typeof json !== 'object' || json === null || !('format' in json) || json.format !== fixtureFormat) return null;
  const fixture = readFixture(json);
  if (!fixture) return { kind: 'refused', message: 'This path is damaged, or was written by another version of the console.' };
  const { machine: machineId, input, steps } = fixture;
  if (!codeOf.has(machineId)) return { kind: 'refused', message: `This is a path of “${machineId}”, which this console does not have.` };
  return { kind: 'simulation', simulation: { machineId, input, events: steps.map(({ event }) => event) } };
}
