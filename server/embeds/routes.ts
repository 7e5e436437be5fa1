import { type Context, Hono } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { ownWebsiteId, rowId } from '../calls/scope.ts';
import type { Deps } from '../deps.ts';
import type { ContentKind } from './content.ts';
import { adminKinds, postKinds, toolKinds } from './contents.ts';
import { plainPage } from './page.ts';
import { type EmbedPath, embedUser, endEmbedSessions, withoutKey } from './session.ts';
import { detailPage, embedPolicy, listPage } from './views.ts';

/** The page that an address names. */
interface Named {
  readonly kind: ContentKind;
  /** Of one record; null for the list. */
  readonly id: string | null;
  readonly listHref: string;
  readonly hrefOf: (id: string) => string | null;
}

/** Stand-ins for the two products that the console shows in frames; see the README here. */
export function embedRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const framers = [new URL(deps.config.publicUrl).origin, ...deps.config.consoleOrigins].join(' ');
  const policy = embedPolicy(`'self' ${framers}`);
  for (const path of ['/cms', '/admin-app'] as const) {
    app.use(`${path}/*`, async (c, next) => {
      // The path alone: the query has the key of a sign-in.
      c.set('route', path);
      c.header('Content-Security-Policy', policy);
      c.header('Cache-Control', 'no-store');
      await next();
    });
  }

  app.get('/cms/:websiteId/wp-admin/admin-ajax.php', (c) => {
    if (c.req.query('action') !== 'logout') return c.html(plainPage('Not found', 'This action is not part of this version.'), 404);
    endEmbedSessions(c);
    return c.html(plainPage('Signed out', 'The content management session has ended.'));
  });
  app.get('/cms/:websiteId/wp-admin/:file', (c) => show(c, deps, '/cms', cmsPage(c.req.param('file'), c)));
  app.get('/admin-app/:websiteId/content/:list', (c) => show(c, deps, '/admin-app', adminPage(c.req.param('list'), null)));
  app.get('/admin-app/:websiteId/content/:list/:id', (c) => show(c, deps, '/admin-app', adminPage(c.req.param('list'), c.req.param('id'))));
  for (const path of ['/cms', '/admin-app']) {
    app.get(`${path}/sign-in`, (c) => c.html(plainPage('Please sign in', 'This page opens in the console. Reload it there.')));
  }
  app.get('/cms/*', (c) => show(c, deps, '/cms', null));
  app.get('/admin-app/*', (c) => show(c, deps, '/admin-app', null));
  return app;
}

function cmsPage(file: string, c: Context<AppEnv>): Named | null {
  const id = c.req.query('post') ?? null;
  const tool = Object.hasOwn(toolKinds, file) ? toolKinds[file] : undefined;
  if (tool) return { kind: tool, id, listHref: file, hrefOf: (of) => (rowId(of) === null ? null : `${file}?post=${of}`) };
  if (file !== 'edit.php' && file !== 'post.php') return null;
  const postType = c.req.query('post_type') ?? 'post';
  const kind = Object.hasOwn(postKinds, postType) ? postKinds[postType] : undefined;
  if (!kind || (file === 'post.php') !== (id !== null)) return null;
  return { kind, id, listHref: `edit.php?post_type=${postType}`, hrefOf: (of) => `post.php?post_type=${postType}&post=${of}` };
}

function adminPage(list: string, id: string | null): Named | null {
  const kind = Object.hasOwn(adminKinds, list) ? adminKinds[list] : undefined;
  return kind ? { kind, id, listHref: `../${list}`, hrefOf: (of) => `${list}/${of}` } : null;
}

/** Answers a page to the user of its application's session, about a website of that user's account. */
async function show(c: Context<AppEnv>, deps: Deps, path: EmbedPath, named: Named | null): Promise<Response> {
  const exchanged = await withoutKey(c, deps, path);
  if (exchanged) return exchanged;
  const user = c.req.query('user_key') === undefined ? await embedUser(c, deps, path) : null;
  if (!user) return c.redirect(`${path}/sign-in`);
  c.set('userId', user.id);
  const websiteId = await ownWebsiteId(deps.db, user, c.req.param('websiteId') ?? '');
  if (websiteId === null || named === null) return missing(c);
  const { kind, id, listHref, hrefOf } = named;
  if (id === null) {
    const contents = await kind.load(deps.db, websiteId);
    return c.html(listPage(kind, contents, (content) => hrefOf(content.id)));
  }
  const row = rowId(id);
  const [content] = row === null ? [] : await kind.load(deps.db, websiteId, row);
  return content ? c.html(detailPage(kind, content, listHref)) : missing(c);
}

const missing = (c: Context<AppEnv>): Response | Promise<Response> =>
  c.html(plainPage('Not found', 'There is nothing at this address.'), 404);
