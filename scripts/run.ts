import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { root } from './inputs.mjs';

export interface Finished {
  readonly ok: boolean;
  readonly ms: number;
  readonly output: string;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Print while running; else the output is returned. */
  readonly live?: boolean;
}

const environment = (extra: Readonly<Record<string, string>> = {}) => ({
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
  ...extra,
});

export function start(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess {
  return spawn(program, args, { cwd: root, env: environment(env), stdio: 'inherit' });
}

/** Runs a program of node_modules/.bin to its end. */
export function run(program: string, args: readonly string[], { env, live = false }: RunOptions = {}): Promise<Finished> {
  const began = performance.now();
  const child = spawn(program, args, {
    cwd: root,
    // Returned output is read as one text, also in logs, where colours would be a nuisance.
    env: environment({ ...(live ? {} : { NO_COLOR: '1', FORCE_COLOR: '0' }), ...env }),
    stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
  });
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    const finish = (ok: boolean, why = '') =>
      resolve({ ok, ms: performance.now() - began, output: Buffer.concat(chunks).toString() + why });
    child.on('error', (error) => finish(false, error.message));
    child.on('close', (code) => finish(code === 0));
  });
}
