import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** What this server makes in its data folder. What else is there is somebody's, and behind the folder's own mode. */
const ownEntries = ['db', 'db.new', 'files', 'uploads', 'mail', 'frontage.lock'];
/** What the owner may do; nobody else may do anything. */
const ofOwner = 0o700;
const sticky = 0o1000;

/**
 * Keeps the data folder, and what this server has made in it, to its owner, that of an earlier version too. It holds
 * everything that the agencies have, and mailed links that open accounts. A sentence where that can't be had, null where it
 * is so. To be called before anything in it is opened. On Windows, which has no modes, it does nothing.
 */
export function keepPrivate(dataDir: string): string | null {
  if (process.platform === 'win32') return null;
  // What this process makes from here on, and what libraries make for it.
  process.umask(0o077);
  const reason = (error: unknown) => (error instanceof Error ? error.message : 'no reason given');
  try {
    mkdirSync(dataDir, { recursive: true, mode: ofOwner });
  } catch (error) {
    return `The data folder ${dataDir} can’t be made: ${reason(error)}`;
  }
  try {
    const folder = realpathSync(dataDir);
    if ((lstatSync(folder).mode & sticky) !== 0)
      return `DATA_DIR is ${dataDir}, which is there for every user of this machine. Give it a folder of its own.`;
    narrow(folder);
    for (const name of ownEntries) narrowAll(join(folder, name));
    return null;
  } catch (error) {
    return `The data folder ${dataDir} can’t be kept from other users of this machine: ${reason(error)}. Make the user who starts Frontage the owner of all that is in it (chown -R), or start as its owner.`;
  }
}

/** A folder with all that is in it, or a file. What a link points to is elsewhere, and not ours to change. */
function narrowAll(path: string): void {
  if (!narrow(path)) return;
  for (const name of unlessGone(() => readdirSync(path)) ?? []) narrowAll(join(path, name));
}

/** Takes from a file or folder what others may do with it; its owner may do what they could. Answers whether it is a folder. */
function narrow(path: string): boolean {
  const found = unlessGone(() => lstatSync(path));
  if (!found || found.isSymbolicLink()) return false;
  if ((found.mode & 0o077) !== 0) unlessGone(() => chmodSync(path, found.mode & ofOwner));
  return found.isDirectory();
}

/** Uploads, mails and the database's files come and go while another process works in the folder. */
function unlessGone<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
