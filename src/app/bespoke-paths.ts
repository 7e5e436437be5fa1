import { framedPathOf } from '#contract/frames/paths.ts';
import { resourcePathOf } from '#contract/resources/paths.ts';

/**
 * The paths of screens with a component of their own, under /website/{websiteId}/. Every path below one of them belongs to its screen
 * too.
 */
const bespokePaths = ['files'] as const;
type BespokePath = (typeof bespokePaths)[number];

export interface BespokePlace {
  /** Of the screen. */
  readonly path: string;
  /** The rest of the path, such as a record's id; empty on the screen itself. */
  readonly rest: string;
  /** A screen for one path; `records`, the screen of every kind of record; or `frame`, that of every framed page. */
  readonly screen: BespokePath | 'records' | 'frame';
}

/** The screen of a path under /website/{websiteId}/, with the rest of the path. */
export function bespokePlaceOf(path: string): BespokePlace | null {
  const own = bespokePaths.find((candidate) => `${path}/`.startsWith(`${candidate}/`));
  if (own) return { path: own, rest: restOf(path, own), screen: own };
  const framed = framedPathOf(path);
  if (framed) return { path: framed, rest: restOf(path, framed), screen: 'frame' };
  const records = resourcePathOf(path);
  return records === null ? null : { path: records, rest: restOf(path, records), screen: 'records' };
}

const restOf = (path: string, own: string): string => path.slice(own.length + 1);

export interface BespokeScreenProps extends Pick<BespokePlace, 'path' | 'rest'> {
  readonly websiteId: string;
}
