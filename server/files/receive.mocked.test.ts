import { type FileHandle, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { multipart } from '../testing/uploads.ts';
import { receiveUpload } from './receive.ts';

/** How many writes the disk has room for. */
const disk = vi.hoisted(() => ({ room: 0, isLow: (_received: number): boolean => false }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const open = async (...args: Parameters<typeof real.open>): Promise<FileHandle> => {
    const file = await real.open(...args);
    const write = file.writeFile.bind(file);
    file.writeFile = async (...content) => {
      disk.room -= 1;
      if (disk.room < 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      await write(...content);
    };
    return file;
  };
  return { ...real, open };
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontage-receive-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  disk.room = Number.POSITIVE_INFINITY;
  disk.isLow = () => false;
});

/** Sends files of three megabytes in chunks as a network delivers them. */
async function receive(files: number, cut = 1) {
  const { body, type } = await multipart(
    Array.from({ length: files }, (_, i) => [`${i}.png`, new Uint8Array(3_000_000)] as const),
    {},
  );
  const whole = body.subarray(0, body.byteLength * cut);
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (at >= whole.byteLength) return controller.close();
      controller.enqueue(whole.slice(at, at + 65_536));
      at += 65_536;
    },
  });
  return receiveUpload({ headers: new Headers({ 'content-type': type }), body: stream }, folder, 15_000, {
    isLow: async () => disk.isLow(at),
    isNearlyFull: async () => false,
  });
}

it.each([
  ['the only file', 1, 3],
  ['the first of two', 2, 3],
  ['the second of two', 2, 60],
])('a disk that is full in the middle of %s is the fault of this machine, and leaves nothing behind', async (_, files, room) => {
  disk.room = room;
  await expect(receive(files)).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await readdir(folder)).toEqual([]);
});

it('an upload that is cut off is the fault of its sender', async () => {
  expect(await receive(2, 0.7)).toMatchObject({ kind: 'failure', code: 'bad_request' });
  expect(await readdir(folder)).toEqual([]);
});

it.each([1, 2])('gives up a body of %i files that comes while the disk gets low, with nothing more written', async (files) => {
  disk.isLow = (received) => received > 1_000_000;
  disk.room = 17;
  expect(await receive(files)).toMatchObject({ kind: 'failure', code: 'unavailable', retryAfterSeconds: 30 });
  expect(await readdir(folder)).toEqual([]);
});
