// Plain JavaScript without dependencies: setup runs it on any Node from 18.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const suffix = process.platform === 'win32' ? '.exe' : '';

/** Where packages put each version: Debian and Ubuntu, Fedora, Homebrew, the installer for Windows. */
const versionFolders = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt', 'C:\\Program Files\\PostgreSQL'];

/** @param {string} folder @returns {string[]} */
const versionsIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^(?:\d|postgresql)/u.test(name))
        .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
        .map((name) => join(folder, name, 'bin'))
    : [];

/** The folder with the programs of a PostgreSQL server, `initdb` and `postgres`; null where there is none. */
export function findPostgres() {
  const folders = [...versionFolders.flatMap(versionsIn), ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, `${name}${suffix}`)))) ?? null;
}

/** Whether tests on PostgreSQL can run here: there are its programs, or a server was given. */
export const hasPostgres = () => Boolean(process.env['TEST_DATABASE_URL']) || findPostgres() !== null;
