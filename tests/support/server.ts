import { rmSync } from 'node:fs';
import { freePort } from './free-port.ts';
import { seededDataDir } from './seeded-data.ts';
import { type ServerProcess, serverProcess } from './server-process.ts';

export interface TestServer extends ServerProcess, AsyncDisposable {}

/** It lives for minutes: an engine compiled quickly is ready sooner than one compiled well, and takes a third less of the processor. */
const quickStart = ['--liftoff-only'];

/** The real server with seeded data of its own, started; its folder goes when it is disposed of. What is measured takes no `flags`. */
export async function startServer(env: Readonly<Record<string, string>> = {}, flags: readonly string[] = quickStart): Promise<TestServer> {
  const dataDir = await seededDataDir();
  const server = serverProcess({ port: await freePort(), dataDir, env, flags });
  await server.start();
  return {
    ...server,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
