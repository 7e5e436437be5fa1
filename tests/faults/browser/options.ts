import * as v from 'valibot';
import { readFlags } from '../../support/command-line.ts';

export const usage = `npm run faults:browser -- [--minutes 10] [--seed 1]   a person's day through a faulty proxy, then what the server has
                          [--no-keys]                 … in front of an API that ignores Idempotency-Key and knows no ETag
                          [--deletes]                 … mostly making blocks and deleting them, in tabs that end right after
npm run faults:browser -- --kill-server [--rounds 30] the API is killed in the middle of a drain and started again
npm run faults:browser -- --frozen-leader             the tab that drains is frozen, then stopped: how soon another sends
npm run faults:browser -- --two-tabs                  two tabs on one screen: what is typed and chosen in each survives
`;

export type Mode = 'day' | 'kill-server' | 'frozen-leader' | 'two-tabs';

export interface FaultsOptions {
  readonly mode: Mode;
  readonly minutes: number;
  readonly seed: number;
  readonly keys: boolean;
  readonly deletes: boolean;
  readonly rounds: number;
}

export type OptionsReading = { readonly ok: true; readonly options: FaultsOptions } | { readonly ok: false; readonly problem: string };

const number = (min: number, max: number) =>
  v.pipe(v.string(), v.regex(/^\d+(?:\.\d+)?$/u, 'is not a number'), v.transform(Number), v.minValue(min), v.maxValue(max));

const flags = v.object({
  minutes: v.optional(number(0.1, 600), '10'),
  seed: v.optional(v.pipe(number(0, 4_294_967_295), v.integer()), '1'),
  rounds: v.optional(v.pipe(number(1, 1000), v.integer()), '30'),
  'no-keys': v.optional(v.boolean(), false),
  deletes: v.optional(v.boolean(), false),
  'kill-server': v.optional(v.boolean(), false),
  'frozen-leader': v.optional(v.boolean(), false),
  'two-tabs': v.optional(v.boolean(), false),
});

const text = { type: 'string' } as const;
const yes = { type: 'boolean' } as const;
const declared = {
  minutes: text,
  seed: text,
  rounds: text,
  'no-keys': yes,
  deletes: yes,
  'kill-server': yes,
  'frozen-leader': yes,
  'two-tabs': yes,
} as const;

export function readOptions(args: readonly string[]): OptionsReading {
  const line = readFlags(args, declared, flags);
  if (!line.ok) return line;
  const { minutes, seed, rounds, deletes, 'no-keys': noKeys, ...modes } = line.flags;
  const chosen = (['kill-server', 'frozen-leader', 'two-tabs'] as const).filter((mode) => modes[mode]);
  if (chosen.length > 1) return { ok: false, problem: `--${chosen.join(' and --')} are runs of their own.` };
  return { ok: true, options: { mode: chosen[0] ?? 'day', minutes, seed, rounds, keys: !noKeys, deletes } };
}
