/**
 * Where screens stand that have a component of their own, for what is more than a settings form: paths under /website/{websiteId}/. All
 * that begins with one is the screen's too.
 */
const bespokePaths = ['files'] as const;
type BespokePath = (typeof bespokePaths)[number];

export interface BespokePlace {
  readonly path: BespokePath;
  /** What stands behind the screen's own path, such as the id of one thing of its; empty on the screen itself. */
  readonly rest: string;
}

/** The screen that a path under /website/{websiteId}/ belongs to, and what of the path is left for it. */
export function bespokePlaceOf(path: string): BespokePlace | null {
  const own = bespokePaths.find((candidate) => `${path}/`.startsWith(`${candidate}/`));
  return own ? { path: own, rest: path.slice(own.length + 1) } : null;
}

export interface BespokeScreenProps extends Pick<BespokePlace, 'rest'> {
  readonly websiteId: string;
}
