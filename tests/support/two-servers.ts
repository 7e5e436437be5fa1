import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AlternatingProxy, alternatingProxy } from './alternating-proxy.ts';
import { freePort } from './free-port.ts';
import { startPostgres } from './postgres.ts';
import type { TestServer } from './server.ts';
import { type ServerProcess, serverProcess } from './server-process.ts';

export interface TwoServers extends TestServer {
  readonly servers: readonly [ServerProcess, ServerProcess];
  readonly proxy: AlternatingProxy;
}

/** Two processes of the real server on one PostgreSQL and one folder of files, behind one address that alternates between them. */
export async function startTwoServers(env: Readonly<Record<string, string>> = {}): Promise<TwoServers> {
  const postgres = await startPostgres();
  const database = await postgres.newDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'frontage-two-'));
  const port = await freePort();
  const started = async () =>
    serverProcess({
      port: await freePort(),
      dataDir,
      env: { DATABASE_URL: database.url, SEED: 'demo', PUBLIC_URL: `http://127.0.0.1:${port}`, ...env },
    });
  const servers = [await started(), await started()] as const;
  // Both at once: one of them seeds the database, and the other waits for it.
  await Promise.all(servers.map((server) => server.start()));
  const proxy = await alternatingProxy(
    port,
    servers.map(({ origin }) => origin),
  );
  const all = (each: (server: ServerProcess) => Promise<void>) => async () => void (await Promise.all(servers.map(each)));
  return {
    servers,
    proxy,
    origin: proxy.origin,
    dataDir,
    start: all((server) => server.start()),
    stop: all((server) => server.stop()),
    kill: all((server) => server.kill()),
    output: () => servers.map((server) => server.output()).join(''),
    pid: () => null,
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      await Promise.all(servers.map((server) => server.stop()));
      await database.drop();
      await postgres[Symbol.asyncDispose]();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
