import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDiskFull } from '#server/disk/disk-full.ts';
import { freeBytesOf } from '#server/disk/disk-space.ts';
import { png } from '#server/testing/uploads.ts';
import { demo } from '../support/accounts.ts';
import { type Api, signedInApi } from '../support/api.ts';
import { freePort } from '../support/free-port.ts';
import { seededTemplate } from '../support/seeded-data.ts';
import { type RawClient, rawClient } from '#server/testing/raw-http.ts';
import { type ServerProcess, serverProcess } from '../support/server-process.ts';

const mountPoint = mkdtempSync(join(tmpdir(), 'frontage-small-disk-'));
/** A file system that can be filled without harm; only some machines allow a test to mount one. */
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', mountPoint]).status === 0;
afterAll(() => {
  if (isMounted) spawnSync('umount', ['-l', mountPoint]);
  rmSync(mountPoint, { recursive: true, force: true });
});

describe.runIf(isMounted)('a disk that runs full', () => {
  let server: ServerProcess;
  let api: Api;
  const filler = join(mountPoint, 'filler');
  /**
   * Room for what is saved until the server has looked at the disk again, which it does once a second. On a full disk the engine would refuse
   * those saves with the same status, and a test could not tell who did.
   */
  const forSaves = 9_000_000;
  const leave = async (bytes: number) => {
    rmSync(filler, { force: true });
    const taken = Buffer.alloc(Math.max(0, (await freeBytesOf(mountPoint)) - bytes));
    try {
      writeFileSync(filler, taken);
    } catch (error) {
      // The server has written meanwhile: the disk is full, as requested.
      if (bytes > 0 || !isDiskFull(error)) throw error;
    }
  };
  beforeAll(async () => {
    const dataDir = join(mountPoint, 'data');
    cpSync(await seededTemplate(), dataDir, { recursive: true });
    server = serverProcess({
      port: await freePort(),
      dataDir,
      // A body waits here for as long as the test needs.
      env: { BODY_SECONDS: '900', ANSWER_SECONDS: '1000' },
    });
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

  /** Sends half of a body; the rest when `finish` is called, which resolves with the answer. */
  async function begin(path: string, type: string, body: string) {
    const client: RawClient = await rawClient(Number(new URL(server.origin).port));
    const half = Math.floor(body.length / 2);
    client.send(
      `POST /api${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${api.token}\r\nContent-Type: ${type}\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body.slice(0, half)}`,
    );
    return {
      finish: () => {
        client.send(body.slice(half));
        return client.ended;
      },
    };
  }
  const uploads = join(mountPoint, 'data/uploads');
  const uploading = () => (existsSync(uploads) ? readdirSync(uploads) : []);
  const bytesUploading = () =>
    uploading()
      .flatMap((name) => readdirSync(join(uploads, name)).map((part) => statSync(join(uploads, name, part)).size))
      .reduce((sum, bytes) => sum + bytes, 0);
  const partOf = (name: string, bytes: number) =>
    `--b\r\nContent-Disposition: form-data; name="files[]"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n${'x'.repeat(bytes)}\r\n`;

  it('while bodies are on their way refuses them at their end, and they never reach the database', async () => {
    const settings = [{ key: 'custom_css', value: [`/* ${'half'.repeat(10_000)} */`], category: 'css', type: null }];
    const save60 = Array.from({ length: 60 }, () =>
      begin('/websites/1/settings/update', 'application/json', JSON.stringify({ data: { settings } })),
    );
    const begun = await Promise.all([
      ...save60,
      begin('/login', 'application/json', JSON.stringify({ email: demo.email, password: demo.password })),
      begin('/websites/1/files', 'multipart/form-data; boundary=b', `${partOf('a.png', 2_000_000)}--b--\r\n`),
    ]);
    await expect.poll(bytesUploading).toBeGreaterThan(999_900);
    await leave(forSaves);
    await expect.poll(async () => (await save('full')).status).toBe(503);
    await leave(0);
    const answers = await Promise.all(begun.map(({ finish }) => finish()));
    expect(new Set(answers.map((answer) => answer.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 503']));
    expect(server.output()).not.toMatch(/53100|disk full/u);
    expect(uploading()).toEqual([]);
    rmSync(filler);
    await expect.poll(async () => (await save('after')).status).toBe(200);
  });

  it('refuses saves, still answers reads, and recovers without a restart', async () => {
    expect((await save('before')).status).toBe(200);
    await leave(forSaves);
    await expect.poll(async () => (await save('before')).status).toBe(503);
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
