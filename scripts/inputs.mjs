// Plain JavaScript without dependencies: setup runs it on any Node from 18, before anything is installed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The inputs of the console's build; a test beside the code does not make a build stale. */
const consoleInputs = [
  'src',
  'machines',
  'db',
  'contract',
  'public',
  'scripts/vite',
  'server/static/preview-frame.ts',
  'scripts/build.ts',
  'index.html',
  'vite.config.ts',
  'panda.config.ts',
  'postcss.config.js',
  'package-lock.json',
];
/** The inputs of the generated style functions. */
const styleInputs = ['panda.config.ts', 'src/ui/theme', 'package-lock.json'];

const isTest = (/** @type {string} */ path) => /\.test\.tsx?$/.test(path);

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return isTest(path) ? [] : [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

/** @param {string[]} paths @returns {string} */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesUnder(join(root, path)))) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

export const buildHash = () => hashOf(consoleInputs);
export const styleHash = () => hashOf(styleInputs);
