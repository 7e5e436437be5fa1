import type { Ending } from './connections.ts';

/** The results of the requests of one kind. */
export interface KindMeasured {
  /** Milliseconds of each request that was answered with 2xx. */
  readonly times: number[];
  /** The other requests, by their result. */
  readonly errors: Map<Ending, number>;
}

/** The results of one server, in all its rounds. */
export interface Measured {
  readonly kinds: Map<string, KindMeasured>;
  seconds: number;
}

/** A bound on memory: a run that reaches it ends there. */
export const maxRequests = 2_000_000;

export const nothingMeasured = (): Measured => ({ kinds: new Map(), seconds: 0 });

export function note(measured: Measured, kind: string, ending: Ending, ms: number): void {
  const of = measured.kinds.get(kind) ?? { times: [], errors: new Map<Ending, number>() };
  measured.kinds.set(kind, of);
  if (typeof ending === 'number' && ending >= 200 && ending < 300) of.times.push(ms);
  else of.errors.set(ending, (of.errors.get(ending) ?? 0) + 1);
}

export function countOf({ kinds }: Measured): number {
  return [...kinds.values()].reduce((sum, { times, errors }) => sum + times.length + errorsOf({ errors }), 0);
}

export function errorsOf({ errors }: Pick<KindMeasured, 'errors'>): number {
  return [...errors.values()].reduce((sum, count) => sum + count, 0);
}
