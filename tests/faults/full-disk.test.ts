import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freeBytesOf } from '#server/disk/disk-space.ts';
import { png } from '#server/testing/uploads.ts';
import { demo } from '../support/accounts.ts';
import { type Api, signedInApi } from '../support/api.ts';
import { freePort } from '../support/free-port.ts';
import { seededTemplate } from '../support/seeded-data.ts';
import { type ServerProcess, serverProcess } from '../support/server-process.ts';

const mountPoint = mkdtempSync(join(tmpdir(), 'frontage-small-disk-'));
/** A file system that can be filled without harm; only some machines let a test have one. */
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', mountPoint]).status === 0;
afterAll(() => {
  if (isMounted) spawnSync('umount', ['-l', mountPoint]);
  rmSync(mountPoint, { recursive: true, force: true });
});

describe.runIf(isMounted)('a disk that runs full', () => {
  let server: ServerProcess;
  let api: Api;
  const filler = join(mountPoint, 'filler');
  const leave = async (bytes: number) => {
    rmSync(filler, { force: true });
    writeFileSync(filler, Buffer.alloc(Math.max(0, (await freeBytesOf(mountPoint)) - bytes)));
  };
  beforeAll(async () => {
    const dataDir = join(mountPoint, 'data');
    cpSync(await seededTemplate(), dataDir, { recursive: true });
    server = serverProcess({ port: await freePort(), dataDir });
    await server.start();
    api = await signedInApi(server.origin, demo);
  });
  afterAll(() => server.stop());

  const save = (text: string) =>
    api.call('POST', '/websites/1/settings/update', {
      data: { settings: [{ key: 'custom_css', value: [`/* ${text} */`], category: 'css', type: null }] },
    });
  const upload = () => {
    const form = new FormData();
    form.set('files[]', new File([png()], 'a.png'));
    return fetch(`${server.origin}/api/websites/1/files`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${api.token}` },
    });
  };

  it('refuses what is saved, goes on reading, and heals without a new start', async () => {
    expect((await save('before')).status).toBe(200);
    await leave(9_000_000);
    await expect.poll(async () => (await save('full')).status).toBe(503);
    for (const refused of [await save('full'), await upload()])
      expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
        503,
        '30',
        { error: expect.objectContaining({ code: 'unavailable' }) },
      ]);
    await leave(0);
    expect(await api.setting('1', 'css', 'custom_css')).toBe('/* before */');
    for (const path of ['/api/health', '/sites/www.northshorerealty.test/', '/sites/www.byroncoastal.test/robots.txt'])
      expect([path, (await fetch(`${server.origin}${path}`)).status]).toEqual([path, 200]);
    rmSync(filler);
    await expect.poll(async () => (await save('after')).status).toBe(200);
    expect((await upload()).status).toBe(201);
    expect(await api.setting('1', 'css', 'custom_css')).toBe('/* after */');
  });
});
