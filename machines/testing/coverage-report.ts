import type { Coverage, Covered } from './coverage.ts';

const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
const counted = (all: readonly Covered[]): readonly Covered[] => all.filter(({ excuse }) => excuse === null);

interface Row {
  readonly machine: string;
  readonly paths: number;
  readonly steps: number;
  readonly states: string;
  readonly transitions: string;
  readonly guards: string;
  readonly requirements: string;
}

function rowOf({ machine, paths, steps, states, transitions, guards, requirements }: Coverage): Row {
  const part = (all: readonly Covered[]): string => {
    const relevant = counted(all);
    const covered = relevant.filter(({ isCovered }) => isCovered).length;
    return `${covered} of ${relevant.length} (${share(covered, relevant.length)})`;
  };
  const outcomes = guards.flatMap(({ held, refused }) => [held, refused]);
  const seen = outcomes.filter(Boolean).length;
  const met = requirements.filter(({ driven, proven }) => driven && proven).length;
  return {
    machine,
    paths,
    steps,
    states: part(states),
    transitions: part(transitions),
    guards: `${seen} of ${outcomes.length} (${share(seen, outcomes.length)})`,
    requirements: `${met} of ${requirements.length} (${share(met, requirements.length)})`,
  };
}

/** All machines as one, for the last line of the table. */
function total(all: readonly Coverage[]): Coverage {
  return {
    machine: 'all',
    paths: all.reduce((sum, { paths }) => sum + paths, 0),
    steps: all.reduce((sum, { steps }) => sum + steps, 0),
    states: all.flatMap(({ states }) => states),
    transitions: all.flatMap(({ transitions }) => transitions),
    guards: all.flatMap(({ guards }) => guards),
    requirements: all.flatMap(({ requirements }) => requirements),
  };
}

/** What no path came through, in words. */
function gapsOf({ states, transitions, guards, requirements }: Coverage): readonly string[] {
  return [
    ...states.filter(({ isCovered }) => !isCovered).map(({ id }) => `state ${id}: never entered`),
    ...transitions.filter(({ isCovered, excuse }) => !isCovered && excuse === null).map(({ id }) => `transition ${id}: never taken`),
    ...guards.filter(({ held }) => !held).map(({ guard, transition }) => `guard ${guard} of ${transition}: never held`),
    ...guards.filter(({ refused }) => !refused).map(({ guard, transition }) => `guard ${guard} of ${transition}: never refused`),
    ...requirements.filter(({ driven }) => !driven).map(({ id }) => `requirement ${id}: no path drives it`),
    ...requirements.filter(({ proven }) => !proven).map(({ id }) => `requirement ${id}: no property proves it`),
    ...transitions.flatMap(({ id, excuse }) => (excuse === null ? [] : [`transition ${id}: excused, ${excuse}`])),
  ];
}

const columns = ['machine', 'paths', 'steps', 'states', 'transitions', 'guards', 'requirements'] as const;
const heads: Readonly<Record<(typeof columns)[number], string>> = {
  machine: 'machine',
  paths: 'paths',
  steps: 'steps',
  states: 'states entered',
  transitions: 'transitions taken',
  guards: 'guard outcomes seen',
  requirements: 'requirements driven and proven',
};

/** The coverage as a table in plain text, then each gap on a line. */
export function coverageText(all: readonly Coverage[]): string {
  const rows = [...all, total(all)].map(rowOf);
  const widths = columns.map((column) => Math.max(heads[column].length, ...rows.map((row) => String(row[column]).length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  const gaps = all.flatMap((coverage) => gapsOf(coverage));
  return [
    line(columns.map((column) => heads[column])),
    ...rows.map((row) => line(columns.map((column) => String(row[column])))),
    '',
    ...gaps,
    '',
  ].join('\n');
}

/** The coverage as a page that stands by itself. */
export function coverageHtml(all: readonly Coverage[]): string {
  const row = (coverage: Coverage): string => `<tr>${columns.map((column) => `<td>${rowOf(coverage)[column]}</td>`).join('')}</tr>`;
  const details = all.map((coverage) => {
    const gaps = gapsOf(coverage);
    const items = gaps.map((gap) => `<li>${escapeHtml(gap)}</li>`).join('');
    return gaps.length === 0 ? '' : `<details><summary>${coverage.machine}: ${gaps.length} to look at</summary><ul>${items}</ul></details>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Coverage of the statecharts</title>
<style>
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
  body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { border-bottom: 1px solid color-mix(in srgb, currentcolor 25%, transparent); padding: 0.3rem 0.6rem; text-align: left; }
  tr:last-child { font-weight: 600; }
  details { margin: 0.75rem 0; }
</style>
<h1>Coverage of the statecharts</h1>
<p>What the generated paths of each machine came through. A guard has two outcomes: it holds, or it refuses.</p>
<table>
<thead><tr>${columns.map((column) => `<th scope="col">${heads[column]}</th>`).join('')}</tr></thead>
<tbody>${[...all, total(all)].map(row).join('\n')}</tbody>
</table>
${details.join('\n')}
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
