import { troubles } from './browser.ts';
import { findings } from './compare.ts';
import { faults } from './fake-network.ts';
import type { ScheduleResult } from './run.ts';

/** The sum of some schedules. */
export interface Tally {
  readonly schedules: number;
  readonly failed: number;
  /** By name of the counter: saves, crashes, each kind of violation, questions to the person. */
  readonly counts: ReadonlyMap<string, number>;
  /** How often each fault came. */
  readonly hits: ReadonlyMap<string, number>;
}

const counted = ['saves', 'crashes', ...findings, 'asked the person'];

export const noSchedules: Tally = { schedules: 0, failed: 0, counts: new Map(), hits: new Map() };

export function tallyOf({ saves, crashes, asked, findings: found, hits }: ScheduleResult): Tally {
  const counts = new Map([
    ['saves', saves],
    ['crashes', crashes],
    ['asked the person', asked],
  ]);
  for (const { kind } of found) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return { schedules: 1, failed: found.length > 0 ? 1 : 0, counts, hits };
}

export function sum(a: Tally, b: Tally): Tally {
  return {
    schedules: a.schedules + b.schedules,
    failed: a.failed + b.failed,
    counts: sumOf(a.counts, b.counts),
    hits: sumOf(a.hits, b.hits),
  };
}

function sumOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const both = new Map(a);
  for (const [key, times] of b) both.set(key, (both.get(key) ?? 0) + times);
  return both;
}

/** For people: one line for each figure. */
export function linesOf({ failed, counts, hits }: Tally): readonly string[] {
  return [
    ...counted.map((name) => `${name}: ${counts.get(name) ?? 0}`),
    `hits: ${[...faults, ...troubles].map((fault) => `${fault} ${hits.get(fault) ?? 0}`).join(', ')}`,
    `${failed} schedules failed`,
  ];
}
