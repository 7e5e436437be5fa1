import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { readFlags } from '../../support/command-line.ts';

export const usage = `npm run faults -- [--schedules 2000] [--from 1]         runs the schedules of so many seeds, on all cores
npm run faults -- --seed N [--only 0,3,4] [--shrink]    runs one schedule, or some of its steps; --shrink: the fewest that fail
npm run faults -- --planted [NAME] [--schedules 2000]   plants the defects of that name, or all of them, one by one
                            [--record]                  … and keeps the seeds that caught them for the next time
npm run faults -- --chromium [--schedules 2000]         runs every 500th schedule on the real IndexedDB
`;

export type SimulatorOptions =
  | { readonly run: 'schedules'; readonly from: number; readonly schedules: number }
  | { readonly run: 'seed'; readonly seed: number; readonly only: readonly number[] | undefined; readonly isShrunk: boolean }
  | { readonly run: 'planted'; readonly name: string; readonly schedules: number; readonly isRecorded: boolean }
  | { readonly run: 'chromium'; readonly schedules: number };

export type OptionsReading = { readonly ok: true; readonly options: SimulatorOptions } | { readonly ok: false; readonly problem: string };

const whole = v.pipe(v.string(), v.regex(/^\d+$/u, 'is not a whole number'), v.transform(Number), v.safeInteger());
const some = v.pipe(whole, v.minValue(1, 'is below 1'));

const flags = v.object({
  schedules: v.optional(some),
  from: v.optional(whole),
  seed: v.optional(whole),
  only: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d+(?:,\d+)*$/u, 'is no list of steps, such as 0,3,4'),
      v.transform((steps) => steps.split(',').map(Number)),
    ),
  ),
  shrink: v.optional(v.boolean()),
  planted: v.optional(v.boolean()),
  record: v.optional(v.boolean()),
  chromium: v.optional(v.boolean()),
});

const text = { type: 'string' } as const;
const yes = { type: 'boolean' } as const;
const declared = { schedules: text, from: text, seed: text, only: text, shrink: yes, planted: yes, record: yes, chromium: yes } as const;

/** The flags that each run understands beside its own. */
const takenBy = {
  schedules: ['schedules', 'from'],
  seed: ['only', 'shrink'],
  planted: ['schedules', 'record'],
  chromium: ['schedules'],
} as const;

const most = 2_000;

export function readOptions(args: readonly string[]): OptionsReading {
  // Only the name of a planted defect is no flag. `readFlags` reports what can't be parsed.
  const { positionals } = parseArgs({ args: [...args], options: declared, allowPositionals: true, strict: false });
  const isNamed = positionals.length === 1 && args.includes('--planted');
  const line = readFlags(isNamed ? args.filter((one) => one !== positionals[0]) : args, declared, flags);
  if (!line.ok) return line;
  const given = line.flags;
  const named = (['seed', 'planted', 'chromium'] as const).filter((run) => given[run] !== undefined);
  if (named.length > 1) return { ok: false, problem: `--${named.join(' and --')} are runs of their own.` };
  const run = named[0] ?? 'schedules';
  const taken: readonly string[] = [run, ...takenBy[run]];
  const misplaced = Object.keys(given).find((flag) => !taken.includes(flag));
  if (misplaced !== undefined)
    return {
      ok: false,
      problem: named[0]
        ? `--${run} takes no --${misplaced}.`
        : `--${misplaced} goes with --${misplaced === 'record' ? 'planted' : 'seed'} only.`,
    };
  const { schedules = most, from = 1, seed = 0, only, shrink = false, record = false } = given;
  const options = {
    schedules: { run: 'schedules', from, schedules },
    seed: { run: 'seed', seed, only, isShrunk: shrink },
    planted: { run: 'planted', name: positionals[0] ?? '', schedules, isRecorded: record },
    chromium: { run: 'chromium', schedules },
  } as const satisfies { readonly [Run in SimulatorOptions['run']]: SimulatorOptions };
  return { ok: true, options: options[run] };
}
