import type { LoadedChart } from './load-chart.ts';
import { toMermaid } from './mermaid.ts';
import { toScxml } from './scxml.ts';
import { toSvg } from './svg.ts';

export interface ExportFormat {
  readonly id: string;
  readonly label: string;
  readonly extension: string;
  /** Of the file's content. */
  readonly type: string;
  /** The whole file. `title`: what the machine is called. */
  readonly text: (chart: LoadedChart, title: string) => string;
}

/** What a chart is exported as, on the page State flows and by `npm run charts -- --to`. */
export const exportFormats: readonly ExportFormat[] = [
  {
    id: 'json',
    label: 'JSON, for Stately’s editor',
    extension: 'json',
    type: 'application/json',
    text: ({ json }) => `${JSON.stringify(json, null, 2)}\n`,
  },
  { id: 'mermaid', label: 'Mermaid', extension: 'mmd', type: 'text/plain', text: ({ model }) => toMermaid(model) },
  { id: 'scxml', label: 'SCXML', extension: 'scxml', type: 'application/scxml+xml', text: ({ model }) => toScxml(model) },
  {
    id: 'svg',
    label: 'SVG, the picture',
    extension: 'svg',
    type: 'image/svg+xml',
    text: ({ model, layout }, title) => toSvg(model, layout, title),
  },
];
