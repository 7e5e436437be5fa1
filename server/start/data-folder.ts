import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

const own = { folder: 0o700, file: 0o600 } as const;
/** What this server makes in its data folder: where one of them is, the whole folder is its own. */
const ownEntries = ['db', 'db.new', 'files', 'uploads', 'mail', 'frontage.lock'];
const sticky = 0o1000;

/**
 * Keeps the data folder to its owner: 0700 for folders and 0600 for files, those of an earlier version too. It holds
 * everything that the agencies have, and mailed links that open accounts. A sentence where that can't be had, null where it
 * is so. To be called before anything in it is opened. On Windows, which has no modes, it does nothing.
 */
export function keepPrivate(dataDir: string): string | null {
  if (process.platform === 'win32') return null;
  // What this process makes from here on, and what libraries make for it.
  process.umask(0o077);
  const reason = (error: unknown) => (error instanceof Error ? error.message : 'no reason given');
  try {
    mkdirSync(dataDir, { recursive: true, mode: own.folder });
  } catch (error) {
    return `The data folder ${dataDir} can’t be made: ${reason(error)}`;
  }
  try {
    const folder = realpathSync(dataDir);
    if ((lstatSync(folder).mode & sticky) !== 0)
      return `DATA_DIR is ${dataDir}, which is there for every user of this machine. Give it a folder of its own.`;
    narrow(folder, own.folder);
    if (ownEntries.some((name) => existsSync(join(folder, name)))) narrowAll(folder);
    return null;
  } catch (error) {
    return `The data folder ${dataDir} can’t be kept from other users of this machine: ${reason(error)}. Make the user who starts Frontage the owner of all that is in it (chown -R), or start as its owner.`;
  }
}

function narrowAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    // What a link points to is elsewhere, and not ours to change.
    if (entry.isDirectory()) {
      narrow(path, own.folder);
      narrowAll(path);
    } else if (entry.isFile()) narrow(path, own.file);
  }
}

function narrow(path: string, mode: number): void {
  if ((lstatSync(path).mode & 0o077) !== 0) chmodSync(path, mode);
}
