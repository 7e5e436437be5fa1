import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { PGlite } from '@electric-sql/pglite';

/** Opens the embedded engine on a folder, which is created if necessary. Throws where it can't be opened. */
export async function openFolder(folder: string): Promise<PGlite> {
  const made = existsSync(folder) ? null : makeFolder(folder);
  // The engine's modules load while the folder is created.
  const [engine, { extensions }, files] = await Promise.all([
    import('@electric-sql/pglite'),
    import('./extensions.ts'),
    import('../private-folder.ts'),
    made,
  ]);
  return engine.PGlite.create({ fs: new files.PrivateFolder(folder), extensions });
}

/** The size of one unpacked piece: each piece is a turn of this thread. Bytes. */
const pieceBytes = 1_048_576;

/**
 * A new database is a copy of an empty one that is packed with the engine: creating one in the engine takes three seconds, and memory that
 * the engine would not free. An incomplete copy never opens: it gets its name only when it is complete.
 */
async function makeFolder(folder: string): Promise<void> {
  const parent = dirname(folder);
  const unfinished = `${basename(folder)}.new`;
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(parent)) if (name.startsWith(unfinished)) rmSync(join(parent, name), { recursive: true, force: true });
  const making = join(parent, `${unfinished}-${randomUUID()}`);
  const [{ dataDir }, { unpackTar }] = await Promise.all([import('@electric-sql/pglite-prepopulatedfs'), import('modern-tar/fs')]);
  const packed = await dataDir();
  await pipeline(packed.stream(), createGunzip({ chunkSize: pieceBytes }), unpackTar(making, { fmode: 0o600, dmode: 0o700 }));
  renameSync(making, folder);
}
