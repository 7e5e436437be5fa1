import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'frontage-start-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function start(env: Readonly<Record<string, string>> = {}) {
  const server = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', SEED: 'none', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return { server, ended: once(server, 'close'), said: () => said };
}

it.each(['SIGTERM', 'SIGINT'] as const)('a start that is stopped by %s ends at once, and well', async (signal) => {
  const { server, ended } = start();
  await expect.poll(() => existsSync(join(dataDir, 'frontage.lock')), { timeout: 60_000 }).toBe(true);
  server.kill(signal);
  // An unhandled signal would appear instead of null.
  expect(await ended).toEqual([0, null]);
  expect(existsSync(join(dataDir, 'frontage.lock'))).toBe(false);
});

it('a database that does not open on a disk with little room says so', async () => {
  writeFileSync(join(dataDir, 'db'), 'no database');
  const { ended, said } = start({ MIN_FREE_BYTES: String(Number.MAX_SAFE_INTEGER) });
  expect(await ended).toEqual([1, null]);
  expect(said()).toMatch(/could not be opened\.\nThe disk of DATA_DIR has \d+ bytes left\.\n$/u);
});
