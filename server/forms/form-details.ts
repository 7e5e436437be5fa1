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
  const [total, byWeek, keys] = [await countOf(db, formId), await countsByWeek(db, formId, now, timeZone), await usedKeys(db, formId)];
  return {
    submissions_total: total,
    submissions_by_week: byWeek,
    used_keys: keys,
    used_keys_searched: Math.min(total, limits.submissionsSearched),
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

/** Keys with a value in the newest submissions, the most used first. A box that is not checked is no value. */
async function usedKeys(db: Database, formId: number): Promise<OfSubmissions['used_keys']> {
  const result = await db.execute(sql`
    select e.key, count(*)::int as submissions
    from (select fields from submissions where form_id = ${formId} order by id desc limit ${limits.submissionsSearched}) as newest,
      json_each(case json_typeof(fields) when 'object' then fields else '{}'::json end) as e
    where e.value::text not in ('null', '""', 'false', '[]')
    group by e.key order by 2 desc, 1 limit ${limits.usedKeysListed}`);
  return rowsOf(keySchema, result);
}
