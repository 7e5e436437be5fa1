import { resourcePathOf } from '#contract/resources/paths.ts';

/**
 * Where screens stand that have a component of their own, for what is more than a settings form: paths under /website/{websiteId}/. All
 * that begins with one is the screen's too.
 */
const bespokePaths = ['files'] as const;
type BespokePath = (typeof bespokePaths)[number];

export interface BespokePlace {
  /** Of the screen. */
  readonly path: string;
  /** What stands behind the screen's own path, such as a record's id; empty on the screen itself. */
  readonly rest: string;
  /** Which screen: one of its own, or the one that every kind of record has. */
  readonly screen: BespokePath | 'records';
}

/** The screen that a path under /website/{websiteId}/ belongs to, and what of the path is left for it. */
export function bespokePlaceOf(path: string): BespokePlace | null {
  const own = bespokePaths.find((candidate) => `${path}/`.startsWith(`${candidate}/`));
  if (own) return { path: own, rest: restOf(path, own), screen: own };
  const records = resourcePathOf(path);
  return records === null ? null : { path: records, rest: restOf(path, records), screen: 'records' };
}

const restOf = (path: string, own: string): string => path.slice(own.length + 1);

export interface BespokeScreenProps extends Pick<BespokePlace, 'path' | 'rest'> {
  readonly websiteId: string;
}
