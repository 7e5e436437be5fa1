import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Storage } from './storage.ts';

const safeKey = /^[\w-]+(?:\/[\w-]+)*$/u;

/** The name of an incomplete object, which no key can have: removing the object finds it there after a crash. */
const partOf = (place: string): string => `${place}.part`;

/** Files in a folder. A file appears under its name when it is complete: it is written beside, flushed, then renamed. */
export function folderStorage(folder: string): Storage {
  const placeOf = (key: string): string => {
    if (!safeKey.test(key)) throw new RangeError(`not a key of this storage: ${key}`);
    return join(folder, key);
  };
  return {
    put: async (key, { blob }) => {
      const place = placeOf(key);
      const writing = partOf(place);
      await mkdir(dirname(place), { recursive: true });
      try {
        const file = await open(writing, 'w');
        try {
          for await (const chunk of blob.stream()) await file.writeFile(chunk);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(writing, place);
      } catch (error) {
        await rm(writing, { force: true });
        throw error;
      }
      await flushFolder(dirname(place));
    },
    get: async (key, range) => {
      try {
        const file = await open(placeOf(key));
        // Closes itself at the end, or when the client disconnects.
        return Readable.toWeb(createReadStream('', { fd: file, ...range })) as ReadableStream<Uint8Array>;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    remove: async (key) => {
      const place = placeOf(key);
      await rm(partOf(place), { force: true });
      await rm(place, { force: true });
    },
  };
}

/** The rename itself is durable only once the folder is flushed. Not every file system can open a folder. */
async function flushFolder(folder: string): Promise<void> {
  const opened = await open(folder).catch(() => null);
  await opened?.sync().catch(() => undefined);
  await opened?.close();
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
