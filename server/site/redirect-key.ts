import { createHash } from 'node:crypto';
import { isSitePath, isWebUrl } from '#contract/rules.ts';

const anySite = 'http://site.invalid';

/** An address as a redirect names it. `host` as in a URL, with its port; null: a path of the website itself. */
export interface Address {
  readonly host: string | null;
  readonly url: URL;
}

/** Null for what is neither a path of a website nor an http(s) address. */
export function readAddress(typed: string): Address | null {
  const isPath = isSitePath(typed);
  if (!isPath && !isWebUrl(typed)) return null;
  if (!URL.canParse(typed, anySite)) return null;
  const url = new URL(typed, anySite);
  return { host: isPath ? null : url.host, url };
}

/** Which addresses are one: whatever their percent-encoding, with a slash at the end or without. `search` as in a URL, or empty. */
export function redirectKey(pathname: string, search: string): string {
  const path = pathname
    .split('/')
    .filter((part) => part !== '')
    .map((part) => encodeURIComponent(decoded(part)))
    .join('/');
  return createHash('sha256').update(`/${path}${search}`).digest('base64url');
}

/** As it stands where its percent-encoding is none. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
