import type { Hono } from 'hono';
import type { AppEnv } from '../app-env.ts';
import type { ServerConfig } from '../config.ts';
import { refusingApp } from '../http/refusing-app.ts';
import { fail } from '../http/reply.ts';

/** What answers before the database is there: the API's own refusal, so that a client waits and asks again. */
export function startingApp(config: Pick<ServerConfig, 'publicUrl' | 'consoleOrigins'>): Hono<AppEnv> {
  return refusingApp(config, fail('unavailable', 'The server is starting.', { retryAfterSeconds: 1 }));
}
