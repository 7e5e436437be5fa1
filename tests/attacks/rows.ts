/** The limits of a cell. `growth` is the difference between `during` and `before`. */
export interface Bound {
  readonly of: 'during' | 'after' | 'growth';
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** One measurement. An absent value does not apply; null could not be measured. */
export interface Row {
  readonly name: string;
  readonly unit: string;
  readonly before?: number | null;
  readonly during?: number | null;
  readonly after?: number | null;
  /** Absent: the row has no limits and is only reported. */
  readonly bound?: Bound;
}

function boundedValue({ before, during, after }: Row, of: Bound['of']): number | null {
  if (of !== 'growth') return (of === 'during' ? during : after) ?? null;
  return typeof before === 'number' && typeof during === 'number' ? during - before : null;
}

/** A value that could not be measured breaks no limit. */
export function isBroken(row: Row): boolean {
  const { bound } = row;
  if (!bound) return false;
  const value = boundedValue(row, bound.of);
  if (value === null) return false;
  return !(value <= (bound.atMost ?? Number.POSITIVE_INFINITY) && value >= (bound.atLeast ?? Number.NEGATIVE_INFINITY));
}

function shown(value: number | null | undefined): string {
  if (value === undefined) return '';
  if (value === null) return 'not known';
  if (!Number.isFinite(value)) return 'never';
  if (Number.isInteger(value) || Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

function boundText(row: Row): string {
  const { bound } = row;
  if (!bound) return '';
  const limits = [
    ...(bound.atMost === undefined ? [] : [`at most ${shown(bound.atMost)}`]),
    ...(bound.atLeast === undefined ? [] : [`at least ${shown(bound.atLeast)}`]),
  ].join(', ');
  const state = boundedValue(row, bound.of) === null ? 'not known' : isBroken(row) ? '**broken**' : 'holds';
  return `${limits}${bound.of === 'growth' ? ' more' : bound.of === 'after' ? ' after' : ''}: ${state}`;
}

/** A table in Markdown, its columns aligned for a terminal. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [
    ['figure', 'before', 'during', 'after', 'bound'],
    ...rows.map((row) => [
      `${row.name}${row.unit === '' ? '' : `, ${row.unit}`}`,
      shown(row.before),
      shown(row.during),
      shown(row.after),
      boundText(row),
    ]),
  ];
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(3, ...lines.map((line) => line[at]?.length ?? 0)));
  const isNumber = (at: number) => at >= 1 && at <= 3;
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => (isNumber(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, at) => (isNumber(at) ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
  const [head = [], ...body] = lines;
  return [lineOf(head), rule, ...body.map(lineOf)].join('\n');
}
