import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { uploadFile } from '#contract/calls/files.ts';
import { type ChoiceList, type ListName, listNames } from '#contract/entities/lists.ts';
import type { Field } from '#contract/fields/field.ts';
import { choiceListOf } from '#contract/fields/index.ts';
import type { Json } from '#contract/json.ts';
import type { ResourceDefinition, Values } from '#contract/resources/define.ts';
import { bodyOf } from '#contract/resources/body.ts';
import { everyResource } from '#contract/resources/every.ts';
import { isReference, sampleRecord } from '#contract/testing/sample-record.ts';
import { demoSignIn, demoWebsites, otherSignIn } from '../seed/seed.ts';
import { type Got, type Harness, startHarness } from './harness.ts';
import { multipart, png } from './uploads.ts';

const oneShape = v.object({ data: v.looseObject({ id: v.union([v.string(), v.number()]) }) });
const listShape = v.object({ data: v.array(v.looseObject({ id: v.union([v.string(), v.number()]) })) });

const idOf = (got: Got): string => {
  const one = v.safeParse(oneShape, got.json);
  if (!one.success) throw new Error(`no record was answered: ${got.status} ${got.text}`);
  return String(one.output.data.id);
};
const firstIdOf = (got: Got): string => String(v.parse(listShape, got.json).data[0]?.id ?? '');

const isListName = (list: ChoiceList): list is ListName => listNames.some((name) => name === list);

/** A user with a website, and the ids of what they have. Those of records that a call may delete are of new ones. */
export type Side = ReturnType<typeof sideOf>;

/** Of letters and a hyphen alone. */
const freshWord = (): string =>
  `word-${randomUUID()
    .slice(0, 8)
    .replaceAll(/\d/gu, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`;

function sideOf(harness: Harness, who: typeof demoSignIn | typeof otherSignIn, token: string, websiteId: string) {
  const site = `/api/websites/${websiteId}`;
  const send = (method: string, path: string, body?: unknown) =>
    harness.call(method, path, { token, ...(body === undefined ? {} : { body }) });

  const ids: Readonly<Record<string, () => Promise<string>>> = {
    website: async () => websiteId,
    block: async () => idOf(await send('POST', `${site}/blocks/create`, { key: 'about_us', label: 'About' })),
    file: async () => {
      const { body: raw, type } = await multipart([[`${freshWord()}.png`, png()]], {});
      const got = await harness.call('POST', `${site}/files`, { token, raw, headers: { 'content-type': type } });
      return v.parse(v.object({ data: uploadFile.answer }), got.json).data[0]?.id ?? '';
    },
    session: async () => {
      const own = await harness.call('GET', '/api/user/sessions', { token: await harness.signIn(who) });
      return firstIdOf(own);
    },
    menu: async () => firstIdOf(await send('GET', `${site}/menus`)),
    page: async () => firstIdOf(await send('GET', `${site}/pages`)),
  };

  /** The id of a record of a resource, by its name, or of another kind. */
  async function id(kind: string): Promise<string> {
    const resource = everyResource.find(({ name }) => name === kind);
    const create = resource?.calls.create;
    if (resource && create) {
      const body = bodyOf(resource, { websiteId, id: null }, await sample(resource));
      return idOf(await send('POST', filled(create.path), body));
    }
    if (resource) return firstIdOf(await send('GET', filled(resource.calls.list.path)));
    const find = ids[kind];
    if (!find) throw new Error(`nothing says how to get the id of a ${kind}: add it to server/testing/two-accounts.ts`);
    return find();
  }

  const filled = (path: string) => `/api${path.replace('{websiteId}', websiteId)}`;

  /** A value for a field that names a record or a file. */
  async function reference(resource: Pick<ResourceDefinition, 'references'>, field: Field): Promise<Json> {
    const named = resource.references[field.key];
    const list = choiceListOf(field);
    const ofList = async (list: ChoiceList) =>
      isListName(list) ? firstIdOf(await send('GET', `/api/lists/${list}?website_id=${websiteId}`)) : id(list);
    const found = named !== undefined ? await id(named) : list === null ? await id('file') : await ofList(list);
    return field.kind === 'images' || field.kind === 'records' ? [found] : found;
  }

  /** A valid body of a new record. */
  async function sample(resource: ResourceDefinition): Promise<Values> {
    const values: Record<string, Json> = { ...sampleRecord(resource, freshWord()) };
    for (const field of resource.fields)
      if (field.required && isReference(resource, field) && field.key in values) values[field.key] = await reference(resource, field);
    return values;
  }

  return { token, websiteId, send, id, reference, sample };
}

