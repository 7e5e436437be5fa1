import { chartDiff } from '#machines/export/chart-diff.ts';
import { chartOfJson } from '#machines/export/chart-json.ts';
import type { ChartModel } from '#machines/export/chart.types.ts';
import type { ChosenFile, Compared } from '#machines/state-flows/state-flows.types.ts';

/** bytes. The largest export has some 100 kB. */
const mostFileBytes = 5_000_000;

const refused = (message: string): Compared => ({ kind: 'refused', message });

/** Compares a chart with an exported one, or two exported ones; the files may be anybody's. `now`: the console's own chart. */
export async function compareCharts(now: ChartModel, files: readonly ChosenFile[]): Promise<Compared> {
  const [first, second, ...others] = files;
  if (!first || others.length > 0) return refused('Choose one file, to be compared with this chart, or two.');
  const read = await Promise.all(
    [first, ...(second ? [second] : [])].map(async (file) => ({ name: file.name, chart: await chartOf(file) })),
  );
  for (const { name, chart } of read) {
    if (!chart) return refused(`“${name}” is no chart. Choose a file that “Export” has made as JSON, or one of machines/export/charts.`);
    if (chart.id !== now.id) return refused(`“${name}” is the chart of “${chart.id}”, and not of “${now.id}”.`);
  }
  const [before, after = { name: 'this console', chart: now }] = read;
  if (!before?.chart || !after.chart) return refused('Choose one file, to be compared with this chart, or two.');
  const hasEffects = before.chart.effects !== null && after.chart.effects !== null;
  const { changes } = chartDiff(before.chart, after.chart);
  return { kind: 'compared', comparison: { before: before.name, after: after.name, changes, hasEffects } };
}

async function chartOf(file: ChosenFile): Promise<ChartModel | null> {
  if (file.size > mostFileBytes) return null;
  try {
    return chartOfJson(JSON.parse(await file.text()));
  } catch {
    return null;
  }
}
