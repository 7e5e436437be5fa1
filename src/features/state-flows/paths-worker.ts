import { type MachineCode, machineCode } from '#machines/export/machine-code.ts';
import { replayPath } from '#machines/state-flows/replay-path.ts';
import type { FlowStep, PathName } from '#machines/state-flows/state-flows.types.ts';
import { type GeneratedPath, generatePaths } from '#machines/testing/paths.ts';
import type { AnyStateMachine } from 'xstate';

/** `number` is that of the answer, since two parts of the page may ask at once. */
export type PathsQuestion = { readonly number: number; readonly machineId: string } & (
  | { readonly kind: 'list' }
  | { readonly kind: 'replay'; readonly index: number }
);

export type PathsAnswer = { readonly number: number } & (
  | { readonly kind: 'listed'; readonly paths: readonly PathName[] }
  | { readonly kind: 'replayed'; readonly steps: readonly FlowStep[] }
  | { readonly kind: 'failed'; readonly message: string }
);

interface MachinePaths {
  readonly machine: AnyStateMachine;
  readonly paths: readonly GeneratedPath[];
}

const codeOf: ReadonlyMap<string, MachineCode> = new Map(Object.entries(machineCode));
const generated = new Map<string, MachinePaths>();

/** The paths of a machine's plan. Those of a large chart take seconds, so they are kept. */
async function pathsOf(machineId: string): Promise<MachinePaths> {
  const known = generated.get(machineId);
  if (known) return known;
  const code = codeOf.get(machineId);
  if (!code) throw new Error(`there is no machine "${machineId}"`);
  const plan = await code.loadPlan();
  const paths = { machine: plan.machine, paths: generatePaths(plan) };
  generated.set(machineId, paths);
  return paths;
}

async function answer(question: PathsQuestion): Promise<PathsAnswer> {
  const { number, machineId } = question;
  try {
    const { machine, paths } = await pathsOf(machineId);
    if (question.kind === 'list') return { number, kind: 'listed', paths: paths.map(({ name }, index) => ({ index, name })) };
    const path = paths[question.index];
    if (!path) throw new Error('there is no such path');
    return { number, kind: 'replayed', steps: replayPath(machine, path) };
  } catch (error) {
    return { number, kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

addEventListener('message', ({ data }: MessageEvent<PathsQuestion>) => {
  void answer(data).then((answered) => postMessage(answered));
});
