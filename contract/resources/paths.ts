/**
 * Where the lists of records stand, under /website/{websiteId}/: all that the shell needs to know of a resource, whose definition comes
 * with its screen. A test holds them against the definitions.
 */
export const resourcePaths: readonly string[] = ['admin/redirects'];

/** The list that a path belongs to, which may be that of a form over it; null: of none. */
export function resourcePathOf(path: string): string | null {
  return resourcePaths.find((own) => `${path}/`.startsWith(`${own}/`)) ?? null;
}
