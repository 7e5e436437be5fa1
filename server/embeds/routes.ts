import { Hono } from 'hono';
import { deleteCookie } from 'hono/cookie';
import type { AppEnv } from '../app-env.ts';
import type { Deps } from '../deps.ts';
import { plainPage } from './page.ts';

/** Stand-ins for the two products that the console shows in frames. */
export function embedRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const framers = [new URL(deps.config.publicUrl).origin, ...deps.config.consoleOrigins].join(' ');
  const framed = `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self' ${framers}`;

  app.get('/cms/:websiteId/wp-admin/admin-ajax.php', (c) => {
    c.header('Content-Security-Policy', framed);
    c.header('Cache-Control', 'no-store');
    if (c.req.query('action') !== 'logout') return c.html(plainPage('Not found', 'This action is not part of this version.'), 404);
    deleteCookie(c, 'frontage_cms', { path: '/cms' });
    return c.html(plainPage('Signed out', 'The content management session has ended.'));
  });
  app.get('/cms/*', (c) => {
    c.header('Content-Security-Policy', framed);
    return c.html(plainPage('Not here yet', 'Content management is not part of this version.'), 404);
  });
  app.get('/admin-app/*', (c) => {
    c.header('Content-Security-Policy', framed);
    return c.html(plainPage('Not here yet', 'The other admin application is not part of this version.'), 404);
  });
  return app;
}
