import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes all that another process has received and not stored, whatever its age: it may be what fills the disk, and the
 * embedded engine must not be opened on a full one. Only for whoever has the data folder to itself. The folder stays: it may be
 * a link or a disk of its own.
 */
export function dropReceived(uploadsDir: string): void {
  const names = existsSync(uploadsDir) ? readdirSync(uploadsDir) : [];
  for (const name of names) rmSync(join(uploadsDir, name), { recursive: true, force: true });
}
