import * as v from 'valibot';
import { type JsonObject, isJsonObject, jsonSchema } from '#contract/json.ts';
import { chartOfJson } from './chart-json.ts';
import { type ChartLayout, chartLayoutSchema } from './chart-layout.ts';
import type { ChartModel } from './chart.types.ts';
import type { MachineEntry } from './machine-entries.ts';

export interface LoadedChart {
  readonly model: ChartModel;
  readonly layout: ChartLayout;
  /** For Stately's editor and `createMachine`. */
  readonly json: JsonObject;
}

/**
 * A machine's chart with everything that is said about it. The build takes descriptions and requirements out of the machines themselves,
 * since nobody who works in the console reads them: whoever shows a chart takes it from here, and not from the machine.
 */
export async function loadChart({ loadFiles }: Pick<MachineEntry, 'loadFiles'>): Promise<LoadedChart> {
  const files = await loadFiles();
  const json = v.parse(jsonSchema, files.json);
  if (!isJsonObject(json)) throw new Error('an exported chart is an object');
  return { model: chartOfJson(json), layout: v.parse(chartLayoutSchema, files.layout), json };
}
