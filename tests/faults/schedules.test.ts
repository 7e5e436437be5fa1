import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** The number that `docs/offline.md` states. For more: `npm run faults -- --schedules 100000`. */
const count = 2_000;
const main = fileURLToPath(new URL('simulator/main.ts', import.meta.url));
/** Node keeps the compiled modules there: each process and thread of the simulator loads all of them. */
const compiled = fileURLToPath(new URL('../../.cache/compiled', import.meta.url));

/** In a separate process: Node's own module loader is a third faster than the test runner's. */
it('no schedule ends with a save lost, doubled, dropped, falsely asked about or stuck', async () => {
  const { code, output } = await run('--max-semi-space-size=64', main, '--schedules', `${count}`);
  console.log(output);
  expect(output).toContain('\n0 schedules failed');
  expect(code).toBe(0);
});

function run(...args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> {
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString();
  });
  return new Promise((resolve, reject) => child.once('error', reject).once('close', (code) => resolve({ code, output })));
}
