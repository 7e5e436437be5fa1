import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PrivateFolder } from '../private-folder.ts';

/** The embedded engine on a folder, which is made where it is not there. Throws where it can't be opened. */
export async function openFolder(folder: string): Promise<PGlite> {
  if (!existsSync(folder)) await makeFolder(folder);
  return PGlite.create({ fs: new PrivateFolder(folder) });
}

/** Making a database takes seconds, and one that was broken off in them never opens again: it gets its name when it is whole. */
async function makeFolder(folder: string): Promise<void> {
  const making = `${folder}.new`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  const engine = await PGlite.create({ fs: new PrivateFolder(making) });
  await engine.close();
  renameSync(making, folder);
}
