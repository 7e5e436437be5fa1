import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../app-env.ts';

/** Keeps the sites on the host that is given for them: nothing else answers there, and they answer nowhere else. */
export function sitesOnOwnHost(sitesOrigin: string): MiddlewareHandler<AppEnv> {
  const { host } = new URL(sitesOrigin);
  return async (c, next) => {
    const url = new URL(c.req.url);
    const isSite = url.pathname === '/sites' || url.pathname.startsWith('/sites/');
    if (url.host !== host) return isSite ? c.redirect(sitesOrigin + url.pathname + url.search, 308) : next();
    return isSite || url.pathname.startsWith('/files/') ? next() : c.text('There is nothing at this address.\n', 404);
  };
}
