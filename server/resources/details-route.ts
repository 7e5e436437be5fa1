import * as v from 'valibot';
import { notFound, ok } from '../http/reply.ts';
import { type Route, serve } from '../serve.ts';
import { usesOfRecords } from '../uses/record-uses.ts';
import { findRecord } from './find-record.ts';
import type { ResourceColumns, ServedResource } from './resource.ts';

const paramsSchema = v.record(v.string(), v.string());
/** The one name that a zone has: what is kept by zone would grow with each way of writing it. */
const zoneSchema = v.pipe(
  v.string(),
  v.transform((timeZone) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone),
);
const querySchema = v.object({ time_zone: v.optional(zoneSchema, 'UTC') });

/** The call of a resource's details: where a record is used, and what the hook says of it. None where the resource has no details. */
export function detailsRoutes(served: ServedResource, columns: ResourceColumns, all: readonly ServedResource[]): readonly Route[] {
  const { definition, hooks } = served;
  const { details } = definition;
  if (!details) return [];
  const answer = serve(details.call, async (input) => {
    const { db, user, now } = input;
    const params = v.parse(paramsSchema, input.params);
    const found = await findRecord(served, columns, { db, user, params: { ...params, id: params[details.param] ?? '' } });
    if (!found) return notFound();
    const { scope, row } = found;
    const id = String(row['id']);
    const uses = scope.websiteId === null ? null : (await usesOfRecords(db, scope.websiteId, definition, [id], all))(id);
    const { time_zone: timeZone } = v.parse(querySchema, input.query ?? {});
    const own = await hooks?.details?.({ db, now, timeZone }, row);
    return ok({ ...own, ...(uses ? { used_in: [...uses.places], used_in_total: uses.total } : {}) });
  });
  return [answer];
}
