import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { FormDetails } from '#contract/entities/form-details.ts';
import { limits } from '#contract/limits.ts';
import type { Database } from '../connect.ts';
import { submissions } from '../tables/submissions.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

type OfSubmissions = { readonly [Key in Exclude<keyof FormDetails, 'used_in' | 'used_in_total'>]: NonNullable<FormDetails[Key]> };

/** What was sent by a form: how much by week, and under which keys there are values. */
export async function detailsOfSubmissions(db: Database, formId: number, now: Date, timeZone: string): Promise<OfSubmissions> {
  return {
    submissions_total: await countOf(db, formId),
    submissions_by_week: await countsByWeek(db, formId, now, timeZone),
    ...(await usedKeys(db, formId)),
  };
}

const countOf = (db: Database, formId: number): Promise<number> => db.$count(submissions, eq(submissions.formId, formId));

/** The Mondays of the last weeks in a time zone, as YYYY-MM-DD, the oldest first; the last week is the one of this moment. */
export function mondaysUntil(now: Date, timeZone: string): readonly string[] {
  const today = dayjs.utc(dayjs(now).tz(timeZone).format('YYYY-MM-DD'));
  const monday = today.subtract((today.day() + 6) % 7, 'day');
  return Array.from({ length: limits.weeksListed }, (_, at) => monday.subtract(limits.weeksListed - 1 - at, 'week').format('YYYY-MM-DD'));
}

const rowsOf = <const Row extends v.GenericSchema>(row: Row, result: unknown) => v.parse(v.object({ rows: v.array(row) }), result).rows;
const weekSchema = v.object({ week: v.number(), submissions: v.number() });
const keySchema = v.object({ key: v.string(), submissions: v.number() });

async function countsByWeek(db: Database, formId: number, now: Date, timeZone: string): Promise<OfSubmissions['submissions_by_week']> {
  const mondays = mondaysUntil(now, timeZone);
  const starts = mondays.map((monday) => dayjs.tz(`${monday} 00:00`, timeZone).toISOString());
  const bounds = sql`array[${sql.join(
    starts.map((start) => sql`${start}::timestamptz`),
    sql`, `,
  )}]`;
  const result = await db.execute(sql`
    select width_bucket(created_at, ${bounds}) as week, count(*)::int as submissions
    from submissions where form_id = ${formId} and created_at >= ${starts[0]}::timestamptz group by 1`);
  const counts = new Map(rowsOf(weekSchema, result).map(({ week, submissions: count }) => [week, count]));
  return mondays.map((week, at) => ({ week, submissions: counts.get(at + 1) ?? 0 }));
}

/** How many submissions are read at once, and how much of them: while they are read, an embedded database answers nothing else. */
const readAtOnce = { rows: 500, bytes: 4_000_000 } as const;

const batchSchema = v.object({
  searched: v.number(),
  bytes: v.number(),
  last: v.nullable(v.number()),
  keys: v.array(keySchema),
});

/**
 * Keys with a value in the newest submissions, the most used first: a box that is not checked is no value. Anybody may send submissions as
 * long as they can be, so how much is read is limited too.
 */
async function usedKeys(db: Database, formId: number): Promise<Pick<OfSubmissions, 'used_keys' | 'used_keys_searched'>> {
  const counts = new Map<string, number>();
  let [searched, bytes, below] = [0, 0, maxId];
  while (searched < limits.submissionsSearched && bytes < limits.submissionsSearchedBytes) {
    const batch = await keysBelow(db, formId, below, Math.min(readAtOnce.rows, limits.submissionsSearched - searched));
    for (const { key, submissions: count } of batch.keys) counts.set(key, (counts.get(key) ?? 0) + count);
    searched += batch.searched;
    bytes += batch.bytes;
    if (batch.last === null) break;
    below = batch.last;
  }
  const used = [...counts].map(([key, count]) => ({ key, submissions: count }));
  const sorted = used.toSorted((a, b) => b.submissions - a.submissions || (a.key < b.key ? -1 : 1));
  return { used_keys: sorted.slice(0, limits.usedKeysListed), used_keys_searched: searched };
}

const maxId = 2_147_483_647;

/** Of the submissions before one, the newest, as many as fit into what is read at once, and at least one. `last`: null where there is none. */
async function keysBelow(db: Database, formId: number, below: number, rows: number): Promise<v.InferOutput<typeof batchSchema>> {
  const result = await db.execute(sql`
    with newest as (
      select id, fields, octet_length(fields::text) as size from submissions
      where form_id = ${formId} and id < ${below} order by id desc limit ${rows}
    ), read as materialized (
      select id, fields, size from (select *, sum(size) over (order by id desc) - size as before from newest) as sized
      where before < ${readAtOnce.bytes}
    ), used as (
      select e.key, count(*) as submissions
      from read, json_each(case json_typeof(fields) when 'object' then fields else '{}'::json end) as e
      where e.value::text not in ('null', '""', 'false', '[]') group by e.key
    )
    select (select count(*)::int from read) as searched, (select coalesce(sum(size), 0)::float from read) as bytes,
      (select min(id) from read) as last,
      (select coalesce(json_agg(json_build_object('key', key, 'submissions', submissions)), '[]'::json) from used) as keys`);
  const [batch = { searched: 0, bytes: 0, last: null, keys: [] }] = rowsOf(batchSchema, result);
  return batch;
}
