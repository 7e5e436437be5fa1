import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import type { AnyStateMachine } from 'xstate';
import { chartJson } from '../../machines/export/chart-json.ts';
import { type ChartLayout, chartLayoutSchema } from '../../machines/export/chart-layout.ts';
import { chartModel } from '../../machines/export/chart-model.ts';
import type { ChartModel } from '../../machines/export/chart.types.ts';
import { linksOf, mapChart, mapSchema } from '../../machines/export/machine-map.ts';
import { exportFormats } from '../../machines/export/formats.ts';
import { type ListedMachine, machines } from '../../machines/export/machines.ts';
import { toSvg } from '../../machines/export/svg.ts';
import { propertiesByMachine } from '../../machines/testing/property-list.ts';
import { root } from '../inputs.mjs';
import { indexText, type MachineTests, pageText, requirementsText } from './page.ts';

export interface LoadedMachine {
  readonly listed: ListedMachine;
  readonly machine: AnyStateMachine;
  readonly chart: ChartModel;
}

export interface LaidOutMachine extends LoadedMachine {
  readonly layout: ChartLayout;
}

export const docsFolder = 'docs/state-flows';
export const layoutsFolder = 'machines/export/layouts';
/** The chart of each machine as JSON: what the console shows, and what a later revision is compared with. */
export const exportsFolder = 'machines/export/charts';
export const requirementsFile = 'docs/requirements.md';
/** What State flows says of the tests of each machine. */
export const testsFile = 'machines/export/tests.gen.json';
/** The map of all machines. */
export const mapFile = 'machines/export/map.gen.json';
const layoutFile = (id: string): string => `${layoutsFolder}/${id}.gen.json`;

export async function loadMachines(all: readonly ListedMachine[] = machines): Promise<readonly LoadedMachine[]> {
  return Promise.all(
    all.map(async (listed) => {
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

/** The chart of the map of all machines, and its links. */
export function mapOf(all: readonly LoadedMachine[]) {
  const links = linksOf(all.map(({ chart }) => chart));
  return { links, chart: mapChart(links) };
}

/** The layout of the map that is stored; null where there is none. */
export function storedMapLayout(): ChartLayout | null {
  const path = join(root, mapFile);
  return existsSync(path) ? v.parse(mapSchema, JSON.parse(readFileSync(path, 'utf8'))).layout : null;
}

/** Every file that is committed of these machines, by its path from the root. `map`: the layout of their map. */
export function chartFiles(all: readonly LaidOutMachine[], map: ChartLayout): ReadonlyMap<string, string> {
  const { links, chart: drawn } = mapOf(all);
  const tested = all.map((one) => ({ ...one, tests: testsOf(one.listed) }));
  return new Map([
    [requirementsFile, requirementsText(tested)],
    [testsFile, `${JSON.stringify(Object.fromEntries(tested.map(({ listed, tests }) => [listed.id, tests])), null, 2)}\n`],
    [`${docsFolder}/README.md`, indexText(all, links)],
    [`${docsFolder}/map.svg`, toSvg(drawn, map, 'Map of all machines')],
    [mapFile, `{"links": ${JSON.stringify(links)},\n"layout": ${layoutText(map)}}\n`],
    ...all.flatMap(({ listed, machine, chart, layout }) => {
      const at = `${docsFolder}/${listed.id}`;
      return [
        [`${at}.md`, pageText(listed, chart)],
        [`${at}.svg`, toSvg(chart, layout, listed.title)],
        [layoutFile(listed.id), layoutText(layout)],
        [`${exportsFolder}/${listed.id}.gen.json`, `${JSON.stringify(chartJson(machine))}\n`],
      ] as const;
    }),
  ]);
}

/** What walks the paths of a machine, and its properties. */
function testsOf({ id, file }: ListedMachine): MachineTests {
  const folder = dirname(file);
  const inFolder = (at: string, names: RegExp) =>
    readdirSync(join(root, at))
      .filter((name) => names.test(name))
      .map((name) => `${at}/${name}`);
  const pages = inFolder('tests/paths', /\.browser\.test\.tsx$/u).filter((path) =>
    readFileSync(join(root, path), 'utf8').includes(basename(file)),
  );
  const properties = propertiesByMachine[id];
  const [propertiesFile] = inFolder(folder, /\.properties\.ts$/u);
  return {
    walks: [...inFolder(folder, /\.machine\.test\.ts$/u), ...pages],
    properties:
      properties === undefined || propertiesFile === undefined
        ? null
        : { file: propertiesFile, requirements: Object.keys(properties).toSorted() },
  };
}

/** A file of each format for each machine, by name: what people open in other tools, and nobody reviews. */
export function formatFiles(all: readonly LaidOutMachine[]): ReadonlyMap<string, string> {
  return new Map(
    all.flatMap(({ listed, machine, chart, layout }) =>
      exportFormats.map(
        ({ extension, text }) =>
          [`${listed.id}.${extension}`, text({ model: chart, layout, json: chartJson(machine) }, listed.title)] as const,
      ),
    ),
  );
}

/** A line for each state and transition, so that a change of the chart is a small change of the file. */
function layoutText({ hash, width, height, ...records }: ChartLayout): string {
  const parts = Object.entries(records).map(([name, record]) => {
    const lines = Object.entries(record).map(([id, value]) => `    ${JSON.stringify(id)}: ${JSON.stringify(value)}`);
    return `  "${name}": {${lines.length === 0 ? '' : `\n${lines.join(',\n')}\n  `}}`;
  });
  return `{\n  "hash": "${hash}",\n  "width": ${width},\n  "height": ${height},\n${parts.join(',\n')}\n}\n`;
}
