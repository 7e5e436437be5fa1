import { fieldImports, fieldLines, type NewField } from '../generate/new-field.ts';
import { endOf } from '../generate/navigation.ts';
import { camel, exportName, kebab, quote } from '../generate/source.ts';
import { columnKinds } from './columns.ts';
import { type NewResource, pascal } from './plan.ts';

/** The names that the written files import or declare besides the resource itself. */
const taken: readonly string[] = [
  ...['v', 'idSchema', 'Field', 'brandColorOptions', 'crudCalls', 'defineResource', 'fields', 'resources', 'served', 'hooks'],
  ...['boolean', 'doublePrecision', 'index', 'integer', 'jsonb', 'pgTable', 'sortedText', 'table', 'text', 'uniqueIndex', 'websites'],
  ...['harness', 'token', 'send', 'create', 'values', 'expect', 'it'],
];

/** The name under which definition and table are exported; none that these texts already use. */
export function definitionNameOf(resource: NewResource, ...texts: readonly string[]): string {
  return exportName(resource.title, 'Resource', taken, ...texts);
}

/** As in the middle of a sentence; capitals within a word stay: "team member", "FAQ". */
const inSentence = (title: string): string => title.replaceAll(/\b[A-Z](?=[a-z])/gu, (letter) => letter.toLowerCase());

/** The maximum length of a name in a unique index, in characters. */
const uniqueNameCharacters = 200;

/** The columns of the list: the first few fields that fit a cell. */
const columnsOf = ({ fields }: NewResource) => fields.filter(({ kind }) => columnKinds[kind].shown !== null).slice(0, 4);

function schemaOf({ kind, required }: NewField): string {
  const { schema, isNullable } = columnKinds[kind];
  return isNullable && !(required && schema !== 'idSchema') ? `v.optional(v.nullable(${schema}), null)` : schema;
}

export function definitionFile(resource: NewResource, name: string): string {
  const { one, title, path, purpose, fields, isUnique, group } = resource;
  const section = group === null ? null : endOf(group);
  const [first] = fields;
  const nameKey = first?.key ?? '';
  const schema = `${camel(kebab(one))}Schema`;
  const columns = columnsOf(resource);
  const matching = fields.map(({ key }) => quote(key)).join(', ');
  const hasForms = fields.some(({ kind }) => kind === 'formFields');
  const maxLength = isUnique ? [`maxLength: ${uniqueNameCharacters}`] : [];
  return [
    "import * as v from 'valibot';",
    "import { idSchema } from '../entities/id.ts';",
    ...(hasForms ? ["import { asWire } from '../entities/setting.ts';"] : []),
    "import type { Field } from '../fields/field.ts';",
    ...fieldImports(fields, '../settings'),
    ...(hasForms ? ["import type { Json } from '../json.ts';"] : []),
    "import { crudCalls } from './crud-calls.ts';",
    "import { defineResource } from './define.ts';",
    '',
    `const ${schema} = v.object({`,
    'id: idSchema,',
    ...fields.map((field) => `${field.key}: ${schemaOf(field)},`),
    '});',
    '',
    'const fields: readonly Field[] = [',
    ...fields.flatMap((field) => fieldLines(field, field === first ? maxLength : [])),
    '];',
    '',
    `export const ${name} = defineResource({`,
    `name: ${quote(kebab(one))},`,
    "scope: 'website',",
    `path: ${quote(path)},`,
    ...(group === null ? [] : [`navigation: { group: ${quote(group)}, section: ${section === null ? 'null' : quote(section)} },`]),
    `schema: ${schema},`,
    'calls: crudCalls({',
    `one: ${quote(pascal(one))},`,
    `many: ${quote(pascal(title))},`,
    `entity: ${quote(kebab(one))},`,
    `collection: ${quote(kebab(title))},`,
    `schema: ${schema},`,
    'fields,',
    `sortable: [${columns.map(({ key }) => quote(key)).join(', ')}],`,
    '}),',
    'fields,',
    'list: {',
    'columns: [',
    ...columns.map(({ key, label, kind }) => {
      const shownAs = columnKinds[kind].shown === 'tick' ? "kind: 'tick', " : '';
      return `{ key: ${quote(key)}, label: ${quote(label)}, ${shownAs}sortable: true },`;
    }),
    '],',
    'isSearchable: true,',
    `defaultSort: ${quote(nameKey)},`,
    '},',
    'labels: {',
    `one: ${quote(inSentence(one))},`,
    `many: ${quote(inSentence(title))},`,
    `heading: ${quote(title)},`,
    `create: ${quote(`Create New ${one}`)},`,
    `edit: ${quote(`Edit ${one}`)},`,
    `none: ${quote(purpose)},`,
    '},',
    `nameKey: ${quote(nameKey)},`,
    "formWidth: '40rem',",
    "concurrency: 'etag',",
    ...(isUnique
      ? [`// There is one of each ${nameKey} at most.`, `findCreated: { searchBy: ${quote(nameKey)}, matching: [${matching}] },`]
      : ['// Two may have the same values: of a create whose answer was lost a person is asked.', 'findCreated: null,']),
    `confirmDelete: ${quote(`Are you sure you want to delete this ${inSentence(one)}?`)},`,
    '});',
    '',
  ].join('\n');
}

/** PostgreSQL cuts longer names. */
const indexName = (text: string): string => text.slice(0, 63);

