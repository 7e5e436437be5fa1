import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';
import { root } from '../../scripts/inputs.mjs';
import { chromiumOptions } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { seededDataDir } from '../support/seeded-data.ts';
import { serverProcess } from '../support/server-process.ts';
import { type Bench, signedInProfile } from './visit.ts';

interface SideOptions {
  /** The project's folder; this one by default. */
  readonly checkout?: string;
  /** Changes the data before the server starts. */
  readonly seed?: (dataDir: string) => Promise<void>;
}

/** A server of the project, on a copy of its seeded data, with a profile that is signed in there. It ends with `made`. */
export async function startSide(
  made: AsyncDisposableStack,
  browser: Browser,
  { checkout = root, seed = async () => undefined }: SideOptions = {},
): Promise<Bench> {
  const dataDir = await seededDataDir(checkout);
  made.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  await seed(dataDir);
  const server = serverProcess({ port: await freePort(), dataDir, checkout });
  made.defer(server.stop);
  await server.start();
  const { origin } = server;
  return { browser, origin, checkout, signedIn: await signedInProfile({ browser, origin }) };
}

export interface Browsers extends AsyncDisposable {
  readonly paced: Browser;
  /**
   * Its frames follow each other at once: at 60 a second a key would wait up to 16.7 ms for its frame, whatever the console does. Used only
   * where nothing is animated: an animation would take the whole processor.
   */
  readonly unpaced: () => Promise<Browser>;
  /** Of both: what still waits in a profile ends with it. */
  readonly closeProfiles: () => Promise<void>;
}

/** The browser that people use, not only the shell that tests use. */
export async function openBrowsers(): Promise<Browsers> {
  const options = chromiumOptions({ whole: true });
  const browsers: Browser[] = [];
  const launch = async (...args: string[]) => {
    const browser = await chromium.launch({ ...options, args: [...options.args, ...args] });
    browsers.push(browser);
    return browser;
  };
  let unpaced: Browser | null = null;
  return {
    paced: await launch(),
    unpaced: async () => {
      unpaced ??= await launch('--disable-frame-rate-limit', '--disable-gpu-vsync');
      return unpaced;
    },
    closeProfiles: async () => {
      await Promise.all(browsers.flatMap((browser) => browser.contexts()).map((context) => context.close()));
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(browsers.map((browser) => browser.close()));
    },
  };
}

export interface Revision {
  /** Null outside of a repository. */
  readonly commit: string | null;
  /** Whether files differ from those of the commit. */
  readonly isChanged: boolean;
}

export function revisionOf(checkout: string): Revision {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    return { commit: git('rev-parse', 'HEAD').trim(), isChanged: git('status', '--porcelain').trim() !== '' };
  } catch {
    return { commit: null, isChanged: false };
  }
}
