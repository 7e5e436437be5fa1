import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { buildHash, root } from '../../../scripts/inputs.mjs';

const folder = join(root, '.cache', 'trace');
const scriptsIn = (dist: string) => readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));

/**
 * Builds the console once more, with source maps, and returns the folder. The maps belong to the scripts of `dist`, which the server serves:
 * both builds have the same scripts, to the byte.
 */
export async function buildMaps(): Promise<string> {
  const stamp = join(folder, '.stamp');
  const hash = buildHash();
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
    mkdirSync(folder, { recursive: true });
    await build({ root, logLevel: 'warn', build: { outDir: folder, emptyOutDir: true, sourcemap: 'hidden' } });
    writeFileSync(stamp, hash);
  }
  const dist = join(root, 'dist');
  const differs = (name: string) => {
    const [own, other] = [dist, folder].map((each) => join(each, 'assets', name));
    return !own || !other || !existsSync(other) || !readFileSync(own).equals(readFileSync(other));
  };
  const different = scriptsIn(dist).filter(differs);
  if (different.length > 0) throw new Error(`The source maps are of other scripts than those in dist: ${different.slice(0, 3).join(', ')}`);
  return folder;
}
