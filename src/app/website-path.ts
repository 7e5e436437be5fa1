import { homepagePath } from '#contract/blocks/paths.ts';
import { navigation } from '#contract/navigation.ts';
import { summaryAt } from '#contract/settings/summary.ts';
import { bespokePlaceOf } from './bespoke-paths.ts';

/** True where the console has a working screen at a path under /website/{websiteId}/. */
export function works(path: string): boolean {
  return summaryAt(path) !== undefined || bespokePlaceOf(path) !== null || path === homepagePath;
}

/** The first screen of a website: its posts, where that screen exists, else the first working entry of the navigation. */
export function homePath(): string {
  const paths = [
    'content/posts',
    ...navigation.flatMap((group) => group.sections.flatMap((section) => section.entries.map((entry) => entry.path))),
  ];
  return paths.find(works) ?? '';
}
