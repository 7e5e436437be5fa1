import { contains } from '../tables/searched-text.ts';
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { idSchema } from '#contract/entities/id.ts';
import { type Json, jsonSchema, sameJson } from '#contract/json.ts';
import { answerOf as wireOf, messagesInBody } from '#contract/resources/body.ts';
import { questionOf, type RecordCall, type RecordValues, searchedColumns, type Values } from '#contract/resources/define.ts';
import { isAnswered, valuesIn } from '#contract/resources/grouped.ts';
import { containsPattern, nearerEnd, orderOf, paginationOf, reversed, windowOf } from '../calls/paging.ts';
import { rowId } from '../calls/scope.ts';
import type { Database } from '../connect.ts';
import { keyNames } from '../http/fields.ts';
import { changedMeanwhile, type Failure, fail, ifMatch, invalidFields, notFound, ok, type Reply, tagOf } from '../http/reply.ts';
import { type Input, type Route, serve } from '../serve.ts';
import { sortedText } from '../tables/sorted-text.ts';
import { bulkRoutes } from './bulk.ts';
import { checkRecord, type ServedResources } from './check-record.ts';
import { type Asked, type Found, findRecord, lockScope, ownerOf, parentOf, scopeOf, websiteIn } from './find-record.ts';
import { columnsOf, type RelatedRecords, type Row, type Scope, type ServedResource, type WriteContext } from './resource.ts';
import { detailsRoutes } from './details-route.ts';
import { deleteRecord, insertRecord, updateRecord } from './store-record.ts';

const querySchema = v.object({
  page: v.optional(v.number()),
  per_page: v.optional(v.number()),
  sort: v.optional(v.string()),
  q: v.optional(v.string()),
});
const bodySchema = v.record(v.string(), jsonSchema);

interface Storable {
  readonly kind: 'storable';
  /** By column. */
  readonly row: Row;
  /** By field; a secret where the write has set it. */
  readonly values: Values;
}

/** The routes of these resources: each one's calls, its acts, and the calls about several records. */
export function resourceRoutes(served: readonly ServedResource[]): readonly Route[] {
  const byName = new Map(served.map((each) => [each.definition.name, each]));
  return served.flatMap((each) => routesOf(each, byName));
}

