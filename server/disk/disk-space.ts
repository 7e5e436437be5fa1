import { statfs } from 'node:fs/promises';

/** The room on the disk of the data folder. */
export interface DiskSpace {
  /** True where so little is left that nothing more should be written. */
  readonly isLow: () => Promise<boolean>;
}

/** Bytes that this process may still write on a folder's file system. Rejects where the system does not tell. */
export type FreeBytes = (folder: string) => Promise<number>;

export const freeBytesOf: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** An answer serves for so long: a second's writes fit into what is kept free. */
const freshMs = 1_000;

export interface DiskSpaceOptions {
  readonly folder: string;
  /** Less than this is low; 0: never. */
  readonly minFreeBytes: number;
  /** Milliseconds, of a clock that only goes forward. */
  readonly now?: () => number;
  readonly freeBytes?: FreeBytes;
}

/** Asks the file system at most once a second. One that does not tell is taken to have room: a failing write tells the rest. */
export function diskSpace({ folder, minFreeBytes, now = () => performance.now(), freeBytes = freeBytesOf }: DiskSpaceOptions): DiskSpace {
  let asked: { readonly at: number; readonly isLow: Promise<boolean> } | null = null;
  return {
    isLow: () => {
      if (asked === null || now() - asked.at >= freshMs) {
        const isLow = freeBytes(folder).then(
          (free) => free < minFreeBytes,
          () => false,
        );
        asked = { at: now(), isLow };
      }
      return asked.isLow;
    },
  };
}
