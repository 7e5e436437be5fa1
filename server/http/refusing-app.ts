import { Hono } from 'hono';
import type { AppEnv } from '../app-env.ts';
import type { ServerConfig } from '../config.ts';
import { apiCors, securityHeaders } from './middleware.ts';
import { fail, type Failure, sendFailure } from './reply.ts';

/**
 * Refuses every request without running the app, in the API's own shape and with the headers of all answers: a console on another origin
 * can read the reason, and does not take it for a lost network.
 */
export function refusingApp(
  { publicUrl, consoleOrigins }: Pick<ServerConfig, 'publicUrl' | 'consoleOrigins'>,
  failure: Failure,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(securityHeaders(publicUrl ?? ''));
  app.use('/api/*', apiCors(consoleOrigins));
  app.all('*', (c) => {
    c.header('Cache-Control', 'no-store');
    return sendFailure(c, failure);
  });
  return app;
}

/** Answers until the database is open: with the API's own refusal, so that a client waits and retries. */
export function startingApp(config: Pick<ServerConfig, 'publicUrl' | 'consoleOrigins'>): Hono<AppEnv> {
  return refusingApp(config, fail('unavailable', 'The server is starting.', { retryAfterSeconds: 1 }));
}
