import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as v from 'valibot';
import { longestLabel } from '../../scripts/bench-chart/data.ts';
import { readFlags } from '../support/command-line.ts';

export const usage = `npm run bench                        every figure
npm run bench -- --only key,save     figures whose name has one of these words, with those that are measured together with them
                [--compare DIR]      the same for the project in DIR, installed and built, in turns with this one
                [--rounds 20]        how often each is measured, instead of each figure's own number
                [--json FILE]        writes the figures to a file as well
                [--record LABEL]     keeps the figures in docs/benchmarks.json and draws docs/benchmarks.svg
                [--record-old LABEL] … and those of the project in DIR
npm run bench -- --trace             what the browser does in the loads, the first opening, the saves and one key
                [--verbose]          and for each what to mend: heaviest files and functions, requests, transactions, a timeline
                [--write]            and writes the table into docs/benchmarks.md
                [--only save]        [--rounds 5]
`;

export interface BenchOptions {
  /** In small letters; empty for every figure. */
  readonly only: readonly string[];
  /** Folder of another checkout of the project, installed and built. */
  readonly compare: string | null;
  readonly rounds: number | null;
  readonly json: string | null;
  /** The label under which the figures are kept. */
  readonly record: string | null;
  readonly recordOld: string | null;
  /** Traces steps instead of measuring figures. */
  readonly trace: { readonly verbose: boolean; readonly write: boolean } | null;
}

export type OptionsReading = { readonly ok: true; readonly options: BenchOptions } | { readonly ok: false; readonly problem: string };

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();
const path = v.pipe(
  v.string(),
  v.nonEmpty('is empty'),
  v.transform((name) => resolve(name)),
);
const parts: Readonly<Record<string, string>> = {
  'package.json': 'is no checkout of the project',
  node_modules: 'is not installed: run "npm ci" there',
  'dist/index.html': 'is not built: run "npm run build" there',
};

const label = v.pipe(v.string(), v.trim(), v.nonEmpty('is empty'), v.maxLength(longestLabel, `is longer than ${longestLabel} characters`));

const isSet = v.optional(v.boolean(), false);

const flags = v.object({
  only: v.optional(
    v.array(
      v.pipe(
        v.string(),
        v.regex(/[^\s,]/u, 'is empty'),
        v.transform((words) =>
          words
            .toLowerCase()
            .split(/[\s,]+/u)
            .filter(Boolean),
        ),
      ),
    ),
    [],
  ),
  compare: v.optional(
    v.pipe(
      path,
      v.check(isFolder, 'is not a folder'),
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed) return;
        const missing = Object.keys(parts).find((part) => !existsSync(join(dataset.value, part)));
        if (missing !== undefined) addIssue({ message: `${dataset.value} ${parts[missing]}` });
      }),
    ),
  ),
  rounds: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d+$/u, 'is not a whole number'),
      v.transform(Number),
      v.minValue(1, 'is below 1'),
      v.maxValue(200, 'is above 200'),
    ),
  ),
  json: v.optional(
    v.pipe(
      path,
      v.check((file) => isFolder(dirname(file)), 'is in a folder that is not there'),
      v.check((file) => !isFolder(file), 'is a folder'),
    ),
  ),
  record: v.optional(label),
  'record-old': v.optional(label),
  trace: isSet,
  verbose: isSet,
  write: isSet,
});

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const declared = {
  ...{ compare: text, rounds: text, json: text, record: text, 'record-old': text, only: { ...text, multiple: true } },
  ...{ trace: flag, verbose: flag, write: flag },
} as const;

/** Parses the command line, and checks what can be checked before minutes of measuring. */
export function readOptions(args: readonly string[]): OptionsReading {
  const line = readFlags(args, declared, flags);
  if (!line.ok) return line;
  const { compare = null, rounds = null, json = null, record = null, 'record-old': recordOld = null } = line.flags;
  const only = line.flags.only.flat();
  const { trace, verbose, write } = line.flags;
  if (trace && [compare, json, record].some((given) => given !== null))
    return { ok: false, problem: '--trace: has no figures to compare, to keep or to write to a file' };
  if (!trace && (verbose || write)) return { ok: false, problem: `--${verbose ? 'verbose' : 'write'}: belongs to --trace` };
  if (record !== null && only.length > 0)
    return { ok: false, problem: '--record: it keeps every figure of a revision, so not with --only' };
  if (recordOld !== null && (record === null || compare === null))
    return { ok: false, problem: '--record-old: it goes with --record and --compare' };
  if (recordOld !== null && recordOld === record) return { ok: false, problem: '--record-old: both have the same label' };
  return { ok: true, options: { only, compare, rounds, json, record, recordOld, trace: trace ? { verbose, write } : null } };
}
