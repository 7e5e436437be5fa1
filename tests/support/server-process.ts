import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { root } from '../../scripts/inputs.mjs';
import { testMs } from './limits.ts';

export interface ServerProcess {
  readonly origin: string;
  readonly dataDir: string;
  /** Starts it again on the same port and data, after `stop` or `kill`. */
  readonly start: () => Promise<void>;
  /** Asks it to end, and waits until it has ended. */
  readonly stop: () => Promise<void>;
  /** Kills it between two instructions, as a power cut does. */
  readonly kill: () => Promise<void>;
  /** Everything it has printed. */
  readonly output: () => string;
  /** The process id; null while it does not run. */
  readonly pid: () => number | null;
}

interface ServerOptions {
  readonly port: number;
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of the server's project; this one by default. */
  readonly checkout?: string | undefined;
  /** Arguments for Node, in addition to those of `npm start`. */
  readonly flags?: readonly string[];
}

/** It listens before its data is there, and prints when it is ready. */
const readyLine = 'Frontage is ready at';

/** Below the limit of a test, so that the failure shows what the server printed. ms. */
const startMs = testMs / 3;

const manifestSchema = v.object({ scripts: v.object({ start: v.string() }) });

/** What `npm start` hands to Node in that checkout. */
function startArguments(checkout: string): readonly string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  return v.parse(manifestSchema, manifest).scripts.start.split(' ').slice(1);
}

/** The real server in a separate process; not started yet. */
export function serverProcess({ port, dataDir, env = {}, checkout = root, flags = [] }: ServerOptions): ServerProcess {
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let printed = '';

  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill(signal);
    await ended;
  };

  return {
    origin,
    dataDir,
    output: () => printed,
    pid: () => child?.pid ?? null,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    start: async () => {
      const started = spawn(process.execPath, [...flags, ...startArguments(checkout)], {
        cwd: checkout,
        env: {
          ...process.env,
          PORT: String(port),
          HOST: '127.0.0.1',
          DATA_DIR: dataDir,
          PUBLIC_URL: origin,
          LOG_LEVEL: 'warn',
          // Every test comes from one address: other tests check the limits by address.
          SIGN_IN_ATTEMPTS: '1000000',
          SIGN_IN_ATTEMPTS_PER_IP: '1000000',
          ACCOUNT_WRITES_PER_MINUTE: '1000000',
          ACCOUNT_UPLOADS_PER_MINUTE: '1000000',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      // An interrupted run leaves no server behind.
      const end = () => started.kill('SIGKILL');
      process.once('exit', end);
      started.once('exit', () => process.off('exit', end));
      const ready = new Promise<void>((resolve, reject) => {
        const listen = (chunk: Buffer) => {
          printed += chunk.toString();
          if (chunk.includes(readyLine)) resolve();
        };
        started.stdout.on('data', listen);
        started.stderr.on('data', listen);
        started.once('exit', (code, signal) => reject(new Error(`The server ended with ${code ?? signal}:\n${printed}`)));
        AbortSignal.timeout(startMs).addEventListener('abort', () =>
          reject(new Error(`The server was not ready in ${startMs} ms:\n${printed}`)),
        );
      });
      await ready;
    },
  };
}
