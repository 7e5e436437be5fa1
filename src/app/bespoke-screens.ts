import { type OnDemand, onDemand } from '#src/ui/on-demand.tsx';
import { type BespokePlace, type BespokeScreenProps, bespokePlaceOf } from './bespoke-paths.ts';

interface BespokeScreen extends BespokePlace {
  readonly part: OnDemand<BespokeScreenProps>;
}

const parts: Readonly<Record<BespokePlace['path'], BespokeScreen['part']>> = {
  'design/homepage': onDemand(async () => (await import('#src/screens/homepage/homepage-screen.tsx')).HomepageScreen),
  files: onDemand(async () => (await import('#src/screens/files/files-screen.tsx')).FilesScreen),
};

/** The same with the screen's component. */
export function bespokeScreenAt(path: string): BespokeScreen | null {
  const place = bespokePlaceOf(path);
  return place && { ...place, part: parts[place.path] };
}
