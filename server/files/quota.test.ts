import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { accountUsage, uploadFile } from '#contract/calls/files.ts';
import { createServerApp } from '../app.ts';
import type { ServerConfig } from '../config.ts';
import { demoWebsites, otherSignIn } from '../seed/seed.ts';
import { files, pendingObjects } from '../tables/files.ts';
import { codeOf, type Got, type Harness, messagesOf, startHarness } from '../testing/harness.ts';
import { multipart, png, svg } from '../testing/uploads.ts';
import { storedBy } from './quota.ts';

const otherAccount = 2;
const otherWebsite = demoWebsites + 1;
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => harness.close());

/** The second account, on a server that gives it this much more than it has stored, in a minute in which it has written nothing. */
async function account(room: { readonly files?: number; readonly bytes?: number }, more: Partial<Omit<ServerConfig, 'publicUrl'>> = {}) {
  const { deps, signIn } = harness;
  harness.time.now = new Date(harness.time.now.getTime() + 60_000);
  const stored = await storedBy(deps.db, otherAccount);
  const config = {
    ...deps.config,
    accountFiles: room.files === undefined ? deps.config.accountFiles : stored.files + room.files,
    accountBytes: room.bytes === undefined ? deps.config.accountBytes : stored.bytes + room.bytes,
    ...more,
  };
  const app = createServerApp({ ...deps, config });
  const token = await signIn(otherSignIn);
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer>): Promise<Got> => {
    const answer = await app.request(path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) };
  };
  return {
    stored,
    upload: async (count = 1, headers: Record<string, string> = {}) => {
      const { body, type } = await multipart(
        Array.from({ length: count }, (_, i) => [`${i}.png`, png()] as const),
        {},
      );
      return ask('POST', `/api/websites/${otherWebsite}/files`, { 'content-type': type, ...headers }, body);
    },
    uploadBytes: async (bytes: Uint8Array<ArrayBuffer>) => {
      const { body, type } = await multipart([['a.svg', bytes]], {});
      return ask('POST', `/api/websites/${otherWebsite}/files`, { 'content-type': type }, body);
    },
    usage: async () => v.parse(v.object({ data: accountUsage.answer }), (await ask('GET', '/api/account/usage', {})).json).data,
    ask,
  };
}

/** Everything that uploads could leave behind: rows, records of pending objects, stored objects, and copies on disk. */
async function traces() {
  const { db, uploadsDir } = harness.deps;
  const stored = await readdir(join(uploadsDir, '../files'), { recursive: true, withFileTypes: true });
  return {
    rows: await db.$count(files),
    pending: await db.$count(pendingObjects),
    stored: stored.filter((entry) => entry.isFile()).length,
    onDisk: (await readdir(uploadsDir).catch(() => [])).length,
  };
}

it('an account at its limit of files gets an answer that names the limit and the remedy, and nothing is left of the upload', async () => {
  const { stored, upload, usage } = await account({ files: 2 });
  expect((await upload(2)).status).toBe(201);
  const before = await traces();
  const got = await upload();
  const limit = stored.files + 2;
  const sentence = `Your account can store ${limit} files and has ${limit}: there is no room for one more. Delete files that are not used any more on the screen Files, then try again.`;
  expect([got.status, codeOf(got), messagesOf(got)]).toEqual([422, 'quota_exceeded', { 'files[]': sentence }]);
  expect(await traces()).toEqual(before);
  expect(await usage()).toMatchObject({ files: limit, files_allowed: limit });
});

it('one upload of several files is stored completely or not at all', async () => {
  const { upload } = await account({ files: 2 });
  const before = await traces();
  expect(codeOf(await upload(3))).toBe('quota_exceeded');
  expect(await traces()).toEqual(before);
  expect((await upload(2)).status).toBe(201);
});

it('bytes count as they are stored', async () => {
  const size = png().byteLength;
  const { stored, upload, usage } = await account({ bytes: 2 * size });
  expect((await upload(2)).status).toBe(201);
  const got = await upload();
  expect(messagesOf(got)['files[]']).toMatch(/^Your account can store .+ and has .+: there is no room for \d+ bytes more\. Delete files/u);
  expect(await usage()).toEqual({
    files: stored.files + 2,
    files_allowed: harness.deps.config.accountFiles,
    bytes: stored.bytes + 2 * size,
    bytes_allowed: stored.bytes + 2 * size,
  });
});

it('the removed parts of an svg do not count', async () => {
  const { uploadBytes, stored, usage } = await account({ bytes: 500 });
  expect((await uploadBytes(svg(`<script>${'x'.repeat(2_000)}</script>`))).status).toBe(201);
  expect((await usage()).bytes).toBeLessThan(stored.bytes + 500);
});

