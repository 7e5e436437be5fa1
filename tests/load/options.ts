import * as v from 'valibot';
import { demo } from '../support/accounts.ts';
import { readFlags } from '../support/command-line.ts';

export const usage = `npm run load -- [--clients 50] [--seconds 60]           the embedded database, on fresh demo data
npm run load -- --postgres postgres://…                 a database of its own on that PostgreSQL server, dropped afterwards
npm run load -- --origin http://127.0.0.1:4400          a server that runs; loopback addresses only, reads only
                [--writes] [--email …] [--password …]   … and writes to it, which stay: only where the data does not matter
npm run load -- --compare DIR [--rounds 4]              the same against the project in DIR as well, in alternation
npm run load -- --page [--clients 100] [--seconds 20]   clients on public pages that are not cached, beside a static file
                [--env NAME=VALUE]…                     for the servers that it starts, such as a higher limit
`;

export type Target =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'origin'; readonly origin: string; readonly writes: boolean };

export interface LoadOptions {
  readonly mode: 'mix' | 'page';
  readonly clients: number;
  /** How long each side is under load, all rounds together. */
  readonly seconds: number;
  readonly rounds: number;
  readonly target: Target;
  /** Folder of another checkout of the project, installed and built. */
  readonly compare: string | null;
  readonly account: { readonly email: string; readonly password: string };
  readonly env: Readonly<Record<string, string>>;
}

export type OptionsReading = { readonly ok: true; readonly options: LoadOptions } | { readonly ok: false; readonly problem: string };

const whole = (min: number, max: number) =>
  v.pipe(v.string(), v.regex(/^\d+$/u, 'is not a whole number'), v.transform(Number), v.minValue(min), v.maxValue(max));

function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && (/^127(?:\.\d+){3}$/u.test(hostname) || hostname === 'localhost' || hostname === '[::1]');
}

const flags = v.object({
  clients: v.optional(whole(1, 1000)),
  seconds: v.optional(whole(1, 600)),
  rounds: v.optional(whole(1, 20)),
  postgres: v.optional(v.pipe(v.string(), v.regex(/^postgres(?:ql)?:\/\//u, 'does not start with postgres://'))),
  origin: v.optional(
    v.pipe(
      v.string(),
      v.check(isLoopback, 'is not an address on this machine such as http://127.0.0.1:4400'),
      v.transform((url) => new URL(url).origin),
    ),
  ),
  compare: v.optional(v.pipe(v.string(), v.nonEmpty())),
  email: v.optional(v.string(), demo.email),
  password: v.optional(v.string(), demo.password),
  env: v.optional(v.array(v.pipe(v.string(), v.regex(/^\w+=/u, 'is not NAME=VALUE'))), []),
  page: v.optional(v.boolean(), false),
  writes: v.optional(v.boolean(), false),
});

const text = { type: 'string' } as const;
const yes = { type: 'boolean' } as const;
const declared = {
  ...{ clients: text, seconds: text, rounds: text, postgres: text, origin: text, compare: text, email: text, password: text },
  ...{ page: yes, writes: yes, env: { ...text, multiple: true } },
} as const;

/** Parses the command line. Every run is limited: at most 1,000 clients, 600 seconds and 20 rounds. */
export function readOptions(args: readonly string[]): OptionsReading {
  const line = readFlags(args, declared, flags);
  if (!line.ok) return line;
  const { origin, postgres, compare, page, writes, env, email, password, ...counts } = line.flags;
  if (origin !== undefined && (postgres !== undefined || compare !== undefined || env.length > 0))
    return { ok: false, problem: '--origin is a server that runs: --postgres, --compare and --env are for servers that this starts.' };
  if (writes && origin === undefined)
    return { ok: false, problem: '--writes is for --origin; the servers that this starts are written to anyway.' };
  return {
    ok: true,
    options: {
      mode: page ? 'page' : 'mix',
      clients: counts.clients ?? (page ? 100 : 50),
      seconds: counts.seconds ?? (page ? 20 : 60),
      // An even number: each side goes first as often as the other.
      rounds: counts.rounds ?? (compare === undefined ? 1 : 4),
      target:
        origin !== undefined
          ? { kind: 'origin', origin, writes }
          : postgres !== undefined
            ? { kind: 'postgres', url: postgres }
            : { kind: 'embedded' },
      compare: compare ?? null,
      account: { email, password },
      env: Object.fromEntries(env.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)])),
    },
  };
}
