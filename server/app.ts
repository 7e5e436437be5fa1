import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { row } from '#contract/calls/define.ts';
import { allCalls, servedCalls } from '#contract/calls/index.ts';
import { limits } from '#contract/limits.ts';
import type { AppEnv } from './app-env.ts';
import { routes } from './calls/routes.ts';
import { isDatabaseGone, ping } from './connect.ts';
import type { Deps } from './deps.ts';
import { diskFull, isDiskFull } from './disk/disk-full.ts';
import { embedRoutes } from './embeds/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { honoPath, methodTable } from './http/allowed.ts';
import { isClientGone, isOverLimit } from './http/body.ts';
import { requestLog, securityHeaders } from './http/middleware.ts';
import { fail, notFound } from './http/reply.ts';
import { sendFailure } from './http/send.ts';
import { errorFields } from './logger.ts';
import { openApi } from './openapi.ts';
import { sitesOnOwnHost } from './site/own-host.ts';
import { siteRoutes } from './site/routes.ts';

const databaseGone = fail('unavailable', 'The database does not answer.', { retryAfterSeconds: 5 });
const unreadable = fail('bad_request', 'The request could not be read.');
const tooLarge = fail('payload_too_large', 'The body is too large.');

/** Not of the contract: for operators, and for whoever writes a client. */
const operatorRows = ['/health', '/openapi.json'].map((path) => row(path, 'GET', path, 'session'));

/** The whole server as a function of a request: tests drive it with `app.request()`. */
export function createApp(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(requestLog(deps));
  app.use(securityHeaders(deps.config.publicUrl));
  if (deps.config.sitesOrigin !== null) app.use(sitesOnOwnHost(deps.config.sitesOrigin));
  app.route('/api', apiRoutes(deps));
  app.route('/files', fileRoutes(deps));
  app.route('/sites', siteRoutes(deps));
  app.route('/', embedRoutes(deps));
  if (deps.consoleFiles) app.get('*', deps.consoleFiles);
  app.notFound((c) => c.text('There is nothing at this address.\n', 404));
  app.onError((error, c) => {
    if (isOverLimit(error)) return sendFailure(c, tooLarge);
    if (isClientGone(error) || (error instanceof HTTPException && error.status < 500)) return sendFailure(c, unreadable);
    if (isDatabaseGone(error)) {
      deps.logger.error('database gone', { requestId: c.get('requestId'), ...errorFields(error) });
      return sendFailure(c, databaseGone);
    }
    if (isDiskFull(error)) {
      deps.logger.error('disk full', { requestId: c.get('requestId'), route: c.get('route'), ...errorFields(error) });
      return sendFailure(c, diskFull());
    }
    deps.logger.error('fault', { requestId: c.get('requestId'), route: c.get('route'), ...errorFields(error) });
    return sendFailure(c, fail('internal_error', 'Something went wrong on the server. It has been noted.'));
  });
  return app;
}

function apiRoutes(deps: Deps): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  const origins = new Set(deps.config.consoleOrigins);
  api.use(
    cors({
      origin: (origin) => (origins.has(origin) ? origin : null),
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'X-Account-Id', 'X-Request-Id'],
      exposeHeaders: ['ETag', 'Retry-After', 'X-Request-Id', 'Idempotency-Replayed'],
      maxAge: 7200,
    }),
  );
  api.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });
  // An upload has limits of its own, and must not be gathered in memory to be measured.
  const takesFiles = methodTable(servedCalls.filter((call) => call.encoding === 'multipart'));
  const jsonLimit = bodyLimit({ maxSize: limits.jsonBodyBytes, onError: (c) => sendFailure(c, tooLarge) });
  api.use((c, next) => (takesFiles(c.req.path.slice('/api'.length)).includes(c.req.method) ? next() : jsonLimit(c, next)));

  api.get('/health', async (c) => {
    c.set('route', '/health');
    try {
      await ping(deps.db);
      return c.json({ data: { status: 'ok', version: deps.version } });
    } catch (error) {
      deps.logger.error('health', errorFields(error));
      return sendFailure(c, databaseGone);
    }
  });
  const description = openApi(deps.version);
  api.get('/openapi.json', (c) => c.json(description));

  const served = new Set<string>();
  for (const { call, answer } of routes) {
    served.add(call.name);
    api.on(call.method, honoPath(call.path), (c) => answer(c, deps));
  }
  for (const call of allCalls.filter((entry) => !served.has(entry.name))) {
    api.on(call.method, honoPath(call.path), (c) => {
      c.set('route', call.path);
      return sendFailure(c, fail('not_implemented', 'This API does not offer this call yet.'));
    });
  }
  const methodsOf = methodTable([...allCalls, ...operatorRows]);
  api.all('*', (c) => {
    const allow = methodsOf(c.req.path.slice('/api'.length));
    if (allow.length === 0) return sendFailure(c, notFound());
    return sendFailure(c, fail('method_not_allowed', 'This address does not take this method.', { allow }));
  });
  return api;
}
