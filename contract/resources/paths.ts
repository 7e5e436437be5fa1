import { resourcePlaces } from './places.gen.ts';

/**
 * The list of records that a path under /website/{websiteId}/ belongs to, which may be the path of a form over it; null: none. The shell
 * loads only the places; a definition loads with its screen.
 */
export function resourcePathOf(path: string): string | null {
  return resourcePlaces.find((own) => `${path}/`.startsWith(`${own.path}/`))?.path ?? null;
}
