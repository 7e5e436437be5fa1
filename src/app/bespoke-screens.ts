import { type OnDemand, onDemand } from '#src/ui/on-demand.tsx';

export interface BespokeScreenProps {
  readonly websiteId: string;
  /** What stands behind the screen's own path, such as the id of one thing of its; empty on the screen itself. */
  readonly rest: string;
}

/** A screen with a component of its own, for what is more than a settings form. */
export interface BespokeScreen {
  /** Under /website/{websiteId}/; all that begins with it is the screen's too. */
  readonly path: string;
  readonly part: OnDemand<BespokeScreenProps>;
}

const bespokeScreens: readonly BespokeScreen[] = [
  { path: 'design/homepage', part: onDemand(async () => (await import('#src/screens/homepage/homepage-screen.tsx')).HomepageScreen) },
  { path: 'files', part: onDemand(async () => (await import('#src/screens/files/files-screen.tsx')).FilesScreen) },
];

/** The screen of a path under /website/{websiteId}/, and what of the path is left for it. */
export function bespokeScreenAt(path: string): { readonly screen: BespokeScreen; readonly rest: string } | null {
  const screen = bespokeScreens.find((candidate) => `${path}/`.startsWith(`${candidate.path}/`));
  return screen ? { screen, rest: path.slice(screen.path.length + 1) } : null;
}
