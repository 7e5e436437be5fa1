import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
/** The inputs of a page besides stored data. */
const folders = ['contract', 'server/pages', 'server/site', 'server/themes'];

/**
 * A name for everything that determines rendering: the app's version, the files that render, and the address that is written into pages.
 * Processes that would render another page from the same data get another name.
 */
export async function rendererOf(version: string, origin: string): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([version, origin]));
  for (const folder of folders) {
    const names = (await readdir(join(root, folder), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    for (const name of names)
      hash
        .update(name.slice(root.length))
        .update('\0')
        .update(await readFile(name))
        .update('\0');
  }
  return hash.digest('base64url').slice(0, 22);
}
