import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type AlternatingProxy, alternatingProxy } from './alternating-proxy.ts';
import { freePort } from './free-port.ts';
import { startPostgres } from './postgres.ts';
import type { TestServer } from './server.ts';
import { type ServerProcess, serverProcess } from './server-process.ts';

export interface TwoServers extends TestServer {
  readonly servers: readonly [ServerProcess, ServerProcess];
  readonly proxy: AlternatingProxy;
}

interface Killing {
  /** After so many answered requests one of the servers is killed, and started again; the next time the other one. */
  readonly requestsPerKill: number;
}

/** Two processes of the real server on one PostgreSQL and one folder of files, behind one address that alternates between them. */
export async function startTwoServers(env: Readonly<Record<string, string>> = {}, killing?: Killing): Promise<TwoServers> {
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
  const killer = killing ? killInTurn(servers, proxy, killing) : null;
  const all = (each: (server: ServerProcess) => Promise<void>) => async () => void (await Promise.all(servers.map(each)));
  return {
    servers,
    proxy,
    origin: proxy.origin,
    dataDir,
    start: async () => {
      await all((server) => server.start())();
      killer?.resume();
    },
    stop: async () => {
      await killer?.pause();
      await all((server) => server.stop())();
    },
    kill: async () => {
      await killer?.pause();
      await all((server) => server.kill())();
    },
    output: () => servers.map((server) => server.output()).join(''),
    pid: () => null,
    [Symbol.asyncDispose]: async () => {
      await killer?.end();
      await proxy[Symbol.asyncDispose]();
      await Promise.all(servers.map((server) => server.stop()));
      await database.drop();
      await postgres[Symbol.asyncDispose]();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function killInTurn(servers: TwoServers['servers'], proxy: AlternatingProxy, { requestsPerKill }: Killing) {
  let isEnded = false;
  let isPaused = false;
  let killing = Promise.resolve();
  const answered = () => proxy.answered().reduce((sum, count) => sum + count, 0);
  const restart = async (server: ServerProcess) => {
    await server.kill();
    await server.start();
  };
  const kill = async () => {
    for (let turn = 0; ; turn += 1) {
      const from = answered();
      while (!isEnded && (isPaused || answered() < from + requestsPerKill)) await setTimeout(20);
      if (isEnded) return;
      killing = restart(servers[turn % 2 === 0 ? 0 : 1]);
      await killing;
    }
  };
  const done = kill();
  return {
    /** While a test itself stops both: two starts of one server would ask for the same port. */
    pause: async () => {
      isPaused = true;
      await killing;
    },
    resume: () => {
      isPaused = false;
    },
    end: async () => {
      isEnded = true;
      await done;
    },
  };
}