export function tableFile(resource: NewResource, name: string): string {
  const { title, fields, isUnique } = resource;
  const table = kebab(title).replaceAll('-', '_');
  const columns = fields.map(({ key, kind, required }) => {
    const { builder, isNullable } = columnKinds[kind];
    const mayBeNull = isNullable && !(required && builder !== 'integer' && !isFile(kind));
    return `${camel(key)}: ${builder}(${quote(key)})${mayBeNull ? '' : '.notNull()'},`;
  });
  const [first] = fields;
  const firstColumn = `table.${camel(first?.key ?? '')}`;
  const indexes = columnsOf(resource).flatMap(({ key, kind }) => {
    const { builder } = columnKinds[kind];
    if (builder === 'boolean') return [];
    const column = `table.${camel(key)}`;
    const sorted = builder === 'text' ? `sortedText(${column})` : column;
    return [`index(${quote(indexName(`${table}_by_${key}`))}).on(table.websiteId, ${sorted}, table.id),`];
  });
  const unique = isUnique ? [`uniqueIndex(${quote(indexName(`${table}_${first?.key}`))}).on(table.websiteId, ${firstColumn}),`] : [];
  const builders = new Set([
    'integer',
    'pgTable',
    'index',
    ...(isUnique ? ['uniqueIndex'] : []),
    ...fields.map(({ kind }) => columnKinds[kind].builder),
  ]);
  return [
    `import { ${[...builders].sort().join(', ')} } from 'drizzle-orm/pg-core';`,
    "import { sortedText } from './sorted-text.ts';",
    "import { websites } from './websites.ts';",
    '',
    `export const ${name} = pgTable(`,
    `${quote(table)},`,
    '{',
    "id: integer('id').primaryKey().generatedAlwaysAsIdentity(),",
    "websiteId: integer('website_id').notNull().references(() => websites.id, { onDelete: 'cascade' }),",
    ...columns,
    '},',
    `(table) => [${[...unique, ...indexes].join('\n')}],`,
    ');',
    '',
  ].join('\n');
}

const isFile = (kind: NewField['kind']): boolean => kind === 'image' || kind === 'file';

export function testFile({ one, title, fields, isUnique }: NewResource, name: string): string {
  const [first] = fields;
  const key = first?.key ?? '';
  const collection = kebab(title);
  const label = inSentence(one);
  return [
    "import * as v from 'valibot';",
    "import { afterAll, beforeAll, describe, expect, it } from 'vitest';",
    `import { ${name} } from '#contract/resources/${collection}.ts';`,
    "import { sampleRecord } from '#contract/testing/sample-record.ts';",
    "import { codeOf, type Got, type Harness, messagesOf, startHarness } from '../testing/harness.ts';",
    '',
    'let harness: Harness;',
    'let token: string;',
    'beforeAll(async () => {',
    'harness = await startHarness();',
    'token = await harness.signIn();',
    '});',
    'afterAll(() => harness.close());',
    '',
    `const oneOf = (got: Got) => v.parse(v.object({ data: ${name}.schema }), got.json).data;`,
    `const listOf = (got: Got) => v.parse(v.object({ data: v.array(${name}.schema) }), got.json).data;`,
    'const send = (method: string, path: string, body?: unknown) =>',
    `harness.call(method, \`/api\${path}\`, { token, ...(body === undefined ? {} : { body }) });`,
    `const create = (body: unknown) => send('POST', '/websites/1/${collection}', body);`,
    `const idsOf = async (query: string) => listOf(await send('GET', \`/websites/1/${collection}?\${query}\`)).map(({ id }) => id);`,
    '',
    `describe(${quote(`a ${label}`)}, () => {`,
    "it('is created, read, changed in part, found and deleted', async () => {",
    `const values = sampleRecord(${name}, 'first');`,
    'const created = await create(values);',
    'expect(created.status).toBe(201);',
    'const { id } = oneOf(created);',
    'expect(oneOf(created)).toMatchObject(values);',
    `const changes = { ${key}: sampleRecord(${name}, 'second')[${quote(key)}] };`,
    `const changed = await send('PATCH', \`/${collection}/\${id}\`, changes);`,
    'expect(oneOf(changed)).toEqual({ ...oneOf(created), ...changes });',
    `expect(oneOf(await send('GET', \`/${collection}/\${id}\`))).toEqual(oneOf(changed));`,
    "expect([await idsOf('q=second'), await idsOf('q=nobody')]).toEqual([[id], []]);",
    `expect((await send('DELETE', \`/websites/2/${collection}/\${id}\`)).status).toBe(404);`,
    `expect((await send('DELETE', \`/websites/1/${collection}/\${id}\`)).status).toBe(200);`,
    `expect((await send('GET', \`/${collection}/\${id}\`)).status).toBe(404);`,
    '});',
    '',
    "it('is refused without what it is called by', async () => {",
    'const got = await create({});',
    `expect([got.status, codeOf(got), Object.keys(messagesOf(got))]).toEqual([422, 'validation_failed', expect.arrayContaining([${quote(key)}])]);`,
    '});',
    ...(isUnique
      ? [
          '',
          `it(${quote(`is refused where there is one with its ${key} already`)}, async () => {`,
          `const values = sampleRecord(${name}, 'once');`,
          'expect((await create(values)).status).toBe(201);',
          `expect(Object.keys(messagesOf(await create(values)))).toEqual([${quote(key)}]);`,
          '});',
        ]
      : []),
    '});',
    '',
  ].join('\n');
}
