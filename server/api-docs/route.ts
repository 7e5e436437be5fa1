import { createHash } from 'node:crypto';
import type { Handler } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { docsPage } from './page.ts';
import { style } from './style.ts';

const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The page is made at its first request: most servers never need it. */
export function docsRoute(openApi: unknown): Handler<AppEnv> {
  let page: Promise<string> | undefined;
  return async (c) => {
    c.set('route', '/docs');
    page ??= docsPage(openApi);
    c.header('Content-Security-Policy', policy);
    return c.html(await page);
  };
}
