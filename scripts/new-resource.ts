import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { refuse, runGenerator, type WrittenFile, writeFiles } from './generate/command.ts';
import { hasEntry } from './generate/navigation.ts';
import { resourceLists } from './generate/resource-lists.ts';
import { kebab } from './generate/source.ts';
import { root } from './inputs.mjs';
import { askForResource } from './new-resource/ask.ts';
import { readFlags, usage } from './new-resource/flags.ts';
import { filesOf, type NewResource } from './new-resource/plan.ts';
import { definitionFile, definitionNameOf, tableFile, testFile } from './new-resource/write.ts';
import { run } from './run.ts';

const fileExists = (path: string) => existsSync(join(root, path));

/** Writes the definition, the table and a test; the lists of resources and the migration are generated from these. */
async function make(resource: NewResource): Promise<void> {
  const { title, path, group } = resource;
  const lists = await Promise.all((await resourceLists()).map((list) => readFile(list.path, 'utf8')));
  const name = definitionNameOf(resource, ...lists);
  const { definition, table, test } = filesOf(title);
  const wanted = { ...resource, group: hasEntry(path) ? null : group };
  const texts = { [definition]: definitionFile(wanted, name), [table]: tableFile(resource, name), [test]: testFile(resource, name) };
  await writeFiles(Object.entries(texts).map(([file, text]): WrittenFile => ({ path: join(root, file), text })));
  for (const list of await resourceLists()) {
    await writeFile(list.path, list.text);
    console.log(`  ${relative(root, list.path)}`);
  }
  const generate = ['generate', '--config', 'server/drizzle.config.ts', '--name', kebab(title)];
  const { ok, output } = await run('drizzle-kit', generate);
  const migration = /\S+\.sql/u.exec(output)?.[0];
  if (!ok || migration === undefined) {
    refuse([output, 'The migration could not be made. Mend what is said above, then run:', `  npx drizzle-kit ${generate.join(' ')}`]);
    return;
  }
  console.log(`  ${migration}`);
  console.log(`${title} open at /website/{id}/${path}. Try them: npx vitest run ${test}`);
}

await runGenerator({ usage, ask: () => askForResource(fileExists), read: (args) => readFlags(args, fileExists), make });
