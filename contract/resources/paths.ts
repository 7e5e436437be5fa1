import { resourcePlaces } from './places.gen.ts';

/**
 * The list of records that a path under /website/{websiteId}/ belongs to, which may be that of a form over it; null: of none. The shell
 * knows the places alone: a definition comes with its screen.
 */
export function resourcePathOf(path: string): string | null {
  return resourcePlaces.find((own) => `${path}/`.startsWith(`${own.path}/`))?.path ?? null;
}
