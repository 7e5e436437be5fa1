import { machineCode } from '#machines/export/machine-code.ts';
import { replayPath } from '#machines/state-flows/replay-path.ts';
import type { FlowStep, PathInput, PathName } from '#machines/state-flows/state-flows.types.ts';
import { type GeneratedPath, generatedPaths } from '#machines/testing/paths.ts';
import type { AnyStateMachine } from 'xstate';

interface MachinePaths {
  readonly machine: AnyStateMachine;
  readonly paths: readonly GeneratedPath[];
}

/** How long the page answers nobody at a time. ms. A frame's. */
const sliceMs = 16;

const codeOf = new Map(Object.entries(machineCode));
/** Those of a large chart take seconds. All of them together are some three thousand short lists of events. */
const generated = new Map<string, MachinePaths>();

/** Runs to the end, and lets keys, clicks and frames in between. Rejects with the signal's reason once nobody waits for it any more. */
async function inSlices<T>(generation: Generator<undefined, T>, signal: AbortSignal): Promise<T> {
  for (let since = performance.now(); ; ) {
    const { done, value } = generation.next();
    if (done) return value;
    if (performance.now() - since < sliceMs) continue;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    since = performance.now();
  }
}

/** The paths of a machine's plan, whose code loads with the first question. */
async function pathsOf(machineId: string, signal: AbortSignal): Promise<MachinePaths> {
  const known = generated.get(machineId);
  if (known) return known;
  const code = codeOf.get(machineId);
  if (!code) throw new Error(`there is no machine "${machineId}"`);
  const plan = await code.loadPlan();
  const found = { machine: plan.machine, paths: await inSlices(generatedPaths(plan), signal) };
  generated.set(machineId, found);
  return found;
}

export async function listPaths(machineId: string, signal: AbortSignal): Promise<readonly PathName[]> {
  const { paths } = await pathsOf(machineId, signal);
  return paths.map(({ name }, index) => ({ index, name }));
}

/** The steps of one path, without any side effect. */
export async function replay({ machineId, index }: PathInput, signal: AbortSignal): Promise<readonly FlowStep[]> {
  const { machine, paths } = await pathsOf(machineId, signal);
  const path = paths[index];
  if (!path) throw new Error('there is no such path');
  return replayPath(machine, path);
}
