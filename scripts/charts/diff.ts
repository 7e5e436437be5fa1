import { execFileSync } from 'node:child_process';
import { type ChartDiff, chartDiff } from '../../machines/export/chart-diff.ts';
import { chartOfJson } from '../../machines/export/chart-json.ts';
import type { ChartModel } from '../../machines/export/chart.types.ts';
import { root } from '../inputs.mjs';
import { docsFolder, exportsFolder, loadMachines } from './files.ts';

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'pipe'] });

type Charts = ReadonlyMap<string, ChartModel>;

/** The charts that were committed at a revision. Throws for a revision that git does not know. */
function committedCharts(revision: string): Charts {
  // Early revisions have the JSON in the documents alone.
  const names = git('ls-tree', '--name-only', `${revision}^{commit}`, `${docsFolder}/`, `${exportsFolder}/`).split('\n');
  return new Map(
    names
      .filter((name) => name.endsWith('.json'))
      .map((name) => chartOfJson(JSON.parse(git('show', `${revision}:${name}`))))
      .map((chart) => [chart.id, chart]),
  );
}

/** `main`: since that revision, to the machines as they are here. `v1..v2`: from one revision to another. */
export async function diffSince(range: string): Promise<string> {
  const [before = '', after] = range.split('..');
  const old = committedCharts(before);
  const now: Charts = after ? committedCharts(after) : new Map((await loadMachines()).map(({ chart }) => [chart.id, chart]));
  const ids = [...new Set([...now.keys(), ...old.keys()])].sort();
  const diffs = ids.map((id) => chartDiff(old.get(id) ?? null, now.get(id) ?? null)).filter(({ changes }) => changes.length > 0);
  const text = diffText(diffs, before, after ?? 'now');
  return [...old.values(), ...now.values()].some(({ effects }) => effects === null) ? `${text}\n${notCompared}\n` : text;
}

const notCompared = 'What actions raise, emit, send, spawn and stop is not compared: one of the two revisions does not have it.';

/** The differences as Markdown, for a review. */
export function diffText(diffs: readonly ChartDiff[], before: string, after: string): string {
  if (diffs.length === 0) return `No chart differs between ${before} and ${after}.\n`;
  return [
    `# State flows: ${before} to ${after}`,
    '',
    ...diffs.flatMap(({ id, changes, mermaid }) => [
      `## ${id}`,
      '',
      ...changes.flatMap(({ kind, text, details }) => [`- **${kind}** ${text}`, ...details.map((detail) => `  - ${detail}`)]),
      '',
      '```mermaid',
      mermaid.trimEnd(),
      '```',
      '',
    ]),
  ].join('\n');
}
