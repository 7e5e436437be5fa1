import { readFileSync, writeFileSync } from 'node:fs';
import { type Span, spanNames, spans } from './spans.ts';
import type { Breakdown } from './summary.ts';

export interface Column {
  readonly title: string;
  readonly breakdown: Breakdown;
  /** Median without a trace, in the same run. ms. */
  readonly untraced: number;
}

/** Less would be 0.0. */
const worthACell = 0.05;
const ms = (value: number) => (value < worthACell ? '' : value.toFixed(1));
const row = (name: string, cells: readonly string[]) => `| ${[name, ...cells].join(' | ')} |`;
const of = (breakdown: Breakdown, span: Span) => breakdown.get(span) ?? 0;
const sum = (breakdown: Breakdown, without?: 'processor') =>
  spanNames.filter((span) => span !== without).reduce((total, span) => total + of(breakdown, span), 0);

export function tableOf(columns: readonly Column[]): string {
  const used = spanNames.filter((span) => columns.some(({ breakdown }) => of(breakdown, span) >= worthACell));
  return [
    row(
      'ms',
      columns.map(({ title }) => title),
    ),
    row(
      '---',
      columns.map(() => '---:'),
    ),
    ...used.map((span) =>
      row(
        spans[span],
        columns.map(({ breakdown }) => ms(of(breakdown, span))),
      ),
    ),
    row(
      '**sum**',
      columns.map(({ breakdown }) => sum(breakdown).toFixed(1)),
    ),
    row(
      `without *${spans.processor}*`,
      columns.map(({ breakdown }) => sum(breakdown, 'processor').toFixed(1)),
    ),
    row(
      'median of the same without a trace',
      columns.map(({ untraced }) => untraced.toFixed(1)),
    ),
  ].join('\n');
}

const [begin, end] = ['<!-- trace: written by "npm run bench -- --trace --write" -->', '<!-- end of trace -->'];

/** Replaces what stands between the two marks. */
export function withTable(page: string, table: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`the page has no place for the table, between ${begin} and ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${table}\n\n${page.slice(to)}`;
}

export function writeTable(file: string, table: string): void {
  writeFileSync(file, withTable(readFileSync(file, 'utf8'), table));
}
