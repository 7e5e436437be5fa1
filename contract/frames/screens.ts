/** `cms`: the content-management admin; `adminApp`: the other admin application. */
export type FramedApp = 'cms' | 'adminApp';

/** A screen that shows a page of another application in a frame. */
export interface FramedScreen {
  /** Under /website/{websiteId}/. */
  readonly path: string;
  readonly app: FramedApp;
  readonly title: string;
  /** Of the page in its application: for `cms` under /wp-admin, for `adminApp` the screen's own path. */
  readonly subPath: string;
}

const cms = (path: string, title: string, subPath: string): FramedScreen => ({ path, app: 'cms', title, subPath });
const adminApp = (path: string, title: string): FramedScreen => ({ path, app: 'adminApp', title, subPath: path });
const listOf = (postType: string): string => `edit.php?post_type=${postType}`;

/** Every screen that is framed. */
export const framedScreens: readonly FramedScreen[] = [
  cms('content/posts', 'Blog Posts', listOf('post')),
  cms('content/pages', 'Pages', listOf('page')),
  cms('content/agency-profiles', 'Agency Profiles', listOf('agency')),
  cms('content/staff-members', 'Staff Members', listOf('staff')),
  cms('content/developments', 'Developments', listOf('development')),
  cms('content/projects', 'Individual Projects', listOf('project')),
  cms('content/testimonials', 'Testimonials', listOf('testimonial')),
  cms('content/suburbs', 'Suburbs', listOf('suburb')),
  cms('content/manual-listings-wordpress', 'Manual Listings', listOf('listing')),
  cms('design/widgets', 'Widgets', 'widgets.php'),
  cms('design/media', 'Media Library', 'upload.php'),
  cms('menu', 'Menus', 'nav-menus.php'),
  adminApp('content/listings', 'Synced Listings'),
  adminApp('content/manual-listings', 'Manual Listings'),
];

/** The framed screen that a path under /website/{websiteId}/ belongs to, which may be the path of a dialog over it; null: none. */
export function framedScreenOf(path: string): FramedScreen | null {
  return framedScreens.find((screen) => `${path}/`.startsWith(`${screen.path}/`)) ?? null;
}
