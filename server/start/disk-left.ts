import type { Config } from '../config.ts';
import { freeBytesOf } from '../disk/disk-space.ts';

/** A sentence where the disk of the data folder is low: it may be why a database does not open. Null where it is not. */
export async function diskLeft({ dataDir, minFreeBytes }: Pick<Config, 'dataDir' | 'minFreeBytes'>): Promise<string | null> {
  const free = await freeBytesOf(dataDir).catch(() => Number.POSITIVE_INFINITY);
  return free < minFreeBytes ? `The disk of DATA_DIR has ${free} bytes left.` : null;
}
