import { compareCharts } from './compare-charts.ts';
import { type LoadedChart, loadChart } from '#machines/export/load-chart.ts';
import { type MachineEntry, machineEntries } from '#machines/export/machine-entries.ts';
import { mostRecordingBytes, readRecording } from '#machines/flight-recorder/recording.ts';
import { stateFlowsMachine } from '#machines/state-flows/state-flows.machine.ts';
import type { ComparisonInput, FileInput, FileRead, Simulation } from '#machines/state-flows/state-flows.types.ts';
import { fromPromise } from '#machines/actor-logic.ts';

export const machineOf = (id: string): MachineEntry | null => machineEntries.find((each) => each.id === id) ?? null;

async function openChart(id: string): Promise<LoadedChart> {
  const listed = machineOf(id);
  if (!listed) throw new Error(`there is no machine "${id}"`);
  return loadChart(listed);
}

const machinePaths = () => import('./machine-paths.ts');

const refused = (message: string): FileRead => ({ kind: 'refused', message });

export const wireStateFlows = () =>
  stateFlowsMachine.provide({
    actors: {
      loadChart: fromPromise(({ input }: { input: { readonly machineId: string } }) => openChart(input.machineId)),
      listPaths: fromPromise(async ({ input, signal }: { input: { readonly machineId: string }; signal: AbortSignal }) =>
        (await machinePaths()).listPaths(input.machineId, signal),
      ),
      simulate: fromPromise(async ({ input }: { input: Simulation }) => (await machinePaths()).simulatePath(input)),
      readFile: fromPromise(async ({ input: { file } }: { input: FileInput }): Promise<FileRead> => {
        if (file.size > mostRecordingBytes) return refused('This file is larger than any recording: it was not read.');
        const text = await file.text();
        return (await machinePaths()).readPathFile(text) ?? readRecording(text);
      }),
      compareCharts: fromPromise(async ({ input: { machineId, files } }: { input: ComparisonInput }) =>
        compareCharts((await openChart(machineId)).model, files),
      ),
    },
  });
