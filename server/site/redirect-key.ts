import { createHash } from 'node:crypto';
import { anchorOf, keyOf, readSiteAddress, type SiteAddress } from '#contract/resources/site-address.ts';
import { isSitePath } from '#contract/rules.ts';
import { isWebUrl } from '#contract/web-url.ts';

const anySite = 'http://site.invalid';

/** An address as a redirect names it. `host` as in a URL, with its port; null: a path of the website itself. */
export interface Address {
  readonly host: string | null;
  readonly url: URL;
}

/** A host with a dot at its end is the same one. */
const withoutFinalDot = (host: string): string => host.replace(/\.(?=:|$)/u, '');

/** Null for anything that is neither a path of a website nor an http(s) address. */
export function readAddress(typed: string): Address | null {
  const isPath = isSitePath(typed);
  if (!isPath && !isWebUrl(typed)) return null;
  if (!URL.canParse(typed, anySite)) return null;
  const url = new URL(typed, anySite);
  return { host: isPath ? null : withoutFinalDot(url.host), url };
}

/** Of an address on the website itself, whichever of its hosts it names. Null for anything else. */
export function ownAddress(typed: string, hosts: readonly string[]): SiteAddress | null {
  const address = readAddress(typed);
  if (!address || (address.host !== null && !hosts.includes(address.host))) return null;
  return readSiteAddress(`${address.url.pathname}${address.url.search}`);
}

/** A key as it is stored: a hash, of the same length for any address. */
export const hashed = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** The stored keys of a redirect: one that no other redirect of the website has, and those by which it is found. */
export function storedKeys(from: SiteAddress, to: SiteAddress | null) {
  return { fromKey: hashed(keyOf(from)), fromAnchor: hashed(anchorOf(from)), toKey: to && hashed(anchorOf(to)) };
}
