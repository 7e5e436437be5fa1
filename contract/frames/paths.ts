/** The paths of the framed screens, under /website/{websiteId}/: all that the shell loads of them. `screens.ts` has the table. */
export const framedPaths = [
  'content/posts',
  'content/pages',
  'content/agency-profiles',
  'content/staff-members',
  'content/developments',
  'content/projects',
  'content/testimonials',
  'content/suburbs',
  'content/manual-listings-wordpress',
  'content/listings',
  'content/manual-listings',
  'design/widgets',
  'design/media',
  'menu',
] as const;
export type FramedPath = (typeof framedPaths)[number];

/** The framed screen that a path belongs to, which may be the path of a dialog over it; null: none. */
export function framedPathOf(path: string): FramedPath | null {
  return framedPaths.find((framed) => `${path}/`.startsWith(`${framed}/`)) ?? null;
}
