import { homepagePath } from './blocks/paths.ts';

/**
 * The screens with a live preview beside them, as paths under /website/{websiteId}/. In its own file, so that the shell need not load the
 * catalogue of settings screens.
 */
const designPaths: readonly string[] = [
  homepagePath,
  'design/styles',
  'design/header-behaviour',
  'design/footer',
  // The form builder.
  'forms/new',
  'forms/edit',
];

/** Whether an address of the console is a design screen or a part of one: there the preview needs the room of the side navigation. */
export function isDesignScreen(pathname: string): boolean {
  const path = /^\/website\/[^/]+\/(.*)$/u.exec(pathname)?.[1];
  return path !== undefined && designPaths.some((design) => path === design || path.startsWith(`${design}/`));
}
