import { join } from 'node:path';
import type { ServerConfig } from '../config.ts';
import { folderStorage } from './folder-storage.ts';
import { s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** The bucket where one is configured, else a folder of the data. Does not access either yet. */
export function chooseStorage({ dataDir, s3 }: Pick<ServerConfig, 'dataDir' | 's3'>): Storage {
  return s3 === null ? folderStorage(join(dataDir, 'files')) : s3Storage(s3);
}
