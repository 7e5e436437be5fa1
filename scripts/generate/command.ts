import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { root } from '../inputs.mjs';
import { run } from '../run.ts';

export type Reading<T> = { readonly kind: 'read'; readonly read: T } | { readonly kind: 'problems'; readonly problems: readonly string[] };

interface Generator<T> {
  readonly usage: string;
  /** Null where the input ends too early. */
  readonly ask: () => Promise<T | null>;
  /** Parses the command line, and reports all of its problems at once. */
  readonly read: (args: readonly string[]) => Reading<T>;
  readonly make: (wanted: T) => Promise<void>;
}

/** Without flags it asks questions; with any it parses them. */
export async function runGenerator<T>({ usage, ask, read, make }: Generator<T>): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    console.log(usage);
    return;
  }
  if (args.length === 0) {
    const wanted = await ask();
    if (wanted === null) refuse(['', 'The answers ended early: nothing was written.']);
    else await make(wanted);
    return;
  }
  const reading = read(args);
  if (reading.kind === 'problems') refuse(reading.problems);
  else await make(reading.read);
}

export function refuse(problems: readonly string[]): void {
  for (const problem of problems) console.error(problem);
  process.exitCode = 1;
}

export interface WrittenFile {
  readonly path: string;
  readonly text: string;
}

/** Writes complete files, formats them and prints their names. */
export async function writeFiles(files: readonly WrittenFile[]): Promise<void> {
  for (const file of files) await writeFile(file.path, file.text);
  const paths = files.map((file) => file.path);
  const { ok, output } = await run('biome', ['format', '--write', '--vcs-enabled=false', ...paths]);
  if (!ok) console.warn(`The files are written, but could not be formatted.\n${output}`);
  for (const path of paths) console.log(`  ${relative(root, path)}`);
}
