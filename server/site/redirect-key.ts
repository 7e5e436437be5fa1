import { createHash } from 'node:crypto';
import { addressKey } from '#contract/resources/redirects.ts';
import { isSitePath } from '#contract/rules.ts';
import { isWebUrl } from '#contract/web-url.ts';

const anySite = 'http://site.invalid';

/** An address as a redirect names it. `host` as in a URL, with its port; null: a path of the website itself. */
export interface Address {
  readonly host: string | null;
  readonly url: URL;
}

/** Null for anything that is neither a path of a website nor an http(s) address. */
export function readAddress(typed: string): Address | null {
  const isPath = isSitePath(typed);
  if (!isPath && !isWebUrl(typed)) return null;
  if (!URL.canParse(typed, anySite)) return null;
  const url = new URL(typed, anySite);
  return { host: isPath ? null : url.host, url };
}

/**
 * The key by which an address is found: a hash, of the same length for any address. `pathname` and `search` as in a URL; `search` may be
 * empty.
 */
export function redirectKey(pathname: string, search: string): string {
  return createHash('sha256')
    .update(addressKey(`${pathname}${search}`))
    .digest('base64url');
}
