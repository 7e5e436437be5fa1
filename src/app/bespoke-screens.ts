import { type LazyComponent, lazyComponent } from '#src/ui/lazy-component.tsx';
import { type BespokePlace, type BespokeScreenProps, bespokePlaceOf } from './bespoke-paths.ts';

interface BespokeScreen extends BespokePlace {
  readonly part: LazyComponent<BespokeScreenProps>;
}

const parts: Readonly<Record<BespokePlace['screen'], BespokeScreen['part']>> = {
  files: lazyComponent(async () => (await import('#src/features/files/files-screen.tsx')).FilesScreen),
  frame: lazyComponent(async () => (await import('./framed-screen.tsx')).FramedScreenWithSeo),
  records: lazyComponent(async () => (await import('#src/features/records/records-screen.tsx')).RecordsScreen),
};

/** The screen of a path, with its component. */
export function bespokeScreenAt(path: string): BespokeScreen | null {
  const place = bespokePlaceOf(path);
  return place && { ...place, part: parts[place.screen] };
}
