import { execFileSync } from 'node:child_process';
import type { Browser } from 'playwright';
import { startServer } from '../support/server.ts';
import { type Bench, signedInProfile } from './visit.ts';

/** Frames follow each other at once, not 60 a second. */
export const unpacedFlags = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

/** A server of the project in this folder, on a copy of its seeded data, with a profile that is signed in there. */
export async function startSide(made: AsyncDisposableStack, browser: Browser, checkout: string): Promise<Bench> {
  const { origin } = made.use(await startServer({}, [], checkout));
  return { browser, origin, checkout, signedIn: await signedInProfile({ browser, origin }) };
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
