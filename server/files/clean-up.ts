import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../deps.ts';
import { databaseLacksRoom } from '../disk/writes.ts';
import { abandonedAfterMs, removeAbandonedObjects } from './store.ts';

/** Removes what crashes left behind: uploads that never became whole, and stored objects that no file names. */
export async function cleanUpUploads(deps: Pick<Deps, 'db' | 'storage' | 'uploadsDir' | 'disk' | 'config'>, now: Date): Promise<void> {
  const names = await readdir(deps.uploadsDir).catch(() => []);
  for (const name of names) {
    const folder = join(deps.uploadsDir, name);
    const found = await stat(folder).catch(() => null);
    // Young ones may belong to another process beside this one, and a body may come for as long as a request may take.
    if (found && found.mtimeMs < now.getTime() - Math.max(abandonedAfterMs, 2 * deps.config.requestSeconds * 1000))
      await rm(folder, { recursive: true, force: true });
  }
  // That one writes to the database, which a full disk must not happen to.
  if (!(await databaseLacksRoom(deps))) await removeAbandonedObjects(deps, now);
}
