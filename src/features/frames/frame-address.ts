import type { FramedApp, FramedScreenDefinition } from '#contract/frames/screens.ts';

/** Base addresses of the framed applications: absolute, or paths on the console's own host. */
export type FrameBases = Readonly<Record<FramedApp, string>>;

interface FrameTarget {
  readonly screen: FramedScreenDefinition;
  readonly websiteId: string;
  readonly bases: FrameBases;
  /** The address of the console, to which a base that is a path is relative. */
  readonly console: string;
}

/** The address of a framed page, without the key of the sign-in. */
export function frameAddress({ screen: { app, subPath }, websiteId, bases, console }: FrameTarget): URL {
  const inside = app === 'cms' ? `wp-admin/${subPath}` : subPath;
  return new URL(`${bases[app].replace(/\/+$/u, '')}/${encodeURIComponent(websiteId)}/${inside}`, console);
}

/** The same with the key, which is the API token: for the frame's own request, and for nothing that is stored, logged or shown. */
export function frameAddressWithKey(target: FrameTarget, key: string): string {
  const address = frameAddress(target);
  address.searchParams.set('user_key', key);
  return address.href;
}
