// Plain JavaScript without dependencies: setup runs it on any Node from 18.
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The browser engine without windows and background services: a test takes half the work. */
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell', 'chrome-headless-shell.exe'];
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];
const inPlaywrightsFolder = [
  'chrome-linux64/chrome',
  'chrome-linux/chrome',
  'chrome-win64/chrome.exe',
  'chrome-win/chrome.exe',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
];

const shellsInPlaywrightsFolder = [
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-headless-shell-mac-arm64/chrome-headless-shell',
  'chrome-headless-shell-mac-x64/chrome-headless-shell',
  'chrome-headless-shell-win64/chrome-headless-shell.exe',
  'chrome-linux/headless_shell',
];

/** @param {string} product @param {string[]} places @returns {string[]} */
function playwrightsOwn(product, places) {
  const given = process.env['PLAYWRIGHT_BROWSERS_PATH'];
  const folders = [
    given ?? '',
    join(homedir(), '.cache', 'ms-playwright'),
    join(homedir(), 'Library', 'Caches', 'ms-playwright'),
    join(process.env['LOCALAPPDATA'] ?? '', 'ms-playwright'),
  ];
  return folders
    .filter((folder) => folder !== '' && existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.startsWith(`${product}-`))
        .sort()
        .reverse()
        .flatMap((name) => places.map((path) => join(folder, name, path))),
    );
}

/** @param {string[]} wanted @returns {string[]} */
const onPath = (wanted) => wanted.flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)));

/**
 * The browser for the tests: CHROMIUM_PATH, an installed headless shell, Playwright's own, else a whole browser; null where
 * there is none. `whole` asks for what people have, as measurements do.
 *
 * @param {{ whole?: boolean }} [options]
 */
export function findChromium({ whole = false } = {}) {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return existsSync(given) ? given : null;
  const shells = [...onPath(shellNames), ...playwrightsOwn('chromium_headless_shell', shellsInPlaywrightsFolder)];
  const browsers = [...onPath(names), ...elsewhere, ...playwrightsOwn('chromium', inPlaywrightsFolder)];
  return [...(whole ? [] : shells), ...browsers].find((path) => existsSync(path)) ?? null;
}
