import { type LoadedChart, loadChart } from '#machines/export/load-chart.ts';
import { type MachineEntry, machineEntries } from '#machines/export/machine-entries.ts';
import { mostRecordingBytes, readRecording } from '#machines/flight-recorder/recording.ts';
import { stateFlowsMachine } from '#machines/state-flows/state-flows.machine.ts';
import type { FileInput, PathInput } from '#machines/state-flows/state-flows.types.ts';
import { fromPromise } from '#machines/actor-logic.ts';

export const machineOf = (id: string): MachineEntry | null => machineEntries.find((each) => each.id === id) ?? null;

async function openChart(id: string): Promise<LoadedChart> {
  const listed = machineOf(id);
  if (!listed) throw new Error(`there is no machine "${id}"`);
  return loadChart(listed);
}

const machinePaths = () => import('./machine-paths.ts');

export const wireStateFlows = () =>
  stateFlowsMachine.provide({
    actors: {
      loadChart: fromPromise(({ input }: { input: { readonly machineId: string } }) => openChart(input.machineId)),
      listPaths: fromPromise(async ({ input, signal }: { input: { readonly machineId: string }; signal: AbortSignal }) =>
        (await machinePaths()).listPaths(input.machineId, signal),
      ),
      replayPath: fromPromise(async ({ input, signal }: { input: PathInput; signal: AbortSignal }) =>
        (await machinePaths()).replay(input, signal),
      ),
      readFile: fromPromise(async ({ input: { file } }: { input: FileInput }) => {
        if (file.size <= mostRecordingBytes) return readRecording(await file.text());
        return { kind: 'refused' as const, message: 'This file is larger than any recording: it was not read.' };
      }),
    },
  });
