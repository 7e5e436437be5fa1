import { resourcePlaces } from './places.gen.ts';

/**
 * The list of records that a path under /website/{websiteId}/ belongs to, which may be the path of a form over it; null: none. The shell
 * loads only the places; a definition loads with its screen.
 */
export function resourcePathOf(path: string): string | null {
  return resourcePlaces.find((own) => `${path}/`.startsWith(`${own.path}/`))?.path ?? null;
}

/** The paths of the account's screens begin with it, and stand under no website. */
const account = 'account/';

export const accountPath = (rest: string): string => `${account}${rest}`;

/** The rest of a path of the account's screens; null for a path under /website/{websiteId}/. */
export function restOfAccountPath(path: string): string | null {
  return path.startsWith(account) ? path.slice(account.length) : null;
}
