import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../app-env.ts';

/** Keeps the sites on the host that is given for them: nothing else answers there, and they answer nowhere else. */
export function sitesOnOwnHost(sitesOrigin: string): MiddlewareHandler<AppEnv> {
  const { host } = new URL(sitesOrigin);
  return async (c, next) => {
    const url = new URL(c.req.url);
    // The path that routes are found by: decoded, so that no other way to write it leads past this.
    const { path } = c.req;
    const isSite = path === '/sites' || path.startsWith('/sites/');
    if (url.host !== host) return isSite ? c.redirect(sitesOrigin + url.pathname + url.search, 308) : next();
    return isSite || path.startsWith('/files/') ? next() : c.text('There is nothing at this address.\n', 404);
  };
}
