import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listening } from '#server/testing/listening.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/inputs.mjs';
import { demo } from '../support/accounts.ts';
import { type Api, signedInApi } from '../support/api.ts';
import { freePort } from '../support/free-port.ts';
import { seededDataDir } from '../support/seeded-data.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { serverProcess } from '../support/server-process.ts';

const save = (api: Api, n: number) =>
  api.call('POST', '/websites/1/settings/update', {
    data: { settings: [{ key: 'custom_css', value: [`/* ${n} */`], category: 'css', type: null }] },
  });

/** Runs the server in a case where it must end by itself. */
async function refusedStart(env: Readonly<Record<string, string>>): Promise<{ readonly code: unknown; readonly said: string }> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = await once(child, 'exit');
  return { code, said };
}

// The tests run one after the other on one server, which takes seconds to start: each leaves it running.
describe('a server that runs', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it.each(['stop', 'kill'] as const)('keeps every answered write through a %s in the middle of saving', async (how) => {
    const api = await signedInApi(server.origin, demo);
    let answered = 0;
    const saving = (async () => {
      for (let n = 1; ; n += 1) {
        const answer = await save(api, n).catch(() => null);
        if (answer === null || !answer.ok) return;
        answered = n;
        if (n === 20) void server[how]();
      }
    })();
    await saving;
    await server[how]();
    expect(answered).toBeGreaterThanOrEqual(20);
    await server.start();
    const stored = Number(/\d+/u.exec(String(await api.setting('1', 'css', 'custom_css')))?.[0]);
    // One more save may have been written without its answer arriving; none that was answered may be missing.
    expect([answered, answered + 1]).toContain(stored);
  });

  it('leaves nothing in its data folder that other users of the machine can read', async () => {
    await save(await signedInApi(server.origin, demo), 1);
    const all = ['', ...readdirSync(server.dataDir, { recursive: true, encoding: 'utf8' })].map((name) => join(server.dataDir, name));
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([]);
  });

  it('stops a second server on its data folder', async () => {
    const { code, said } = await refusedStart({ DATA_DIR: server.dataDir, PORT: '0' });
    expect([code, said]).toEqual([1, expect.stringContaining(`The data folder ${server.dataDir} is in use by process`)]);
  });

  it('serves no page with an address that it had before', async () => {
    const sitemap = async (origin: string) => (await fetch(`${origin}/sites/www.northshorerealty.test/sitemap.xml`)).text();
    expect(await sitemap(server.origin)).toContain(`<loc>${server.origin}/`);
    await server.stop();
    const moved = serverProcess({ port: await freePort(), dataDir: server.dataDir });
    await moved.start();
    try {
      expect(await sitemap(moved.origin)).toContain(`<loc>${moved.origin}/`);
    } finally {
      await moved.stop();
    }
  });
});

it('stops as if by the signal when npm’s shell, which received it, has ended', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontage-orphan-'));
  const shell = spawn('sh', ['-c', `"${process.execPath}" server/main.ts; true`], {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: 'start', DATA_DIR: dataDir, PORT: '0', SEED: 'none' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  shell.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (chunk.includes('Frontage is ready at')) shell.kill('SIGTERM');
  });
  // Its output ends with the server, not with the shell.
  await once(shell, 'close');
  expect(said).toContain('"event":"stopping"');
  expect(readdirSync(dataDir)).not.toContain('frontage.lock');
  rmSync(dataDir, { recursive: true });
});

describe('a server that can’t start', () => {
  it('says that the port is taken', async () => {
    const holder = createServer();
    const port = await listening(holder);
    const dataDir = mkdtempSync(join(tmpdir(), 'frontage-port-'));
    const { code, said } = await refusedStart({ DATA_DIR: dataDir, PORT: String(port) });
    expect([code, said, readdirSync(dataDir)]).toEqual([1, expect.stringContaining('EADDRINUSE'), []]);
    holder.close();
    rmSync(dataDir, { recursive: true });
  });

  it('says that the demo sign-in must not be reachable by others, and creates none', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'frontage-demo-'));
    const env = { DATA_DIR: dataDir, PORT: '0', HOST: '0.0.0.0', LOG_LEVEL: 'silent' };
    const empty = await refusedStart(env);
    expect([empty.code, empty.said]).toEqual([1, expect.stringContaining('its empty database would get the demo sign-in')]);
    rmSync(dataDir, { recursive: true });
    const seeded = await seededDataDir();
    const full = await refusedStart({ ...env, SEED: 'none', DATA_DIR: seeded });
    rmSync(seeded, { recursive: true });
    expect([full.code, full.said]).toEqual([1, expect.stringContaining('its database has the demo sign-in, whose password is public')]);
  });

  it('says what is wrong with its configuration', async () => {
    expect(await refusedStart({ PORT: 'x' })).toEqual({
      code: 1,
      said: 'Frontage can’t start with this configuration:\n  PORT is not a whole number.\n',
    });
  });

  it('says that its database can’t be reached', async () => {
    const { code, said } = await refusedStart({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', LOG_LEVEL: 'silent', PORT: '0' });
    expect([code, said]).toEqual([1, 'The database at DATABASE_URL could not be opened.\n']);
  });
});
