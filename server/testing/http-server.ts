import type { Server } from 'node:http';
import { type ServerConfig, readServerConfig } from '../config.ts';
import { jsonLogger } from '../logger.ts';
import { createHttpServer } from '../start/http-server.ts';

/** The server's own HTTP server with its default limits; its warnings are discarded. */
export function testHttpServer(fetch: Parameters<typeof createHttpServer>[2], change: Partial<ServerConfig> = {}): Server {
  const reading = readServerConfig({});
  if (!reading.ok) throw new Error(reading.problems.join());
  const logger = jsonLogger(
    'silent',
    () => new Date(),
    () => undefined,
  );
  return createHttpServer({ ...reading.config, ...change }, logger, fetch);
}
