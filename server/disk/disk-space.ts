import { statfs } from 'node:fs/promises';

/** The room on the disk of the data folder. */
export interface DiskSpace {
  /** True where so little is left that nothing more should be written. `bytes`: what the asker is about to write. */
  readonly isLow: (bytes?: number) => Promise<boolean>;
  /** True where not even what makes room should be written, which writes a little first. Never where `isLow` is false. */
  readonly isNearlyFull: () => Promise<boolean>;
}

/** Bytes that this process may still write on a folder's file system. Rejects where the system does not report it. */
export type FreeBytes = (folder: string) => Promise<number>;

export const freeBytesOf: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** How long one answer of the file system is used, ms. Bytes that callers announce meanwhile are subtracted, since much can be written in a second. */
const freshMs = 1_000;

export interface DiskSpaceOptions {
  readonly folder: string;
  /** Less than this is low; 0: never. */
  readonly minFreeBytes: number;
  /** Milliseconds, of a clock that only goes forward. */
  readonly now?: () => number;
  readonly freeBytes?: FreeBytes;
}

/**
 * The part of what counts as low that is left to what makes room. Of the default it is 32 MB: the database's log grows by 16 MB
 * at a time.
 */
const lastPart = 0.5;

/** Asks the file system at most once a second. Where the file system reports nothing, the disk counts as having room. */
export function diskSpace({ folder, minFreeBytes, now = () => performance.now(), freeBytes = freeBytesOf }: DiskSpaceOptions): DiskSpace {
  let asked: { readonly at: number; readonly free: Promise<number>; announced: number } | null = null;
  const ask = () => {
    if (asked === null || now() - asked.at >= freshMs) {
      const free = freeBytes(folder).catch(() => Number.POSITIVE_INFINITY);
      asked = { at: now(), free, announced: 0 };
    }
    return asked;
  };
  return {
    isLow: async (bytes = 0) => {
      const answer = ask();
      const isLow = (await answer.free) - answer.announced - bytes < minFreeBytes;
      // Who is refused writes nothing.
      if (!isLow) answer.announced += bytes;
      return isLow;
    },
    isNearlyFull: async () => {
      const answer = ask();
      return (await answer.free) - answer.announced < minFreeBytes * lastPart;
    },
  };
}
