import { trimmed } from '#contract/invisible.ts';
import { asc, inArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Json, jsonSchema } from '#contract/json.ts';
import { exportSubmissions, type PayloadEntry, payloadEntries, payloadOfName } from '#contract/resources/submissions.ts';
import { isInput } from '#contract/forms/form-field.ts';
import { ownWebsiteId, rowId } from '../calls/scope.ts';
import type { Database } from '../connect.ts';
import { formsOf, type StoredForm } from '../forms/stored-form.ts';
import { notFound, ok } from '../http/reply.ts';
import { serve } from '../serve.ts';
import { actionRuns } from '../tables/action-runs.ts';
import type { ResourceHooks, Row } from './resource.ts';
import { csvRow, mostColumns } from './submissions-csv.ts';

/** How much of the table is read at once. */
const readRows = 500;
const readBytes = 4_000_000;

const exported = serve(exportSubmissions, async ({ db, user, params }) => {
  const websiteId = await ownWebsiteId(db, user, params.websiteId);
  const formId = rowId(params.formId);
  if (websiteId === null || formId === null) return notFound();
  const [form] = await formsOf(db, websiteId, [formId]);
  return form ? ok('', { parts: csvOf(db, form) }) : notFound();
});

/** Without it spreadsheets read a table in the encoding of the country. */
const byteOrderMark = '\u{feff}';

/** The table of a form's submissions, in parts: neither their number nor their size is held in memory. */
async function* csvOf(db: Database, form: StoredForm): AsyncGenerator<string> {
  const { id: formId } = form;
  const found = allColumns(form, await columnsOf(db, formId));
  const columns = found.slice(0, mostColumns);
  const isWhole = found.length === columns.length;
  yield byteOrderMark;
  yield csvRow(['ID', 'Created At', ...columns.map(({ label }) => label), ...(isWhole ? [] : ['Other entries'])]);
  let last = 0;
  for (;;) {
    const rows = await rowsAfter(db, formId, last);
    if (rows.length === 0) return;
    last = rows.at(-1)?.id ?? last;
    yield rows.map(({ id, created_at: date, payload }) => csvRow([String(id), date, ...cellsOf(payload, columns, isWhole)])).join('');
  }
}

type CsvColumn = Pick<PayloadEntry, 'key' | 'label'>;

function cellsOf(payload: Json, columns: readonly CsvColumn[], isWhole: boolean): readonly string[] {
  const entries = payloadEntries(payload);
  const values = new Map(entries.map(({ key, value }) => [key, value]));
  const keys = new Set(columns.map(({ key }) => key));
  const others = entries.filter(({ key }) => !keys.has(key)).map(({ label, value }) => `${label}: ${value}`);
  return [...columns.map(({ key }) => values.get(key) ?? ''), ...(isWhole ? [] : [others.join('\n')])];
}

/** The fields of the form as it is, in its order and by their labels, and then those of its earlier versions. */
function allColumns({ fields }: StoredForm, sent: readonly CsvColumn[]): readonly CsvColumn[] {
  const now = fields.filter(isInput).map(({ key, label }): CsvColumn => ({ key, label: label || key }));
  return [...new Map([...sent, ...now].map((column) => [column.key, column])).values()].toSorted(
    (one, other) => placeIn(now, one) - placeIn(now, other),
  );
}

function placeIn(columns: readonly CsvColumn[], { key }: CsvColumn): number {
  const place = columns.findIndex((column) => column.key === key);
  return place === -1 ? columns.length : place;
}

const rowsOf = <const Row extends v.GenericSchema>(row: Row, result: unknown) => v.parse(v.object({ rows: v.array(row) }), result).rows;

const columnSchema = v.object({ key: v.string(), label: v.nullable(v.string()) });

/**
 * The entries of all submissions, in the order of the first that has each, by the label of the newest; one more than a table has columns
 * shows that there are others.
 */
async function columnsOf(db: Database, formId: number): Promise<readonly CsvColumn[]> {
  const result = await db.execute(sql`
    select e.key, (max(array[lpad(s.id::text, 10, '0'), case when json_typeof(e.value) = 'object' then e.value ->> 'label' end]))[2] as label
    from submissions s, json_each(case when json_typeof(s.formatted_payload) = 'object' then s.formatted_payload else '{}'::json end)
      with ordinality as e (key, value, place)
    where s.form_id = ${formId}
    group by e.key order by min(coalesce(
      case when json_typeof(e.value) = 'object' and json_typeof(e.value -> 'position') = 'number' then (e.value ->> 'position')::numeric end,
      e.place
    )), e.key limit ${mostColumns + 1}`);
  return rowsOf(columnSchema, result).map(({ key, label }) => ({ key, label: trimmed(label ?? '') || key }));
}

const rowSchema = v.object({
  id: v.number(),
  created_at: v.string(),
  payload: v.pipe(v.string(), v.parseJson(), jsonSchema),
});

/** The next rows by id, as many as fit into the memory of one step, and at least one. */
async function rowsAfter(db: Database, formId: number, last: number): Promise<readonly v.InferOutput<typeof rowSchema>[]> {
  const result = await db.execute(sql`
    select id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at, payload
    from (
      select id, created_at, payload, sum(octet_length(payload)) over (order by id) - octet_length(payload) as before
      from (
        select id, created_at, formatted_payload::text as payload
        from submissions where form_id = ${formId} and id > ${last} order by id limit ${readRows}
      ) as next_rows
    ) as sized_rows
    where before < ${readBytes} order by id`);
  return rowsOf(rowSchema, result);
}

/** With the mails that follow them. */
async function withRuns(db: Database, rows: readonly Row[]): Promise<readonly Row[]> {
  const ids = rows.map((row) => Number(row['id']));
  const found =
    ids.length === 0 ? [] : await db.select().from(actionRuns).where(inArray(actionRuns.submissionId, ids)).orderBy(asc(actionRuns.id));
  const runs = Map.groupBy(found, ({ submissionId }) => submissionId);
  const shown = (of: typeof actionRuns.$inferSelect) => ({ id: of.id, name: of.actionName, state: of.state, last_error: of.lastError });
  return rows.map((row) => ({ ...row, action_runs: (runs.get(Number(row['id'])) ?? []).map(shown) }));
}

export const hooks: ResourceHooks = {
  joined: withRuns,
  routes: [exported],
  beforeWrite: async (_, { name = null }) => ({
    columns: { form_name: name, sent_by: name, fields: { name }, formatted_payload: payloadOfName(name) },
  }),
};