/** In every text by which the other account's records are known. */
export const marker = 'of-the-other-account-7f3a';

/** A server with two accounts, each with a website; the texts of the other one's are marked. */
export async function startTwoAccounts() {
  const harness = await startHarness({ accountWritesPerMinute: 1_000_000, accountUploadsPerMinute: 1_000_000 });
  const mine = sideOf(harness, demoSignIn, await harness.signIn(), '1');
  const theirs = sideOf(harness, otherSignIn, await harness.signIn(otherSignIn), String(demoWebsites + 1));
  for (const resource of everyResource) await theirs.id(resource.name);
  const owned = await ownedTables(harness);
  for (const { table, where, texts } of owned)
    for (const column of texts)
      await harness.deps.db.execute(sql.raw(`update "${table}" set "${column}" = '${marker} ' || "${column}" where ${where}`));

  /** Everything that the other account has in the database: a hash for each table. */
  const theirRows = async (): Promise<unknown> => {
    // A run that they began writes its end.
    await harness.deps.background.idle();
    const each = owned.map(
      ({ table, where }) => `select '${table}' as name, md5(string_agg(t::text, ' ' order by t::text)) from "${table}" t where ${where}`,
    );
    return harness.deps.db
      .execute(sql.raw(each.join(' union all ')))
      .then((result) => v.parse(v.object({ rows: v.unknown() }), result).rows);
  };
  return { harness, mine, theirs, theirRows, tables: owned.map(({ table }) => table) };
}

interface OwnedTable {
  readonly table: string;
  /** The condition of the other account's rows. */
  readonly where: string;
  /** Its columns with the texts by which people know a row. */
  readonly texts: readonly string[];
}

const names = ['name', 'title', 'label', 'author', 'address', 'quote', 'first_name'];
const keySchema = v.object({ from_table: v.string(), from_column: v.string(), to_table: v.string(), to_column: v.string() });
const columnSchema = v.object({ table_name: v.string(), column_name: v.string() });

/** The tables whose rows belong to an account: those that lead to it by their foreign keys. */
async function ownedTables({ deps }: Harness): Promise<readonly OwnedTable[]> {
  const read = async <const Row extends v.GenericSchema>(row: Row, statement: SQL) =>
    v.parse(v.object({ rows: v.array(row) }), await deps.db.execute(statement)).rows;
  const keys = await read(
    keySchema,
    sql`
      select f.relname as from_table, fa.attname as from_column, t.relname as to_table, ta.attname as to_column
      from pg_constraint c join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
        join pg_attribute fa on fa.attrelid = f.oid and fa.attnum = c.conkey[1]
        join pg_attribute ta on ta.attrelid = t.oid and ta.attnum = c.confkey[1]
      where c.contype = 'f' order by 1, 2`,
  );
  const columns = await read(
    columnSchema,
    sql`
      select table_name, column_name from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and is_generated = 'NEVER'`,
  );
  const wheres = new Map([['accounts', `id = (select account_id from users where email = '${otherSignIn.email}')`]]);
  for (let before = 0; before < wheres.size; ) {
    before = wheres.size;
    for (const key of keys) {
      const owner = wheres.get(key.to_table);
      if (owner === undefined || wheres.has(key.from_table)) continue;
      wheres.set(key.from_table, `"${key.from_column}" in (select "${key.to_column}" from "${key.to_table}" where ${owner})`);
    }
  }
  return [...wheres].map(([table, where]) => ({
    table,
    where,
    texts: columns.filter((each) => each.table_name === table && names.includes(each.column_name)).map((each) => each.column_name),
  }));
}
