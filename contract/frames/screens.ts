import { type FramedPath, framedPathOf, framedPaths } from './paths.ts';

/** `cms`: the content-management admin; `adminApp`: the other admin application. */
export type FramedApp = 'cms' | 'adminApp';

/** A screen that shows a page of another application in a frame. */
export interface FramedScreenDefinition {
  /** Under /website/{websiteId}/. */
  readonly path: FramedPath;
  readonly app: FramedApp;
  readonly title: string;
  /** Of the page in its application: for `cms` under /wp-admin, for `adminApp` the screen's own path. */
  readonly subPath: string;
}

const cms = (title: string, subPath: string) => ({ app: 'cms' as const, title, subPath });
const adminApp = (title: string) => ({ app: 'adminApp' as const, title, subPath: null });
const listOf = (postType: string): string => `edit.php?post_type=${postType}`;

const table: Readonly<Record<FramedPath, ReturnType<typeof cms | typeof adminApp>>> = {
  'content/posts': cms('Blog Posts', listOf('post')),
  'content/pages': cms('Pages', listOf('page')),
  'content/agency-profiles': cms('Agency Profiles', listOf('agency')),
  'content/staff-members': cms('Staff Members', listOf('staff')),
  'content/developments': cms('Developments', listOf('development')),
  'content/projects': cms('Individual Projects', listOf('project')),
  'content/testimonials': cms('Testimonials', listOf('testimonial')),
  'content/suburbs': cms('Suburbs', listOf('suburb')),
  'content/manual-listings-wordpress': cms('Manual Listings', listOf('listing')),
  'content/listings': adminApp('Synced Listings'),
  'content/manual-listings': adminApp('Manual Listings'),
  'design/widgets': cms('Widgets', 'widgets.php'),
  'design/media': cms('Media Library', 'upload.php'),
  menu: cms('Menus', 'nav-menus.php'),
};

/** Every screen that is framed. */
export const framedScreens: readonly FramedScreenDefinition[] = framedPaths.map(screenAt);

function screenAt(path: FramedPath): FramedScreenDefinition {
  const { app, title, subPath } = table[path];
  return { path, app, title, subPath: subPath ?? path };
}

/** The framed screen that a path under /website/{websiteId}/ belongs to; null: none. */
export function framedScreenOf(path: string): FramedScreenDefinition | null {
  const framed = framedPathOf(path);
  return framed && screenAt(framed);
}
