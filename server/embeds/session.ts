import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { AppEnv } from '../app-env.ts';
import { authenticate, hashToken, type SignedIn, signedInWith } from '../auth/tokens.ts';
import { type Deps, fingerprint } from '../deps.ts';

/** Each application has a session of its own, in a cookie for its own paths. */
const cookies = { '/cms': 'frontage_cms', '/admin-app': 'frontage_admin_app' } as const;
export type EmbedPath = keyof typeof cookies;

/**
 * Exchanges the key in a page's address for a session of the application, so that the address with the key is answered by a redirect and
 * stands in no history. Null: there is no key in the address, or nobody has it.
 */
export async function withoutKey(c: Context<AppEnv>, deps: Deps, path: EmbedPath): Promise<Response | null> {
  const url = new URL(c.req.url);
  const key = url.searchParams.get('user_key');
  if (key === null) return null;
  const user = await authenticate(deps, `Bearer ${key}`, c.get('address'), deps.clock.now());
  if (!user) return null;
  const isSecure = deps.config.publicUrl.startsWith('https:');
  setCookie(c, cookies[path], valueFor(deps, hashToken(key)), {
    path,
    httpOnly: true,
    // A console on another site frames these pages too. Browsers accept such a cookie only over https.
    ...(isSecure ? { sameSite: 'None', secure: true, partitioned: true } : { sameSite: 'Lax' }),
  });
  url.searchParams.delete('user_key');
  return c.redirect(url.pathname + url.search, 303);
}

/** The user of the application's session; null for nobody. It ends with the sign-in that began it. */
export async function embedUser(c: Context<AppEnv>, deps: Deps, path: EmbedPath): Promise<SignedIn | null> {
  const value = getCookie(c, cookies[path]) ?? '';
  const [hash = ''] = value.split('.');
  if (!isSame(value, valueFor(deps, hash))) return null;
  return signedInWith(deps, hash, c.get('address'), deps.clock.now());
}

export function endEmbedSessions(c: Context<AppEnv>): void {
  for (const [path, name] of Object.entries(cookies)) deleteCookie(c, name, { path });
}

/** Who knows the hash of a token, from the database, has no session with it. */
const valueFor = (deps: Deps, hash: string): string => `${hash}.${fingerprint(deps, 'embed', hash)}`;

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}
