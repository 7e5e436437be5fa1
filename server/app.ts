import { Hono, type MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { row } from '#contract/calls/define.ts';
import { servedCalls } from '#contract/calls/index.ts';
import { limits } from '#contract/limits.ts';
import { docsRoute } from './api-docs/route.ts';
import type { AppEnv } from './app-env.ts';
import { authenticate } from './auth/tokens.ts';
import { routes as allRoutes } from './calls/routes.ts';
import { databaseTroubleOf } from './database-trouble.ts';
import type { Deps } from './deps.ts';
import { diskFullFailure, isDiskFull } from './disk/disk-full.ts';
import { embedRoutes } from './embeds/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { honoPath, methodTable } from './http/allowed.ts';
import { isClientGone } from './http/read-body.ts';
import { createByteBudget } from './http/byte-budget.ts';
import { apiCors, requestLog, securityHeaders } from './http/middleware.ts';
import { fail, notFound, notSignedIn, sendFailure } from './http/reply.ts';
import { errorFields } from './logger.ts';
import { openApi } from './openapi.ts';
import { admit, type Route } from './serve.ts';
import { siteRoutes } from './site/routes.ts';

/** Separates the sites by host: the sites' host serves nothing else, and the other hosts serve no site. */
function sitesOnOwnHost(sitesOrigin: string): MiddlewareHandler<AppEnv> {
  const { host } = new URL(sitesOrigin);
  return async (c, next) => {
    const url = new URL(c.req.url);
    // The decoded path, by which routes are matched: no other spelling of a path gets past this check.
    const { path } = c.req;
    const isSite = path === '/sites' || path.startsWith('/sites/');
    if (url.host !== host) return isSite ? c.redirect(sitesOrigin + url.pathname + url.search, 308) : next();
    return isSite || path.startsWith('/files/') ? next() : c.text('There is nothing at this address.\n', 404);
  };
}

const databaseGone = fail('unavailable', 'The database does not answer.', { retryAfterSeconds: 5 });
const databaseBusy = fail('unavailable', 'The database is too busy for this.', { retryAfterSeconds: 5 });
const unreadable = fail('bad_request', 'The request could not be read.');

/** Not part of the contract: for operators, and for developers of clients. */
const operatorRows = ['/health', '/openapi.json', '/docs'].map((path) => ({ ...row(path, 'GET', path, 'session'), auth: 'none' as const }));

/** The whole server as a function of a request: tests drive it with `app.request()`. */
export function createServerApp(deps: Deps, routes: readonly Route[] = allRoutes): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(requestLog(deps));
  app.use(securityHeaders(deps.config.publicUrl));
  if (deps.config.sitesOrigin !== null) app.use(sitesOnOwnHost(deps.config.sitesOrigin));
  app.route('/api', apiRoutes(deps, routes));
  app.route('/files', fileRoutes(deps));
  app.route('/sites', siteRoutes(deps));
  app.route('/', embedRoutes(deps));
  if (deps.consoleFiles) app.get('*', deps.consoleFiles);
  app.notFound((c) => c.text('There is nothing at this address.\n', 404));
  app.onError((error, c) => {
    if (isClientGone(error) || (error instanceof HTTPException && error.status < 500)) return sendFailure(c, unreadable);
    const trouble = databaseTroubleOf(error);
    if (trouble !== null) {
      deps.logger.error(trouble, { requestId: c.get('requestId'), route: c.get('route'), ...errorFields(error) });
      return sendFailure(c, trouble === 'database gone' ? databaseGone : databaseBusy);
    }
    if (isDiskFull(error)) {
      deps.logger.error('disk full', { requestId: c.get('requestId'), route: c.get('route'), ...errorFields(error) });
      return sendFailure(c, diskFullFailure());
    }
    deps.logger.error('fault', { requestId: c.get('requestId'), route: c.get('route'), ...errorFields(error) });
    return sendFailure(c, fail('internal_error', 'Something went wrong on the server. It has been noted.'));
  });
  return app;
}

function apiRoutes(deps: Deps, routes: readonly Route[]): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  api.use(apiCors(deps.config.consoleOrigins));
  api.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });
  const { bodyBytesInFlight } = deps.config;
  const shareOfBodies = createByteBudget(bodyBytesInFlight, Math.max(limits.jsonBodyBytes, Math.floor(bodyBytesInFlight / 4)));
  api.use(async (c, next) => {
    const share = shareOfBodies();
    c.set('bodyShare', share);
    await next().finally(share.release);
  });

  api.get('/health', async (c) => {
    c.set('route', '/health');
    try {
      await deps.pingDatabase();
      return c.json({ data: { status: 'ok', version: deps.version } });
    } catch (error) {
      deps.logger.error('health', errorFields(error));
      return sendFailure(c, databaseGone);
    }
  });
  const description = openApi(deps.version);
  api.get('/openapi.json', (c) => c.json(description));
  api.get('/docs', docsRoute(description));

  const served = new Set<string>();
  for (const { call, answer } of routes) {
    served.add(call.name);
    api.on(call.method, honoPath(call.path), (c) => answer(c, deps));
  }
  for (const call of servedCalls.filter((entry) => !served.has(entry.name))) {
    api.on(call.method, honoPath(call.path), async (c) => {
      const admitted = await admit(call, c, deps);
      if (admitted.kind === 'failure') return sendFailure(c, admitted);
      return sendFailure(c, fail('not_implemented', 'This API does not offer this call yet.'));
    });
  }
  const methodsOf = methodTable([...servedCalls, ...operatorRows]);
  const openMethodsOf = methodTable([...servedCalls, ...operatorRows].filter((entry) => entry.auth === 'none'));
  api.all('*', async (c) => {
    const path = c.req.path.slice('/api'.length);
    // Only signed-in users learn whether a call or a record exists.
    const isKnown = async () => (await authenticate(deps, c.req.header('authorization'), c.get('address'), deps.clock.now())) !== null;
    if (openMethodsOf(path).length === 0 && !(await isKnown())) return sendFailure(c, notSignedIn());
    const allow = methodsOf(path);
    if (allow.length === 0) return sendFailure(c, notFound());
    return sendFailure(c, fail('method_not_allowed', 'This address does not take this method.', { allow }));
  });
  return api;
}
