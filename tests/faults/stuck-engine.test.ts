import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { root } from '../../scripts/inputs.mjs';

/** Starts a process whose database engine hangs at its first request, and sends that request. Resolves when the engine hangs. */
async function stuckServer(silentMs: number) {
  const child = spawn(process.execPath, ['server/testing/stuck-server.ts', String(silentMs)], { cwd: root });
  let printed = '';
  let complained = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complained += chunk.toString();
  });
  const ended = once(child, 'close');
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`It ended with ${code}: ${complained}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /http:\S+/u.exec(chunk.toString());
      if (address) fetch(address[0]).catch(() => undefined);
      if (printed.includes('stuck\n')) resolve();
    });
  });
  return { child, ended: async () => ({ code: (await ended)[0], printed, complained }) };
}

it('an engine that is stuck ends the process, which says so in one line', async () => {
  const { ended } = await stuckServer(2000);
  const { code, complained } = await ended();
  expect([code, complained]).toEqual([1, 'The embedded database is lost: it has not answered for 2 seconds. Start Frontage again.\n']);
});

it('SIGTERM ends a process whose engine is stuck', async () => {
  const { child, ended } = await stuckServer(3_600_000);
  child.kill('SIGTERM');
  const { code, printed } = await ended();
  expect(code).toBe(1);
  expect(printed).toContain('"event":"stopping"');
  expect(printed).toContain('the embedded database did not close in 100 ms');
});
