import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
/** What a page is made by, beside what is stored. */
const folders = ['contract', 'server/pages', 'server/site', 'server/themes'];

/**
 * Names what makes pages: the app's version, the files that render, and the address that is written into pages. Processes that
 * would make another page of the same data have another name.
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
