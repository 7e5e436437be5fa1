import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runGenerator, writeFiles } from './generate/command.ts';
import { hasEntry, withEntry } from './generate/navigation.ts';
import { kebab } from './generate/source.ts';
import { root } from './inputs.mjs';
import { run } from './run.ts';
import { askForScreen } from './new-screen/ask.ts';
import { readScreenFlags, screenUsage } from './new-screen/flags.ts';
import type { NewScreen } from './new-screen/plan.ts';
import { screenExportName, screenFile, withScreen } from './new-screen/write.ts';

const settings = join(root, 'contract', 'settings');
const indexPath = join(settings, 'index.ts');
const navigationPath = join(root, 'contract', 'navigation.ts');
const fileExists = (name: string) => existsSync(join(settings, name));

/** Everything is computed before anything is written, so that a refusal leaves no half-written screen. */
async function make(screen: NewScreen): Promise<void> {
  const id = kebab(screen.title);
  const index = await readFile(indexPath, 'utf8');
  const name = screenExportName(screen.title, index);
  const files = [
    { path: join(settings, `${id}.ts`), text: screenFile(screen, name) },
    { path: indexPath, text: withScreen(index, id, name) },
  ];
  if (screen.group !== null && !hasEntry(screen.path)) {
    files.push({ path: navigationPath, text: withEntry(await readFile(navigationPath, 'utf8'), screen) });
  }
  await writeFiles(files);
  // In a new process: this one has loaded the catalogue without the screen.
  const { ok, output } = await run('node', ['scripts/settings-summary.ts']);
  if (!ok) throw new Error(`The screen is written, but not its summary.\n${output}`);
  console.log(`${screen.title} opens at /website/{id}/${screen.path}.`);
}

await runGenerator({ usage: screenUsage, ask: () => askForScreen(fileExists), read: (args) => readScreenFlags(args, fileExists), make });
