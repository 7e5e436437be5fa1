import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse, runGenerator, type WrittenFile, writeFiles } from './generate/command.ts';
import { hasEntry, withEntry } from './generate/navigation.ts';
import { kebab } from './generate/source.ts';
import { root } from './inputs.mjs';
import { askForResource } from './new-resource/ask.ts';
import { readFlags, usage } from './new-resource/flags.ts';
import { callNames, filesOf, type NewResource } from './new-resource/plan.ts';
import {
  definitionFile,
  nameOf,
  tableFile,
  testFile,
  withEntity,
  withoutRows,
  withPath,
  withResource,
  withServed,
} from './new-resource/write.ts';
import { run } from './run.ts';

const fileExists = (path: string) => existsSync(join(root, path));

/** Everything is worked out before anything is written, so that a refusal leaves no half of a resource. */
async function make(resource: NewResource): Promise<void> {
  const { one, title, path, group } = resource;
  const textOf = (file: string) => readFile(join(root, file), 'utf8');
  const [index, served] = await Promise.all(['contract/resources/index.ts', 'server/resources/served.ts'].map(textOf));
  if (index === undefined || served === undefined) throw new Error('the lists of resources are not there.');
  const name = nameOf(resource, index, served);
  const { definition, table, test } = filesOf(title);
  const texts: Record<string, string> = {
    [definition]: definitionFile(resource, name),
    [table]: tableFile(resource, name),
    [test]: testFile(resource, name),
    'contract/resources/index.ts': withResource(index, resource, name),
    'contract/resources/paths.ts': withPath(await textOf('contract/resources/paths.ts'), resource),
    'server/resources/served.ts': withServed(served, resource, name),
    'contract/calls/define.ts': withEntity(await textOf('contract/calls/define.ts'), resource),
    'contract/calls/rows.ts': withoutRows(await textOf('contract/calls/rows.ts'), callNames(one, title)),
  };
  if (group !== null && !hasEntry(path)) texts['contract/navigation.ts'] = withEntry(await textOf('contract/navigation.ts'), resource);
  await writeFiles(Object.entries(texts).map(([file, text]): WrittenFile => ({ path: join(root, file), text })));
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
