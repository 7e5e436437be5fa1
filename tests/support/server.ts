import { rmSync } from 'node:fs';
import { freePort } from './free-port.ts';
import { seededDataDir } from './seeded-data.ts';
import { type ServerProcess, serverProcess } from './server-process.ts';

export interface TestServer extends ServerProcess, AsyncDisposable {}

/**
 * The server lives for minutes: with a quickly compiled database engine it is ready sooner than with an optimised one, and takes a third
 * less of the processor.
 */
const quickStart = ['--liftoff-only'];

/**
 * Starts the real server with new seeded data; disposing of it removes the folder. Measurements pass no `flags`, and those that compare two
 * revisions also the folder of another checkout of the project.
 */
export async function startServer(
  env: Readonly<Record<string, string>> = {},
  flags: readonly string[] = quickStart,
  checkout?: string,
): Promise<TestServer> {
  const dataDir = await seededDataDir(checkout);
  const server = serverProcess({ port: await freePort(), dataDir, env, flags, checkout });
  await server.start();
  return {
    ...server,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
