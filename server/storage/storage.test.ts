import { createHash } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { uploadFile } from '#contract/calls/files.ts';
import { createServerApp } from '../app.ts';
import type { ByteRange } from '../files/byte-range.ts';
import { files, pendingObjects } from '../tables/files.ts';
import { type FakeS3, startFakeS3 } from '../testing/fake-s3.ts';
import { codeOf, type Harness, startHarness } from '../testing/harness.ts';
import { listening } from '../testing/listening.ts';
import { multipart, png } from '../testing/uploads.ts';
import { chooseStorage } from './choose-storage.ts';
import { folderStorage } from './folder-storage.ts';
import { s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

let folder: string;
let s3: FakeS3;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontage-storage-'));
  s3 = await startFakeS3();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

const object = (text: string) => ({
  blob: new Blob([text]),
  mimeType: 'image/png',
  sha256: createHash('sha256').update(text).digest('hex'),
});
const textAt = async (storage: Storage, key: string, range?: ByteRange) => {
  const stream = await storage.get(key, range);
  return stream && new Response(stream).text();
};

describe.each([
  ['a folder', () => folderStorage(folder)],
  ['a bucket', () => s3Storage(s3.config)],
] as const)('%s', (_, make) => {
  it('returns a stored object, and nothing after it is removed', async () => {
    const storage = make();
    expect(await storage.get('ab/one')).toBeNull();
    await storage.put('ab/one', object('content'));
    await storage.put('ab/empty', object(''));
    expect([await textAt(storage, 'ab/one'), await textAt(storage, 'ab/empty')]).toEqual(['content', '']);
    await storage.remove('ab/one');
    await storage.remove('ab/one');
    expect(await storage.get('ab/one')).toBeNull();
  });

  it('returns a part of an object, and nothing for a missing one', async () => {
    const storage = make();
    await storage.put('ab/part', object('0123456789'));
    const parts = [
      { start: 0, end: 0 },
      { start: 3, end: 6 },
      { start: 9, end: 9 },
      { start: 0, end: 9 },
    ];
    expect(await Promise.all(parts.map((range) => textAt(storage, 'ab/part', range)))).toEqual(['0', '3456', '9', '0123456789']);
    expect(await storage.get('ab/missing', { start: 0, end: 0 })).toBeNull();
  });
});

describe('a folder', () => {
  it.each(['../x', '/etc/x', 'a/../b', 'a//b', 'a.b', ''])('takes no key %j', async (key) => {
    await expect(folderStorage(folder).put(key, object('x'))).rejects.toThrow(RangeError);
  });

  it('keeps nothing of an object that could not be read completely', async () => {
    const broken = new (class extends Blob {
      override stream(): ReturnType<Blob['stream']> {
        return new ReadableStream({ pull: (controller) => controller.error(new Error('the disk is gone')) });
      }
    })([]);
    await expect(folderStorage(folder).put('cd/broken', { ...object(''), blob: broken })).rejects.toThrow('the disk is gone');
    expect(await readdir(join(folder, 'cd'))).toEqual([]);
  });
});

describe('a bucket', () => {
  it('gets type and content under a signature, at its path', async () => {
    await s3Storage(s3.config).put('ab/signed', object('content'));
    expect(s3.objects.get('/pictures/ab/signed')).toEqual({ bytes: Buffer.from('content'), type: 'image/png' });
  });

  it('that refuses the key is an error, and so is content other than its hash says', async () => {
    const stranger = s3Storage({ ...s3.config, secretAccessKey: 'wrong' });
    await expect(stranger.put('ab/x', object('x'))).rejects.toThrow('the bucket answered 403 to PUT');
    await expect(s3Storage(s3.config).put('ab/x', { ...object('x'), sha256: object('y').sha256 })).rejects.toThrow('400');
    expect(s3.objects.has('/pictures/ab/x')).toBe(false);
  });

  it('is asked again where it stumbles', async () => {
    s3.failures.push(503, 500);
    await s3Storage(s3.config).put('ab/again', object('content'));
    expect(await textAt(s3Storage(s3.config), 'ab/again')).toBe('content');
  });

  describe('that is slow', () => {
    const hour = 3_600_000;
    let slow: Server;
    let answer: (response: ServerResponse) => void;
    let endpoint: string;
    const storage = () => s3Storage({ ...s3.config, endpoint });
    beforeEach(async () => {
      slow = createServer((_, response) => answer(response));
      endpoint = `http://127.0.0.1:${await listening(slow)}`;
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      // The platform's own timer would not follow the test's clock.
      vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
        const controller = new AbortController();
        setTimeout(() => controller.abort(), ms);
        return controller.signal;
      });
    });
    afterEach(() => {
      vi.useRealTimers();
      vi.restoreAllMocks();
      slow.closeAllConnections();
      slow.close();
    });

    it('and answers a range with the whole object is an error: its beginning is not the requested part', async () => {
      answer = (response) => response.writeHead(200).end('0123456789');
      await expect(storage().get('ab/part', { start: 3, end: 6 })).rejects.toThrow('the bucket answered 200 to GET of a range');
    });

    it('may take any time to send a file', async () => {
      const sending = new Promise<ServerResponse>((resolve) => {
        answer = (response) => {
          response.writeHead(200, { 'content-length': 10 }).write('first');
          resolve(response);
        };
      });
      const stream = await storage().get('ab/slow');
      await vi.advanceTimersByTimeAsync(hour);
      (await sending).end(' last');
      expect(await new Response(stream).text()).toBe('first last');
    });

    it('may not take any time to begin', async () => {
      const asked = new Promise<void>((resolve) => {
        answer = () => resolve();
      });
      const refused = expect(storage().get('ab/slow')).rejects.toThrow('the bucket did not answer in time');
      await asked;
      await vi.advanceTimersByTimeAsync(hour);
      await refused;
    });
  });

  it('is chosen where it is configured', async () => {
    await chooseStorage({ dataDir: folder, s3: s3.config }).put('ab/chosen', object('x'));
    expect(s3.objects.has('/pictures/ab/chosen')).toBe(true);
    await chooseStorage({ dataDir: folder, s3: null }).put('ab/chosen', object('x'));
    expect(await readdir(join(folder, 'files', 'ab'))).toEqual(['chosen']);
  });
});

