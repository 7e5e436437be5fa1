import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import * as v from 'valibot';
import type { AppEnv } from '../app-env.ts';
import { clientAddress, proxyTest } from '../auth/client-address.ts';
import type { Deps } from '../deps.ts';

const nodeEnv = v.object({ incoming: v.object({ socket: v.object({ remoteAddress: v.optional(v.string()) }) }) });

function peerOf(c: Context): string | undefined {
  const env = v.safeParse(nodeEnv, c.env);
  return env.success ? env.output.incoming.socket.remoteAddress : undefined;
}

/** Gives the request an id, determines its client address, and logs its result. */
export function requestLog(deps: Deps): MiddlewareHandler<AppEnv> {
  const isProxy = proxyTest(deps.config.trustedProxies);
  return async (c, next) => {
    const given = c.req.header('x-request-id') ?? '';
    const requestId = /^[\w.-]{8,64}$/u.test(given) ? given : deps.random.id();
    c.set('requestId', requestId);
    c.set('address', clientAddress(peerOf(c), c.req.header('x-forwarded-for'), isProxy));
    c.set('route', '');
    const start = performance.now();
    await next();
    c.header('X-Request-Id', requestId);
    const route = c.get('route');
    // Requests for files of the console are many and unimportant.
    deps.logger[route === '' ? 'debug' : 'info']('request', {
      method: c.req.method,
      route: route || 'other',
      status: c.res.status,
      ms: Math.round((performance.now() - start) * 10) / 10,
      requestId,
      userId: c.get('userId'),
    });
  };
}

/** Allows consoles on other origins to call the API and read its answers. */
export function apiCors(consoleOrigins: readonly string[]): MiddlewareHandler<AppEnv> {
  const origins = new Set(consoleOrigins);
  return cors({
    origin: (origin) => (origins.has(origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'X-Account-Id', 'X-Request-Id'],
    exposeHeaders: ['ETag', 'Retry-After', 'X-Request-Id', 'Idempotency-Replayed'],
    maxAge: 7200,
  });
}

/** Headers of every answer; a route that needs others sets its own first. */
export function securityHeaders(publicUrl: string): MiddlewareHandler<AppEnv> {
  const standing: readonly (readonly [string, string])[] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ...(publicUrl.startsWith('https:') ? [['Strict-Transport-Security', 'max-age=31536000'] as const] : []),
  ];
  return async (c, next) => {
    await next();
    for (const [name, value] of standing) {
      if (!c.res.headers.has(name)) c.header(name, value);
    }
  };
}
