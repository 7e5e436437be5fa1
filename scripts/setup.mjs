// Runs before `npm start` and `npm test`, on a clone that has nothing but some Node from 18: plain JavaScript, no
// dependencies. Installs, generates and builds what is missing or stale, and nothing else.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findChromium } from './find-chromium.mjs';
import { hasPostgres } from './find-postgres.mjs';
import { buildHash, root, styleHash } from './inputs.mjs';

const flags = new Set(process.argv.slice(2));
const windows = process.platform === 'win32';
const modules = join(root, 'node_modules');
const node24 = windows ? join(modules, 'node', 'bin', 'node.exe') : join(modules, '.bin', 'node');

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

/** @param {string} why @returns {never} */
function giveUp(why) {
  process.stderr.write(`\n${why}\n\n`);
  process.exit(1);
}

/** @param {string} program @param {string[]} args */
function run(program, args) {
  // Debian's packages ask no questions.
  const env = {
    ...process.env,
    DEBIAN_FRONTEND: 'noninteractive',
    PATH: `${join(modules, '.bin')}${windows ? ';' : ':'}${process.env['PATH'] ?? ''}`,
  };
  return spawnSync(program, args, { cwd: root, stdio: 'inherit', env }).status === 0;
}

/** @param {string} file @returns {string | null} */
const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null);

/** @param {string} file @returns {Record<string, {version?: string, optional?: boolean, devOptional?: boolean, link?: boolean}> | null} */
function packagesIn(file) {
  const text = textOf(file);
  return text === null ? null : JSON.parse(text).packages;
}

/** Compares npm's record of its last install with the lock file. Modification times don't work: a checkout changes them. */
function dependenciesAreStale() {
  const wanted = packagesIn(join(root, 'package-lock.json')) ?? {};
  const have = packagesIn(join(modules, '.package-lock.json'));
  if (have === null) return true;
  return Object.entries(wanted).some(([path, { version, optional, devOptional, link }]) => {
    if (path === '' || link || ((optional || devOptional) && !have[path])) return false;
    return have[path]?.version !== version;
  });
}

function install() {
  if (dependenciesAreStale()) {
    say('Installing dependencies (about a minute the first time) …');
    // npm's environment says which npm and Node run it; the Node of node_modules is about to be replaced.
    const npm = process.env['npm_execpath'];
    const args = ['ci', '--no-audit', '--no-fund'];
    const done = npm
      ? run(process.env['npm_node_execpath'] ?? process.execPath, [npm, ...args])
      : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: windows }).status === 0;
    if (!done) giveUp('The dependencies could not be installed; what npm said stands above. Is the package registry reachable?');
  }
  if (!existsSync(node24)) {
    giveUp(
      'The package "node" brings the Node that this project runs on, but its install script did not run.\nIs "ignore-scripts" set for npm? Run "npm rebuild node", then try again.',
    );
  }
}

/** Runs a step when its inputs differ from those of the last time, whose hash is in the stamp file. */
function whenStale(
  /** @type {string} */ stamp,
  /** @type {string} */ hash,
  /** @type {string} */ message,
  /** @type {() => boolean} */ step,
) {
  if (textOf(stamp) === hash) return;
  say(message);
  if (!step()) giveUp('That failed; what went wrong stands above.');
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

function generateStyles() {
  whenStale(join(root, 'styled-system', '.stamp'), styleHash(), 'Generating the style functions …', () =>
    run(node24, [join(modules, '@pandacss', 'dev', 'bin.js'), 'codegen', '--silent']),
  );
}

function build() {
  whenStale(join(root, 'dist', '.stamp'), buildHash(), 'Building the console …', () => run(node24, [join(root, 'scripts', 'build.ts')]));
}

/** @param {boolean} whole */
function findBrowser(whole) {
  const given = process.env['CHROMIUM_PATH'];
  if (given && !existsSync(given)) giveUp(`CHROMIUM_PATH names ${given}, and there is no such file.`);
  if (findChromium({ whole })) return;
  say('No Chrome or Chromium found: fetching one for the tests …');
  const asRoot = process.getuid?.() === 0;
  const playwright = join(modules, 'playwright', 'cli.js');
  run(node24, [playwright, 'install', ...(asRoot ? ['--with-deps'] : []), 'chromium']);
  if (findChromium({ whole })) return;
  if (asRoot && existsSync('/etc/debian_version')) {
    say("Playwright's download did not work: trying Debian's packages …");
    const install = (/** @type {string} */ name) => run('apt-get', ['install', '--yes', '--no-install-recommends', name]);
    // The headless shell alone is enough for tests; older Debians have it only as part of the browser.
    if (run('apt-get', ['update']) && (whole || !install('chromium-headless-shell'))) install('chromium');
  }
  if (!findChromium({ whole })) {
    giveUp(
      'The tests need Chrome or Chromium, and none could be fetched.\nInstall one, or set CHROMIUM_PATH to its executable, and run "npm test" again.',
    );
  }
}

/** Without a PostgreSQL the tests on it do not run, and `npm test` says so at its end: nothing else needs one. */
function findDatabase() {
  if (hasPostgres()) return;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  say("No PostgreSQL found: installing Debian's package for the tests …");
  if (run('apt-get', ['update'])) run('apt-get', ['install', '--yes', '--no-install-recommends', 'postgresql']);
  if (!hasPostgres()) say('PostgreSQL could not be installed.');
}

if (Number(process.versions.node.split('.')[0]) < 18)
  giveUp(`Frontage needs Node 18 or newer to set itself up; this is ${process.version}.`);
install();
generateStyles();
if (!flags.has('--deps')) build();
if (flags.has('--browser')) findBrowser(false);
if (flags.has('--whole-browser')) findBrowser(true);
if (flags.has('--postgres')) findDatabase();
