import { screens } from '../../contract/settings/summary.gen.ts';

/** The group of definitions that share their sections. */
export const landingPages = 'landing-pages';

const definition = new RegExp(`^assets/(?:${[landingPages, ...screens.map(({ id }) => id)].join('|')})-[\\w-]{8}\\.js$`, 'u');
/** More than any screen or its preview needs: somebody asks for all of them. */
const many = 6;

/**
 * What a chunk has to load besides itself, without the settings screens' definitions where it needs all of them. That is sync, which loads
 * behind the first screen: the names of some twenty files would stand in each file that asks for it, the first among them.
 */
export function withoutCatalogue(_file: string, files: string[]): string[] {
  const others = files.filter((file) => !definition.test(file));
  return files.length - others.length < many ? files : others;
}
