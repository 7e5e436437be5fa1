import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { AnyStateMachine } from 'xstate';
import { chartJson } from '../../machines/export/chart-json.ts';
import { type ChartLayout, chartLayoutSchema } from '../../machines/export/chart-layout.ts';
import { type ChartModel, chartModel } from '../../machines/export/chart-model.ts';
import { type ListedMachine, machines } from '../../machines/export/machines.ts';
import { toMermaid } from '../../machines/export/mermaid.ts';
import { toScxml } from '../../machines/export/scxml.ts';
import { toSvg } from '../../machines/export/svg.ts';
import { root } from '../inputs.mjs';
import { indexText, pageText } from './page.ts';

export interface LoadedMachine {
  readonly listed: ListedMachine;
  readonly machine: AnyStateMachine;
  readonly chart: ChartModel;
}

export const docsFolder = 'docs/state-flows';
export const layoutsFolder = 'machines/export/layouts';
/** The same JSON as in the documents, for the console's build, which has no documents. */
export const exportsFolder = 'machines/export/charts';
const layoutFile = (id: string): string => `${layoutsFolder}/${id}.gen.json`;

export async function loadMachines(): Promise<readonly LoadedMachine[]> {
  return Promise.all(
    machines.map(async (listed) => {
      const machine = await listed.load();
      return { listed, machine, chart: chartModel(machine) };
    }),
  );
}

/** What a layout was made of. */
export function hashOf(chart: ChartModel): string {
  return createHash('sha256').update(JSON.stringify(chart)).digest('hex').slice(0, 16);
}

/** The layout that is stored; null where there is none. */
export function storedLayout(id: string): ChartLayout | null {
  const path = join(root, layoutFile(id));
  return existsSync(path) ? v.parse(chartLayoutSchema, JSON.parse(readFileSync(path, 'utf8'))) : null;
}

/** Every generated file of these machines, by its path from the root. */
export function chartFiles(all: readonly (LoadedMachine & { readonly layout: ChartLayout })[]): ReadonlyMap<string, string> {
  return new Map([
    [`${docsFolder}/README.md`, indexText(all)],
    ...all.flatMap(({ listed, machine, chart, layout }) => {
      const at = `${docsFolder}/${listed.id}`;
      return [
        [`${at}.md`, pageText(listed, chart)],
        [`${at}.svg`, toSvg(chart, layout, listed.title)],
        [`${at}.json`, `${JSON.stringify(chartJson(machine), null, 2)}\n`],
        [`${at}.scxml`, toScxml(chart)],
        [`${at}.mmd`, toMermaid(chart)],
        [layoutFile(listed.id), layoutText(layout)],
        [`${exportsFolder}/${listed.id}.gen.json`, `${JSON.stringify(chartJson(machine))}\n`],
      ] as const;
    }),
  ]);
}

/** A line for each state and transition, so that a change of the chart is a small change of the file. */
function layoutText({ hash, width, height, ...records }: ChartLayout): string {
  const parts = Object.entries(records).map(([name, record]) => {
    const lines = Object.entries(record).map(([id, value]) => `    ${JSON.stringify(id)}: ${JSON.stringify(value)}`);
    return `  "${name}": {${lines.length === 0 ? '' : `\n${lines.join(',\n')}\n  `}}`;
  });
  return `{\n  "hash": "${hash}",\n  "width": ${width},\n  "height": ${height},\n${parts.join(',\n')}\n}\n`;
}
