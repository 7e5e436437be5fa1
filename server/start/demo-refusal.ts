import { isIPv4, isIPv6 } from 'node:net';
import type { ServerConfig } from '../config.ts';
import type { Database } from '../connect.ts';
import { hasAccounts, hasPublicSignIn } from '../seed/seed.ts';

/** Whether only this machine can reach a server on that host. */
export function isLoopback(host: string): boolean {
  if (isIPv4(host)) return host.startsWith('127.');
  if (isIPv6(host)) return /^(?:0*:)*:?0*1$/u.test(host) || /^::ffff:127\./iu.test(host);
  return host.toLowerCase() === 'localhost';
}

/** Why this server must not be reachable by others: it has a publicly known sign-in. Null where it may. */
export async function demoRefusal(
  db: Database,
  { host, seed, allowDemo }: Pick<ServerConfig, 'host' | 'seed' | 'allowDemo'>,
): Promise<string | null> {
  if (isLoopback(host) || allowDemo) return null;
  const why = `HOST is ${host}, where others can reach this server`;
  const way = 'begin with SEED=none and an empty database. ALLOW_DEMO=1 lets the demo be public.';
  if (await hasPublicSignIn(db)) return `${why}, and its database has the demo sign-in, whose password is public: ${way}`;
  if (seed === 'demo' && !(await hasAccounts(db)))
    return `${why}, and its empty database would get the demo sign-in, whose password is public: ${way}`;
  return null;
}