function routesOf(served: ServedResource, resources: ServedResources): readonly Route[] {
  const { definition, table, hooks = {} } = served;
  const { calls, list: shown, schema } = definition;
  const columns = columnsOf(served);
  const isText = (column: PgColumn | undefined) => column?.columnType === 'PgText';
  const sortable = Object.fromEntries([...columns.all].map(([key, column]) => [key, isText(column) ? sortedText(column) : column]));
  const searched = searchedColumns(definition)
    .flatMap(({ key }) => columns.all.get(key) ?? [])
    .filter(isText);

  const answerOf = (row: Row): RecordValues =>
    v.parse(schema, Object.fromEntries(Object.entries(row).map(([key, value]) => [key, withoutDates(value)])));
  const tag = (row: Row) => tagOf(JSON.stringify(answerOf(row)));
  const joined = async (db: Database, rows: readonly Row[]) => (hooks.joined ? hooks.joined(db, rows) : rows);
  async function answered(db: Database, row: Row): Promise<Reply<unknown>> {
    const [whole = row] = await joined(db, [row]);
    // What other tables add changes without a write of the record; a tag for `If-Match` is that of the record alone.
    return ok(wireOf(definition, answerOf(whole)), { etag: tag(calls.update || calls.remove ? row : whole) });
  }

  async function withWarnings(db: Database, scope: Scope, records: readonly RecordValues[]): Promise<readonly RecordValues[]> {
    const { warnings } = definition;
    if (!warnings) return records;
    const related = await relatedOf(db, scope, records);
    const byId = new Map(related.records.map((record) => [record.id, record]));
    return records.map((record) => ({
      ...record,
      warnings: [...warnings(byId.get(record.id) ?? record, related.records, related.beside)],
    }));
  }

  const relatedOf = async (db: Database, scope: Scope, records: readonly RecordValues[]): Promise<RelatedRecords> =>
    hooks.related ? hooks.related(db, scope, records) : { records, beside: [] };

  /** Why a write has to be confirmed; null: it need not, or it is. */
  async function questionAbout({ db, scope }: WriteContext, written: Values, before: Row | null, values: Values): Promise<Failure | null> {
    if (definition.asksAbout.length === 0 || written['confirmed'] === true) return null;
    const isChanged = before === null || Object.entries(values).some(([key, value]) => !isSame(before[key], value));
    if (!isChanged) return null;
    const record = { ...values, id: before === null ? '' : String(before['id']) };
    const { records, beside } = await relatedOf(db, scope, [record]);
    const question = questionOf(definition, record, records, beside);
    return question === null ? null : fail('confirmation_required', question);
  }

  /** The conditions of the list's filters. An id that can't be one matches nothing. */
  function filteredBy(query: unknown): readonly SQL[] {
    const asked = v.parse(v.record(v.string(), v.unknown()), query ?? {});
    return [...(shown.filters ?? []).map(({ key }) => key), ...definition.about].flatMap((key) => {
      const [column, value] = [columns.all.get(key), asked[key]];
      if (!column || typeof value !== 'string') return [];
      const id = forColumn(column, value);
      return [id === null ? sql`false` : eq(column, id)];
    });
  }

  /** The records of a scope, or those of them that are parts of a record. */
  function partsOf(scope: Scope, parent: Row | null): SQL | undefined {
    const column = columns.all.get(definition.within?.key ?? '');
    return and(eq(columns.scope, ownerOf(scope)), column && parent ? eq(column, parent['id']) : undefined);
  }

  const list = serve(calls.list, async (input) => {
    const { db } = input;
    const scope = await scopeOf(served, input);
    if (!scope) return notFound();
    const parent = await parentOf(served, resources, input);
    if (parent === 'missing') return notFound();
    const query = v.parse(querySchema, input.query);
    const window = windowOf(query);
    const pattern = shown.isSearchable ? containsPattern(query.q) : undefined;
    const matches = pattern === undefined ? undefined : or(...searched.map((column) => contains(column, pattern)));
    const where = and(partsOf(scope, parent), matches, ...filteredBy(input.query));
    const total = await db.$count(table, where);
    const { isReversed, offset, limit } = nearerEnd(window, total);
    const sort = query.sort ?? shown.defaultSort;
    const order = orderOf(isReversed ? reversed(sort) : sort, shown.defaultSort, sortable, columns.id);
    const found = limit === 0 ? [] : await db.select(columns.read).from(table).where(where).orderBy(order).limit(limit).offset(offset);
    const rows = isReversed ? found.toReversed() : found;
    const records = await withWarnings(db, scope, (await joined(db, rows)).map(answerOf));
    return ok(
      records.map((record) => wireOf(definition, record)),
      { pagination: paginationOf(window, total) },
    );
  });

  const readOne = async (input: Asked): Promise<Reply<unknown>> => {
    const found = await findRecord(served, columns, input);
    return found ? answered(input.db, found.row) : notFound();
  };

  /** The record that a path names, once it is this write's turn; or the reason why it can't be written. */
  async function claim(input: Input<RecordCall>): Promise<Found | Failure> {
    const found = await findRecord(served, columns, input);
    if (!found) return notFound();
    await lockScope(input.db, found.scope);
    const claimed = await findRecord(served, columns, input);
    if (!claimed) return notFound();
    if (input.ifMatch !== undefined && !ifMatch(input.ifMatch, tag(claimed.row))) return changedMeanwhile();
    return claimed;
  }

  /** The columns that a write stores, or the reason why it can't. */
  async function storableOf(context: WriteContext, written: Values, before: Row | null): Promise<Storable | Failure> {
    const { db, scope } = context;
    const record = { written, before: before && answerOf(before) };
    const checked = await checkRecord(db, scope, { definition, columns }, resources, record);
    if (checked.kind === 'problems') return invalidFields(messagesInBody(definition.fields, checked.fields));
    const added = await hooks.beforeWrite?.(context, checked.values, before);
    if (added && 'fields' in added) return invalidFields(messagesInBody(definition.fields, added.fields));
    const question = await questionAbout(context, written, before, checked.values);
    if (question) return question;
    const stored = Object.entries(checked.stored).flatMap(([key, value]) => {
      const isGrouped = definition.fields.some((field) => field.key === key && field.path !== undefined && !isAnswered(field));
      const column = isGrouped ? undefined : columns.all.get(key);
      return column ? [[key, forColumn(column, value)] as const] : [];
    });
    return { kind: 'storable', row: { ...Object.fromEntries(stored), ...added?.columns }, values: checked.values };
  }

  async function create(input: Input<RecordCall>): Promise<Reply<unknown>> {
    const { db } = input;
    const scope = await scopeOf(served, { ...input, params: { ...websiteIn(input.body), ...input.params } });
    if (!scope) return notFound();
    await lockScope(db, scope);
    const parent = await parentOf(served, resources, input);
    if (parent === 'missing') return notFound();
    const siblings = partsOf(scope, parent);
    const context = { ...contextOf(input, scope), siblings, partOf: parent?.['id'] };
    const storable = await storableOf(context, valuesIn(definition.fields, v.parse(bodySchema, input.body)), null);
    if (storable.kind === 'failure') return storable;
    if ((await db.$count(table, siblings)) >= definition.most) return tooMany();
    const part = definition.within && parent ? { [definition.within.key]: parent['id'] } : {};
    const dates = ['created_at', 'updated_at'].filter((key) => columns.all.has(key)).map((key) => [key, input.now] as const);
    const values = { ...Object.fromEntries(dates), ...storable.row, ...part, [columns.scope.name]: ownerOf(scope) };
    const stored = await insertRecord(db, served, columns, values);
    if (stored.kind === 'failure') return stored;
    await hooks.afterWrite?.(context, stored.row, null, storable.values);
    return answered(input.db, stored.row);
  }

  function tooMany(): Failure {
    const { fields, labels, most, nameKey, scope, within } = definition;
    const owner = within ? `A ${within.resource}` : scope === 'website' ? 'A website' : 'An account';
    const shownAt = fields.find(({ key }) => key === nameKey) ?? fields[0];
    return invalidFields({ [shownAt?.key ?? nameKey]: `${owner} has at most ${most.toLocaleString('en')} ${labels.many}.` });
  }

  async function change(input: Input<RecordCall>, written: Values): Promise<Reply<unknown>> {
    const { db, now } = input;
    const found = await claim(input);
    if (found.kind === 'failure') return found;
    const { row: before, scope } = found;
    const context = contextOf(input, scope);
    const storable = await storableOf(context, written, before);
    if (storable.kind === 'failure') return storable;
    // Stored secrets are not read, so a sent one is always written.
    const changed = Object.entries(storable.row).filter(([key, value]) => !(key in before) || !isSame(before[key], value));
    if (changed.length === 0) return answered(input.db, before);
    const values = { ...(columns.all.has('updated_at') ? { updated_at: now } : {}), ...Object.fromEntries(changed) };
    const stored = await updateRecord(db, served, columns, before['id'], values);
    if (stored.kind === 'failure') return stored;
    await hooks.afterWrite?.(context, stored.row, before, storable.values);
    return answered(input.db, stored.row);
  }

  async function remove(input: Input<RecordCall>): Promise<Reply<unknown>> {
    const { db, user } = input;
    const found = await claim(input);
    if (found.kind === 'failure') return found;
    const { row, scope } = found;
    const { cannotDelete } = definition;
    const total = cannotDelete ? await db.$count(table, eq(columns.scope, ownerOf(scope))) : null;
    const reason = cannotDelete?.(answerOf(row), { userId: String(user.id), total }) ?? null;
    // Not a conflict, which a console reads and sends again.
    if (reason !== null) return fail('forbidden', reason);
    const refusal = await hooks.beforeDelete?.(contextOf(input, scope), row);
    if (refusal) return refusal;
    const deleted = await deleteRecord(db, served, columns, row['id']);
    if (deleted.kind === 'failure') return deleted;
    await hooks.afterDelete?.(contextOf(input, scope), row);
    return ok({ id: v.parse(idSchema, row['id']) });
  }

  const routeOf = (call: RecordCall | undefined, route: (call: RecordCall) => Route): readonly Route[] => (call ? [route(call)] : []);
  return [
    list,
    ...routeOf(calls.read, (call) => serve(call, (input) => readOne({ ...input, params: { ...websiteIn(input.query), ...input.params } }))),
    ...routeOf(calls.create, (call) => serve(call, create, { namesOf: keyNames })),
    ...routeOf(calls.update, (call) =>
      serve(call, (input) => change(input, valuesIn(definition.fields, v.parse(bodySchema, input.body))), {
        again: readOne,
        namesOf: keyNames,
      }),
    ),
    ...routeOf(calls.remove, (call) => serve(call, remove)),
    ...Object.values(definition.acts).map(({ call, puts }) => serve(call, (input) => change(input, puts), { again: readOne })),
    ...detailsRoutes(served, columns, [...resources.values()]),
    ...(hooks.routes ?? []),
    ...bulkRoutes(definition, { read: readOne, change, remove }),
  ];
}

function contextOf({ db, user, now, deps }: Input<RecordCall>, scope: Scope): WriteContext {
  return { db, scope, user, now, passwords: deps.passwords };
}

/** A field's value for its column: the ids of records are numbers there. */
function forColumn(column: PgColumn, value: Json): unknown {
  return column.columnType === 'PgInteger' && typeof value === 'string' ? rowId(value) : value;
}

const withoutDates = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

function isSame(stored: unknown, value: unknown): boolean {
  const [a, b] = [stored, value].map((each) => v.safeParse(jsonSchema, withoutDates(each)));
  return a?.success === true && b?.success === true && sameJson(a.output, b.output);
}
