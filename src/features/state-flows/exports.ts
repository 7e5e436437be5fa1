import type { MachineEntry } from '#machines/export/machine-entries.ts';
import { loadChart } from '#machines/export/load-chart.ts';
import { toMermaid } from '#machines/export/mermaid.ts';
import { toScxml } from '#machines/export/scxml.ts';
import { toSvg } from '#machines/export/svg.ts';
import { downloadFile } from '#src/io/download-file.ts';

export const exportFormats = [
  { id: 'json', label: 'JSON, for Stately’s editor', extension: 'json', type: 'application/json' },
  { id: 'mermaid', label: 'Mermaid', extension: 'mmd', type: 'text/plain' },
  { id: 'scxml', label: 'SCXML', extension: 'scxml', type: 'application/scxml+xml' },
  { id: 'svg', label: 'SVG, the picture', extension: 'svg', type: 'image/svg+xml' },
] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** Downloads a chart in one of the formats. */
export async function exportChart(machine: MachineEntry, format: ExportFormat): Promise<void> {
  downloadFile(new File([await textOf(machine, format)], `${machine.id}.${format.extension}`, { type: format.type }));
}

async function textOf(machine: MachineEntry, { id }: ExportFormat): Promise<string> {
  const { model, layout, json } = await loadChart(machine);
  switch (id) {
    case 'json':
      return `${JSON.stringify(json, null, 2)}\n`;
    case 'mermaid':
      return toMermaid(model);
    case 'scxml':
      return toScxml(model);
    case 'svg':
      return toSvg(model, layout, machine.title);
  }
}

/** Downloads all charts in all formats as one archive. */
export async function exportAll(machines: readonly MachineEntry[]): Promise<void> {
  const { strToU8, zipSync } = await import('fflate');
  const files = await Promise.all(
    machines.flatMap((machine) =>
      exportFormats.map(
        async (format) => [`state-flows/${machine.id}.${format.extension}`, strToU8(await textOf(machine, format))] as const,
      ),
    ),
  );
  downloadFile(new File([zipSync(Object.fromEntries(files))], 'state-flows.zip', { type: 'application/zip' }));
}
