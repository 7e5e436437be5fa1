import { rmSync } from 'node:fs';
import { freePort } from './free-port.ts';
import { seededDataDir } from './seeded-data.ts';
import { type ServerProcess, serverProcess } from './server-process.ts';

export interface TestServer extends ServerProcess, AsyncDisposable {}

/** The real server with seeded data of its own, started; its folder goes when it is disposed of. */
export async function startServer(env: Readonly<Record<string, string>> = {}, checkout?: string): Promise<TestServer> {
  const dataDir = await seededDataDir();
  const server = serverProcess({ port: await freePort(), dataDir, env, checkout });
  await server.start();
  return {
    ...server,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
