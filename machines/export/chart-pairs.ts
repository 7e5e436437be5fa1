import type { ChartModel, ChartTransition } from './chart.types.ts';

/** A transition before and after; null where there was none, or is none any more. */
export interface Pair {
  readonly old: ChartTransition | null;
  readonly now: ChartTransition | null;
  /** In words, where it is tried earlier or later among the candidates of its event than it was. */
  readonly order: readonly string[];
}

/**
 * Which transition of one chart is which of the other. An id counts the candidates of an event, so it moves when one is put before it: among
 * the candidates of one state and event those pair that are the same, then those with the same guard, the same targets, and the rest in order.
 */
export function pairTransitions(before: ChartModel, after: ChartModel): readonly Pair[] {
  const key = ({ source, event }: ChartTransition): string => `${source} ${event}`;
  const groups = [...new Set([...after.transitions, ...before.transitions].map(key))];
  return groups.flatMap((group) => {
    const old = before.transitions.filter((transition) => key(transition) === group);
    const now = after.transitions.filter((transition) => key(transition) === group);
    const found = new Map<ChartTransition, ChartTransition>();
    const rules: readonly ((one: ChartTransition) => string)[] = [
      (one) => JSON.stringify({ ...one, id: '', choice: 0 }),
      (one) => JSON.stringify([one.guard, one.targets]),
      (one) => JSON.stringify([one.guard?.name, one.targets]),
      (one) => JSON.stringify(one.guard),
      (one) => JSON.stringify(one.guard?.name),
      (one) => JSON.stringify(one.targets),
      () => '',
    ];
    for (const rule of rules) {
      for (const one of now) {
        if (found.has(one)) continue;
        const taken = new Set(found.values());
        const match = old.find((other) => !taken.has(other) && rule(other) === rule(one));
        if (match) found.set(one, match);
      }
    }
    const matched = new Set(found.values());
    const places = new Map(old.map((one, place) => [one, place]));
    const order = orderChanges(now.map((one) => ({ one, was: places.get(found.get(one) ?? one) ?? -1 })));
    return [
      ...now.map((one): Pair => ({ old: found.get(one) ?? null, now: one, order: order.get(one) ?? [] })),
      ...old.filter((one) => !matched.has(one)).map((one): Pair => ({ old: one, now: null, order: [] })),
    ];
  });
}

interface Candidate {
  readonly one: ChartTransition;
  /** Its place before; -1 where it is new. */
  readonly was: number;
}

/** Of candidates that changed places, as few as possible, with those that each is now tried before or after. */
function orderChanges(candidates: readonly Candidate[]): ReadonlyMap<ChartTransition, readonly string[]> {
  const known = candidates.filter(({ was }) => was >= 0);
  const staying = longestRising(known);
  const moved = known.filter((candidate) => !staying.includes(candidate));
  return new Map(
    candidates.map((candidate, place) => {
      const later = candidates.slice(place + 1).filter(({ was }) => was >= 0);
      if (candidate.was < 0) return [candidate.one, later.length === 0 ? [] : [`is tried before ${namesOf(later)}`]] as const;
      if (!moved.includes(candidate)) return [candidate.one, []] as const;
      const overtaken = later.filter(({ was }) => was < candidate.was);
      const overtaking = candidates.slice(0, place).filter((other) => other.was > candidate.was && staying.includes(other));
      return [
        candidate.one,
        [
          ...(overtaken.length === 0 ? [] : [`${nameOf(candidate)} is now tried before ${namesOf(overtaken)}`]),
          ...(overtaking.length === 0 ? [] : [`${nameOf(candidate)} is now tried after ${namesOf(overtaking)}`]),
        ],
      ] as const;
    }),
  );
}

/** The longest part of a list whose places before rise: what is left has moved. */
function longestRising(candidates: readonly Candidate[]): readonly Candidate[] {
  const found: (readonly Candidate[])[] = [];
  const longest = (lists: readonly (readonly Candidate[])[]) => lists.toSorted((a, b) => b.length - a.length)[0] ?? [];
  for (const candidate of candidates.toReversed()) {
    found.push([candidate, ...longest(found.filter(([next]) => next !== undefined && next.was > candidate.was))]);
  }
  return longest(found);
}

const nameOf = ({ one }: Candidate): string => (one.guard === null ? 'the transition without a guard' : `the guard “${one.guard.text}”`);
const namesOf = (candidates: readonly Candidate[]): string =>
  candidates.map(({ one }) => (one.guard === null ? 'the transition without a guard' : `“${one.guard.text}”`)).join(', ');
