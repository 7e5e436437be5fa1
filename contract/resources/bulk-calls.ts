import * as v from 'valibot';
import { call } from '../calls/define.ts';
import { idSchema } from '../entities/id.ts';
import { bodySchemaOf } from '../fields/index.ts';
import { limits } from '../limits.ts';
import { bodyEntries } from './body-schema.ts';
import type { RecordCall, ResourceDefinition } from './define.ts';

/** The calls about several records of a resource at once. Absent: its records can't be changed, or deleted. */
export interface BulkCalls {
  readonly update?: RecordCall;
  readonly remove?: RecordCall;
}

/**
 * PUT and DELETE on the collection of any resource whose records can be changed and deleted. The console makes one call for each record, so
 * that what the server refuses of one keeps none of the others: these are for other programs, and no part of the console's bundle.
 */
export function bulkCallsOf({
  calls,
  labels,
  schema,
  fields,
}: Pick<ResourceDefinition, 'calls' | 'labels' | 'schema' | 'fields'>): BulkCalls {
  const { list, update, remove }: Partial<ResourceDefinition['calls']> = calls;
  if (!list) return {};
  const many = list.name.replace(/^list/u, '');
  const common = { path: list.path, entity: list.entity, auth: 'bearer', waits: false } as const;
  // A secret takes its own call: hashing a hundred passwords would hold the transaction for seconds.
  const open = fields.filter(({ secret }) => secret !== true).map((field) => [field, v.optional(bodySchemaOf(field))] as const);
  const secrets = fields.filter(({ secret }) => secret === true).map(({ key }) => [key, v.optional(v.never())] as const);
  const item = v.object({ id: idSchema, ...Object.fromEntries([...bodyEntries(open), ...secrets]) });
  return {
    ...(update && {
      update: call({
        ...common,
        name: `bulkUpdate${many}`,
        method: 'PUT',
        summary: `Change several ${labels.many}, all or none; what an item does not name stays as it is`,
        body: v.object({ items: severalOf(item) }),
        answer: v.array(v.object(schema.entries)),
        errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'validation_failed', 'idempotency_key_reused'],
      }),
    }),
    ...(remove && {
      remove: call({
        ...common,
        name: `bulkDelete${many}`,
        method: 'DELETE',
        summary: `Delete several ${labels.many}, all or none`,
        body: v.object({ ids: severalOf(idSchema) }),
        answer: v.array(v.object({ id: idSchema })),
        errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'validation_failed', 'idempotency_key_reused'],
      }),
    }),
  };
}

function severalOf<const Item extends v.GenericSchema>(item: Item) {
  return v.pipe(v.array(item), v.nonEmpty(), v.maxLength(limits.recordsPerCall));
}
