import { statfs } from 'node:fs/promises';

/** The free space on the disk of the data folder. */
export interface DiskSpace {
  /** True where so little is left that nothing more should be written. `bytes`: the size of the planned write. */
  readonly isLow: (bytes?: number) => Promise<boolean>;
  /** True where not even a call that frees space should run, since it writes a little first. Never true where `isLow` is false. */
  readonly isNearlyFull: () => Promise<boolean>;
}

/** Bytes that this process may still write on a folder's file system. Rejects where the system does not report it. */
export type FreeBytes = (folder: string) => Promise<number>;

export const freeBytesOf: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/**
 * How long one answer of the file system is used, ms. The sizes of planned writes are subtracted meanwhile, since much can be written in a
 * second.
 */
const freshMs = 1_000;

export interface DiskSpaceOptions {
  readonly folder: string;
  /** Less free space than this is low; 0: never low. */
  readonly minFreeBytes: number;
  /** Milliseconds, of a monotonic clock. */
  readonly now?: () => number;
  readonly freeBytes?: FreeBytes;
}

/**
 * The share of the low limit that is reserved for calls that free space. By default it is 32 MB: the database's log grows by 16 MB at a
 * time.
 */
const lastPart = 0.5;

/** Asks the file system at most once a second. Where it reports nothing, the disk counts as having room. */
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
      // A refused call writes nothing.
      if (!isLow) answer.announced += bytes;
      return isLow;
    },
    isNearlyFull: async () => {
      const answer = ask();
      return (await answer.free) - answer.announced < minFreeBytes * lastPart;
    },
  };
}
