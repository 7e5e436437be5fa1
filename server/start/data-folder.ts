import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** The files that this server creates in its data folder. Other files there are not its own, and protected by the folder's mode. */
const ownEntries = ['db', 'db.new', 'files', 'uploads', 'mail', 'frontage.lock'];
/** The permission bits of the owner. */
const ofOwner = 0o700;
const sticky = 0o1000;

/**
 * Restricts the data folder, and the files that this server or an earlier version has created in it, to its owner: it contains all data of
 * the agencies, and mailed links that open accounts. Returns a sentence where that fails, null where it succeeds. Call it before anything
 * in the folder is opened. Does nothing on Windows, which has no modes.
 */
export function keepPrivate(dataDir: string): string | null {
  if (process.platform === 'win32') return null;
  // For files that this process, and the libraries in it, create from here on.
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

/** Includes the content of a folder. The target of a link is elsewhere, and not changed. */
function narrowAll(path: string): void {
  if (!narrow(path)) return;
  for (const name of unlessGone(() => readdirSync(path)) ?? []) narrowAll(join(path, name));
}

/** Removes the permissions of others from a file or folder, and gives them to its owner. Returns whether it is a folder. */
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
