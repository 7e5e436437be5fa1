import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';

export const usage = `npm run bench                        every figure
npm run bench -- --only key,save     figures whose name has one of these words, with those that are measured together with them
                [--compare DIR]      the same for the project in DIR, installed and built, in turns with this one
                [--rounds 20]        how often each is measured, instead of each figure's own number
                [--json FILE]        writes the figures to a file as well
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
  rounds: v.optional(v.pipe(v.string(), v.regex(/^\d+$/u, 'is not a whole number'), v.transform(Number), v.minValue(1), v.maxValue(200))),
  json: v.optional(
    v.pipe(
      path,
      v.check((file) => isFolder(dirname(file)), 'is in a folder that is not there'),
      v.check((file) => !isFolder(file), 'is a folder'),
    ),
  ),
});

const isSet = v.optional(v.boolean(), false);
const tracing = v.object({ trace: isSet, verbose: isSet, write: isSet });

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const declared = {
  only: { ...text, multiple: true },
  compare: text,
  rounds: text,
  json: text,
  trace: flag,
  verbose: flag,
  write: flag,
} as const;

function parsed(args: readonly string[]): { readonly values: unknown } | { readonly problem: string } {
  try {
    return { values: parseArgs({ args: [...args], options: declared }).values };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Parses the command line, and checks what can be checked before minutes of measuring. */
export function readOptions(args: readonly string[]): OptionsReading {
  const line = parsed(args);
  if ('problem' in line) return { ok: false, problem: line.problem };
  const result = v.safeParse(flags, line.values, { abortPipeEarly: true });
  if (!result.success) {
    const [issue] = result.issues;
    return { ok: false, problem: `--${v.getDotPath(issue)?.split('.')[0] ?? ''}: ${issue.message}` };
  }
  const { only, compare = null, rounds = null, json = null } = result.output;
  const { trace, verbose, write } = v.parse(tracing, line.values);
  if (trace && (compare !== null || json !== null))
    return { ok: false, problem: '--trace: has no figures to compare or to write to a file' };
  if (!trace && (verbose || write)) return { ok: false, problem: `--${verbose ? 'verbose' : 'write'}: belongs to --trace` };
  return { ok: true, options: { only: only.flat(), compare, rounds, json, trace: trace ? { verbose, write } : null } };
}
