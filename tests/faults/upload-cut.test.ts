import { existsSync, readdirSync } from 'node:fs';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadFile } from '#contract/calls/files.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { png } from '#server/testing/uploads.ts';
import { demo } from '../support/accounts.ts';
import { signedInApi } from '../support/api.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startServer();
  token = (await signedInApi(server.origin, demo)).token;
  // The first run after a change fills a database before it starts the server.
});
afterAll(() => server[Symbol.asyncDispose]());

const path = '/api/websites/1/files';
const stored = () =>
  readdirSync(join(server.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
const waiting = () => (existsSync(join(server.dataDir, 'uploads')) ? readdirSync(join(server.dataDir, 'uploads')).length : 0);

/** Sends the head of an upload and part of its file, and then nothing more. */
async function begin(share: number) {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const picture = Buffer.concat([png(), Buffer.alloc(2_000_000)]);
  const head = '--b\r\nContent-Disposition: form-data; name="files[]"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  const tail = '\r\n--b--\r\n';
  const length = head.length + picture.length + tail.length;
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\n`);
  socket.write(`Content-Length: ${length}\r\n\r\n${head}`);
  socket.write(picture.subarray(0, Math.floor(picture.length * share)));
  await expect.poll(() => waiting()).toBe(1);
  return socket;
}

async function upload(bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.set('files[]', new File([bytes], 'a.png'));
  return fetch(`${server.origin}${path}`, { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } });
}

describe('an upload over a real connection', () => {
  it('that is cut in the middle leaves nothing behind', async () => {
    const before = stored();
    const socket = await begin(0.5);
    socket.destroy();
    await expect.poll(() => waiting()).toBe(0);
    expect(stored()).toBe(before);
    const answer = await upload(png());
    const [file] = v.parse(v.object({ data: uploadFile.answer }), await answer.json()).data;
    const served = await fetch(`${server.origin}${file?.url}`);
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(png());
  });

  it('that is too large is answered so, and not as a broken connection', async () => {
    const answer = await upload(new Uint8Array(5_100_000));
    expect(answer.status).toBe(413);
    expect(v.parse(errorBodySchema, await answer.json()).error.display_message).toBe(' Maximum file size is 5 MB.');
  });

  it('that a kill cuts is gone before the next start opens the database', async () => {
    const before = stored();
    const socket = await begin(0.9);
    socket.on('error', () => undefined);
    await server.kill();
    await server.start();
    expect([stored(), waiting()]).toEqual([before, 0]);
    expect((await upload(png())).status).toBe(201);
    expect([stored(), waiting()]).toEqual([before + 1, 0]);
  });
});