describe('the API on a bucket', () => {
  let harness: Harness;
  let token: string;
  beforeAll(async () => {
    harness = await startHarness({}, s3Storage(s3.config));
    token = await harness.signIn();
  });
  afterAll(() => harness.close());
  const upload = async () => {
    const { body, type } = await multipart(
      [
        ['a.png', png()],
        ['b.png', png()],
      ],
      {},
    );
    return harness.call('POST', '/api/websites/1/files', { token, raw: body, headers: { 'content-type': type } });
  };

  it('stores an upload there and serves it from there', async () => {
    const before = s3.objects.size;
    const [file] = v.parse(v.object({ data: uploadFile.answer }), (await upload()).json).data;
    expect(s3.objects.size).toBe(before + 2);
    const served = await harness.app.request(file?.url ?? '');
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(png());
    const part = await harness.app.request(file?.url ?? '', { headers: { range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
  });

  it('leaves nothing behind when the bucket fails in the middle', async () => {
    const before = [s3.objects.size, await harness.deps.db.$count(files)];
    // The first object is stored; the second fails at every attempt.
    const put = harness.deps.storage.put;
    let count = 0;
    const failing: Storage = {
      ...harness.deps.storage,
      put: (key, stored) => {
        count += 1;
        if (count > 1) s3.failures.push(500, 500, 500);
        return put(key, stored);
      },
    };
    const app = createServerApp({ ...harness.deps, storage: failing });
    const { body, type } = await multipart(
      [
        ['a.png', png()],
        ['b.png', png()],
      ],
      {},
    );
    const answer = await app.request('/api/websites/1/files', {
      method: 'POST',
      body,
      headers: { 'content-type': type, authorization: `Bearer ${token}` },
    });
    const got = { status: answer.status, headers: answer.headers, text: '', json: await answer.json() };
    expect([got.status, codeOf(got)]).toEqual([500, 'internal_error']);
    expect([s3.objects.size, await harness.deps.db.$count(files)]).toEqual(before);
    expect(await harness.deps.db.$count(pendingObjects)).toBe(0);
  });
});
