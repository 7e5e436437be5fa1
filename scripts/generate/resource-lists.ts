import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { root } from '../inputs.mjs';
import type { WrittenFile } from './command.ts';
import { quote } from './source.ts';

/** A file of contract/resources that declares a resource, and the names under which the resource and its table are exported. */
interface Declared {
  readonly file: string;
  readonly name: string;
}

const textOf = (path: string) => readFile(join(root, path), 'utf8');

async function declaredResources(): Promise<readonly Declared[]> {
  const files = (await readdir(join(root, 'contract/resources'))).filter((file) => /(?<!\.test|\.gen)\.ts$/u.test(file)).sort();
  const texts = await Promise.all(files.map(async (file) => ({ file, text: await textOf(`contract/resources/${file}`) })));
  return texts.flatMap(({ file, text }) => {
    const name = /^export const (\w+) = defineResource\(/mu.exec(text)?.[1];
    return name === undefined ? [] : [{ file, name }];
  });
}

const placeSchema = v.object({
  within: v.optional(v.unknown()),
  path: v.string(),
  labels: v.object({ heading: v.string() }),
  navigation: v.optional(
    v.object({
      label: v.optional(v.string()),
      after: v.optional(v.string()),
      group: v.optional(v.string()),
      section: v.optional(v.nullable(v.string())),
    }),
  ),
});

/** Null: its records are listed where the one is shown that they are parts of. */
async function placeOf({ file, name }: Declared): Promise<string | null> {
  const module: unknown = await import(pathToFileURL(join(root, 'contract/resources', file)).href);
  const { path, labels, navigation, within } = v.parse(placeSchema, v.parse(v.record(v.string(), v.unknown()), module)[name]);
  if (within !== undefined) return null;
  return `{ path: ${quote(path)}, entry: ${navigation ? entryOf(labels.heading, navigation) : 'null'} }`;
}

type Navigation = NonNullable<v.InferOutput<typeof placeSchema>['navigation']>;

function entryOf(heading: string, { label = heading, after, group = '', section = null }: Navigation): string {
  const place =
    after === undefined ? `id: ${quote(group)}, title: ${section === null ? 'null' : quote(section)}` : `after: ${quote(after)}`;
  return `{ label: ${quote(label)}, ${place} }`;
}

/** The file that exports a resource's table: the one with the definition's file name, or another where the table stands with others. */
async function tableFileOf({ file, name }: Declared): Promise<string> {
  if (existsSync(join(root, 'server/tables', file))) return file;
  const declares = new RegExp(`^export const ${name} = pgTable\\(`, 'mu');
  for (const other of (await readdir(join(root, 'server/tables'))).sort())
    if (declares.test(await textOf(`server/tables/${other}`))) return other;
  throw new Error(`contract/resources/${file} needs its table: export ${name} from server/tables/${file}.`);
}

/** The files with the resource's table and hooks: they have the definition's file name, and export these names. */
async function servedOf(declared: Declared): Promise<{ readonly imports: readonly string[]; readonly item: string }> {
  const { file, name } = declared;
  const [table, hooks] = [await tableFileOf(declared), `server/resources/${file}`];
  const hasHooks = existsSync(join(root, hooks)) && /^export const hooks\b/mu.test(await textOf(hooks));
  return {
    imports: [
      `import { ${name} } from '#contract/resources/${file}';`,
      `import { ${name} as ${name}Table } from '../tables/${table}';`,
      ...(hasHooks ? [`import { hooks as ${name}Hooks } from './${file}';`] : []),
    ],
    item: `{ definition: ${name}, table: ${name}Table${hasHooks ? `, hooks: ${name}Hooks` : ''} }`,
  };
}

const written = (says: string, ...lines: readonly string[]) => [`// Written by npm run codegen. ${says}`, ...lines, ''].join('\n');
const list = (declared: string, items: readonly string[], after = '') => [
  `export const ${declared} = [`,
  ...items.map((item) => `  ${item},`),
  `]${after};`,
];

/** The lists of resources, derived from the existing definitions, tables and hooks. */
export async function resourceLists(): Promise<readonly WrittenFile[]> {
  const resources = await declaredResources();
  const [places, served] = [await Promise.all(resources.map(placeOf)), await Promise.all(resources.map(servedOf))];
  const lists = {
    'contract/resources/index.gen.ts': written(
      'Every kind of record that is one definition.',
      "import type { ResourceDefinition } from './define.ts';",
      ...resources.map(({ file, name }) => `import { ${name} } from './${file}';`),
      '',
      ...list(
        'resources: readonly ResourceDefinition[]',
        resources.map(({ name }) => name),
      ),
    ),
    'contract/resources/places.gen.ts': written(
      'Where lists of records stand under /website/{websiteId}/, and in the navigation: all that the shell loads of a resource.',
      ...list(
        'resourcePlaces',
        places.filter((place) => place !== null),
        ' as const',
      ),
    ),
    'server/resources/served.gen.ts': written(
      'Every resource with its table and what is special of it.',
      ...served.flatMap(({ imports }) => imports),
      "import type { ServedResource } from './resource.ts';",
      '',
      ...list(
        'served: readonly ServedResource[]',
        served.map(({ item }) => item),
      ),
    ),
  };
  return Object.entries(lists).map(([path, text]) => ({ path: join(root, path), text }));
}
