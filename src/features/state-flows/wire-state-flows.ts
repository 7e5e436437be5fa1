import { loadChart } from '#machines/export/load-chart.ts';
import { type ListedMachine, machines } from '#machines/export/machines.ts';
import { mostRecordingBytes, readRecording } from '#machines/flight-recorder/recording.ts';
import { replayPath } from '#machines/state-flows/replay-path.ts';
import { stateFlowsMachine } from '#machines/state-flows/state-flows.machine.ts';
import type { FileInput, FlowStep, LoadedChart, PathInput, PathName } from '#machines/state-flows/state-flows.types.ts';
import type { GeneratedPath } from '#machines/testing/paths.ts';
import { type AnyStateMachine, fromPromise } from 'xstate';

export const machineOf = (id: string): ListedMachine | null => machines.find((each) => each.id === id) ?? null;

async function openChart(id: string): Promise<LoadedChart> {
  const listed = machineOf(id);
  if (!listed) throw new Error(`there is no machine "${id}"`);
  const { chart, layout, json } = await loadChart(listed);
  return { model: chart, layout, json };
}

interface MachinePaths {
  readonly machine: AnyStateMachine;
  readonly paths: readonly GeneratedPath[];
}

const generated = new Map<string, MachinePaths>();

/** The paths of a machine's plan. Those of a large chart take a moment, so they are kept. */
async function pathsOf(id: string): Promise<MachinePaths> {
  const known = generated.get(id);
  if (known) return known;
  const [plan, { generatePaths }] = await Promise.all([machineOf(id)?.loadPlan(), import('#machines/testing/paths.ts')]);
  if (!plan) throw new Error(`there is no machine "${id}"`);
  const paths = { machine: plan.machine, paths: generatePaths(plan) };
  generated.set(id, paths);
  return paths;
}

/** Lets the browser draw that the paths are being generated before the work begins. */
const afterFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

export const wireStateFlows = () =>
  stateFlowsMachine.provide({
    actors: {
      loadChart: fromPromise(({ input }: { input: { readonly machineId: string } }) => openChart(input.machineId)),
      listPaths: fromPromise(async ({ input }: { input: { readonly machineId: string } }): Promise<readonly PathName[]> => {
        await afterFrame();
        return (await pathsOf(input.machineId)).paths.map(({ name }, index) => ({ index, name }));
      }),
      replayPath: fromPromise(async ({ input }: { input: PathInput }): Promise<readonly FlowStep[]> => {
        const { machine, paths } = await pathsOf(input.machineId);
        const path = paths[input.index];
        if (!path) throw new Error('there is no such path');
        return replayPath(machine, path);
      }),
      readFile: fromPromise(async ({ input: { file } }: { input: FileInput }) => {
        if (file.size <= mostRecordingBytes) return readRecording(await file.text());
        return { kind: 'refused' as const, message: 'This file is larger than any recording: it was not read.' };
      }),
    },
  });