it('a cut upload counts nothing', async () => {
  const { ask, upload, usage } = await account({ files: 1 });
  const { body, type } = await multipart([['a.png', png()]], {});
  const before = await usage();
  const cut = await ask('POST', `/api/websites/${otherWebsite}/files`, { 'content-type': type }, body.slice(0, body.byteLength - 20));
  expect(cut.status).toBe(400);
  expect(await usage()).toEqual(before);
  expect((await upload()).status).toBe(201);
});

it('uploads side by side do not slip over the limit together', async () => {
  const { upload, stored } = await account({ files: 5 });
  const all = await Promise.all(Array.from({ length: 20 }, () => upload()));
  expect(all.filter((got) => got.status === 201)).toHaveLength(5);
  expect(new Set(all.filter((got) => got.status !== 201).map(codeOf))).toEqual(new Set(['quota_exceeded']));
  const { files: count } = await storedBy(harness.deps.db, otherAccount);
  expect(count).toBe(stored.files + 5);
  expect(await traces()).toMatchObject({ pending: 0, onDisk: 0 });
});

it('the check under the lock decides, whatever the earlier check found', async () => {
  const { upload } = await account({ files: 1 });
  const before = await traces();
  // Another process stores a file after this one has checked and before it locks.
  const { put } = harness.deps.storage;
  vi.spyOn(harness.deps.storage, 'put').mockImplementationOnce(async (key, object) => {
    await put(key, object);
    const [row] = await harness.deps.db.select().from(files).where(eq(files.websiteId, otherWebsite)).limit(1);
    if (!row) throw new Error('the seed has no file');
    await harness.deps.db.insert(files).values({ ...row, id: crypto.randomUUID() });
  });
  expect(codeOf(await upload())).toBe('quota_exceeded');
  expect(await traces()).toEqual({ ...before, rows: before.rows + 1 });
});

it('a repeat is answered although the account is full by now', async () => {
  const { upload } = await account({ files: 1 });
  const key = { 'idempotency-key': 'the-last-one' };
  const first = await upload(1, key);
  const again = await upload(1, key);
  expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true']);
});

it('the same upload sent twice at once takes the last place once, and both are answered', async () => {
  const { upload } = await account({ files: 1 });
  const key = { 'idempotency-key': 'twice' };
  const both = await Promise.all([upload(1, key), upload(1, key), upload(1, key)]);
  expect(both.map((got) => [got.status, got.text])).toEqual(both.map(() => [201, both[0]?.text]));
});

it('an account sees its own storage alone', async () => {
  const token = await harness.signIn();
  const got = await harness.call('GET', '/api/account/usage', { token });
  expect(v.parse(v.object({ data: accountUsage.answer }), got.json).data.files).toBe((await storedBy(harness.deps.db, 1)).files);
  expect((await harness.call('GET', '/api/account/usage')).status).toBe(401);
});

it('too many uploads in a minute are answered with Retry-After; other changes go on, and so do uploads after the minute', async () => {
  const { upload, ask } = await account({}, { accountUploadsPerMinute: 2 });
  await upload();
  await upload();
  const got = await upload();
  expect([got.status, codeOf(got), got.headers.get('retry-after')]).toEqual([429, 'too_many_requests', '60']);
  expect((await ask('DELETE', `/api/websites/${otherWebsite}/files/none`, {})).status).toBe(404);
  harness.time.now = new Date(harness.time.now.getTime() + 60_000);
  const [file] = v.parse(v.object({ data: uploadFile.answer }), (await upload()).json).data;
  expect(file?.id).toBeDefined();
});

it('writes of any kind are counted together for an account, and reads are not', async () => {
  const { ask, upload } = await account({}, { accountWritesPerMinute: 3 });
  const remove = () => ask('DELETE', `/api/websites/${otherWebsite}/files/none`, {});
  for (let i = 0; i < 3; i += 1) expect((await remove()).status).toBe(404);
  expect((await remove()).headers.get('retry-after')).toBe('60');
  expect((await upload()).status).toBe(429);
  expect((await ask('GET', `/api/websites/${otherWebsite}/cache`, {})).status).toBe(429);
  expect((await ask('GET', `/api/websites/${otherWebsite}/files`, {})).status).toBe(200);
  // Another account on the same server.
  const token = await harness.signIn();
  expect((await harness.call('DELETE', '/api/websites/1/files/none', { token })).status).toBe(404);
});
