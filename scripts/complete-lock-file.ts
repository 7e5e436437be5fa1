/**
 * A registry mirror may lack the packages of other platforms (`@biomejs/cli-win32-x64` on a Linux machine). npm then leaves them out of the
 * lock file, and `npm ci` of npm 11 refuses that file. This script adds the missing packages: exact version and platform, without a
 * checksum. A machine of that platform fetches them by version; any other skips them.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './inputs.mjs';
import { missingFromLock } from './lock-file.ts';

const platforms = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32'];

/** The platform in a package's name, in the spelling that all such packages use: `rollup-linux-arm64-musl`. */
function platformOf(name: string): Readonly<Record<string, readonly string[]>> {
  const parts = name.split(/[/-]/);
  const os = platforms.find((platform) => parts.includes(platform));
  const cpu = processors.find((processor) => parts.some((part) => part === processor || part.startsWith(`${processor}e`)));
  const libc = parts.some((part) => part.startsWith('musl'))
    ? 'musl'
    : parts.some((part) => part.startsWith('gnu')) && os === 'linux'
      ? 'glibc'
      : null;
  return { ...(os ? { os: [os] } : {}), ...(cpu ? { cpu: [cpu] } : {}), ...(libc ? { libc: [libc] } : {}) };
}

/** The exact version for a range that allows several: the newest in the registry. */
function exactVersion(name: string, range: string): string {
  if (/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range)) return range;
  const answer: unknown = JSON.parse(execFileSync('npm', ['view', `${name}@${range}`, 'version', '--json'], { encoding: 'utf8' }));
  const versions = Array.isArray(answer) ? answer : [answer];
  return String(versions.at(-1));
}

const file = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
for (const { name, range, dev } of missingFromLock(lock)) {
  const version = exactVersion(name, range);
  lock.packages[`node_modules/${name}`] = { version, ...platformOf(name), ...(dev ? { dev: true } : {}), optional: true };
  console.log(`${name} ${version} ${JSON.stringify(platformOf(name))}`);
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
