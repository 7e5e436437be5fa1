import { percentile } from '../bench/statistics.ts';
import { errorsOf, type KindMeasured, type Measured } from './measured.ts';
import type { MemoryWatch } from './memory.ts';

interface Figures {
  readonly rate: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

const digits = (value: number) => (value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0));
const cell = (text: string) => `  ${text.padStart(9)}`;
const line = (name: string, cells: readonly string[]) => `${name.padEnd(20)}${cells.map(cell).join('')}`;

/** Null where no request of the kind was answered. */
function figuresOf({ times }: KindMeasured, seconds: number): Figures | null {
  if (times.length === 0) return null;
  return { rate: times.length / seconds, p50: percentile(times, 0.5), p95: percentile(times, 0.95), p99: percentile(times, 0.99) };
}

function cellsOf(kind: KindMeasured, seconds: number): readonly string[] {
  const figures = figuresOf(kind, seconds);
  const shown = figures ? [figures.rate, figures.p50, figures.p95, figures.p99].map(digits) : ['-', '-', '-', '-'];
  return [String(kind.times.length), ...shown];
}

function errorText(kind: KindMeasured): string {
  const kinds = [...kind.errors].map(([ending, count]) => `${ending}: ${count}`);
  return kinds.length === 0 ? '0' : `${errorsOf(kind)} (${kinds.join(', ')})`;
}

const head = line('', ['answered', 'per s', 'p50 ms', 'p95 ms', 'p99 ms', 'errors']);

/** One line for each kind of request: how many were answered with 2xx, how fast, and how the others ended. */
export function tableOf({ kinds, seconds }: Measured): string {
  return [head, ...[...kinds].map(([name, kind]) => line(name, [...cellsOf(kind, seconds), errorText(kind)]))].join('\n');
}

export function memoryOf(memory: MemoryWatch): string {
  const shown = (value: number | null) => (value === null ? 'not known' : `${value.toFixed(0)} MB`);
  return `Resident memory of the server: ${shown(memory.start)} at the start, ${shown(memory.peak())} at most, ${shown(memory.now())} at the end.`;
}

/** The ratio of this project's figure to the other's: over 1 means more requests, or longer times. */
export function ratiosOf(own: Measured, other: Measured): string {
  const ratios = [...own.kinds].map(([name, kind]) => {
    const one = figuresOf(kind, own.seconds);
    const others = figuresOf(other.kinds.get(name) ?? { times: [], errors: new Map() }, other.seconds);
    if (!one || !others) return line(name, ['', '-', '-', '-', '-']);
    const keys = ['rate', 'p50', 'p95', 'p99'] as const;
    return line(name, ['', ...keys.map((key) => `${(one[key] / others[key]).toFixed(2)}x`)]);
  });
  return [line('', ['', 'per s', 'p50', 'p95', 'p99']), ...ratios].join('\n');
}
