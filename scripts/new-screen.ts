import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { root } from './inputs.mjs';
import { askForScreen } from './new-screen/ask.ts';
import { readFlags, usage } from './new-screen/flags.ts';
import { hasEntry, idOf, type NewScreen } from './new-screen/plan.ts';
import { nameOf, screenFile, withEntry, withScreen } from './new-screen/write.ts';
import { run } from './run.ts';

const settings = join(root, 'contract', 'settings');
const indexPath = join(settings, 'index.ts');
const navigationPath = join(root, 'contract', 'navigation.ts');
const fileExists = (name: string) => existsSync(join(settings, name));

/** Everything is worked out before anything is written, so that a refusal leaves no half of a screen. */
async function make(screen: NewScreen): Promise<void> {
  const id = idOf(screen.title);
  const index = await readFile(indexPath, 'utf8');
  const name = nameOf(screen.title, index);
  const files = [
    { path: join(settings, `${id}.ts`), text: screenFile(screen, name) },
    { path: indexPath, text: withScreen(index, id, name) },
  ];
  if (screen.group !== null && !hasEntry(screen.path)) {
    files.push({ path: navigationPath, text: withEntry(await readFile(navigationPath, 'utf8'), screen) });
  }
  for (const file of files) await writeFile(file.path, file.text);
  const paths = files.map((file) => file.path);
  const { ok, output } = await run('biome', ['format', '--write', '--vcs-enabled=false', ...paths]);
  if (!ok) console.warn(`The files are written, but could not be formatted.\n${output}`);
  for (const path of paths) console.log(`  ${relative(root, path)}`);
  console.log(`${screen.title} opens at /website/{id}/${screen.path}.`);
}

function refuse(problems: readonly string[]): void {
  for (const problem of problems) console.error(problem);
  process.exitCode = 1;
}

const args = process.argv.slice(2);
if (args.includes('--help')) console.log(usage);
else if (args.length === 0) {
  const screen = await askForScreen(fileExists);
  if (screen === null) refuse(['', 'The answers ended early: nothing was written.']);
  else await make(screen);
} else {
  const read = readFlags(args, fileExists);
  if (read.kind === 'problems') refuse(read.problems);
  else await make(read.screen);
}
