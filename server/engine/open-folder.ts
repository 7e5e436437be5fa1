import { fork, type ForkOptions } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';

/** The embedded engine on a folder, which is made where it is not there. Throws where it can't be opened. */
export async function openFolder(folder: string): Promise<PGlite> {
  const made = existsSync(folder) ? null : makeFolder(folder);
  // The engine's modules load while another process makes the folder.
  const [engine, files] = await Promise.all([import('@electric-sql/pglite'), import('../private-folder.ts'), made]);
  return engine.PGlite.create({ fs: new files.PrivateFolder(folder) });
}

const maker = fileURLToPath(new URL('./make-folder.ts', import.meta.url));

/**
 * Making a database takes seconds, and one that was broken off in them never opens again: it gets its name when it is whole.
 * It is made in a process of its own, which takes with it what memory that took: 90 MB would stay in this one.
 */
async function makeFolder(folder: string): Promise<void> {
  const parent = dirname(folder);
  const unfinished = `${basename(folder)}.new`;
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(parent)) if (name.startsWith(unfinished)) rmSync(join(parent, name), { recursive: true, force: true });
  // A name of its own: the process of a server that was killed may still be at work for a moment.
  const making = join(parent, `${unfinished}-${randomUUID()}`);
  // It runs its code once: compiled quickly, it is ready sooner than compiled well.
  const options = { execArgv: ['--liftoff-only'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] } satisfies ForkOptions;
  const [code] = await once(fork(maker, [making], options), 'exit');
  if (code !== 0) throw new Error('the database could not be made');
  renameSync(making, folder);
}
