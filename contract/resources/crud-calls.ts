import * as v from 'valibot';
import { call } from '../calls/define.ts';
import { listQuery } from '../calls/paging.ts';
import { idSchema } from '../entities/id.ts';
import type { Field } from '../fields/field.ts';
import { bodySchemaOf } from '../fields/index.ts';
import { bodyEntries } from './body-schema.ts';
import { blankValue, fieldsFor, isCreatedOnline, type RecordSchema, type ResourceCalls, type Values } from './define.ts';

interface CrudNames {
  /** For the calls' names: `Redirect` results in `listRedirects`, `createRedirect`, … */
  readonly one: string;
  readonly many: string;
  /** The resource's name. */
  readonly entity: string;
  /** The last part of the collection's path: `redirects`. */
  readonly collection: string;
  readonly schema: RecordSchema;
  readonly fields: readonly Field[];
  readonly sortable: readonly [string, ...string[]];
  /** The keys of the list's filters, and of `about`. */
  readonly filters?: readonly string[];
  /** Instead of the collection under its website. The body then names the website, as `website_id`. */
  readonly createPath?: string;
  /** Of list and create, instead of the collection under its website. */
  readonly listPath?: string;
  /** Of one record, for all its calls. */
  readonly recordPath?: string;
  readonly updateMethod?: 'PATCH' | 'POST';
  /** Some values are stored only with `confirmed: true` in the body; see `asksAbout`. */
  readonly asks?: true;
  /** What the bodies may contain besides the fields; see `carries`. */
  readonly carried?: { readonly create: v.ObjectEntries; readonly update: v.ObjectEntries };
}

/**
 * The generic calls of the API: the collection under its website, one record by its id. The query of the list accepts `sort` with the
 * `sortable` fields and their reverse; a body is checked for its shape here, and by the fields' own rules in the handler.
 */
export function crudCalls(names: CrudNames): Required<ResourceCalls> {
  const { one, many, entity, collection, schema, fields, sortable, filters = [], asks } = names;
  const confirmed: v.ObjectEntries = asks ? { confirmed: v.optional(v.boolean()) } : {};
  const carried = { create: { ...names.carried?.create, ...confirmed }, update: { ...names.carried?.update, ...confirmed } };
  const asking = asks ? (['confirmation_required'] as const) : [];
  const answer = v.object(schema.entries);
  const listPath = names.listPath ?? `/websites/{websiteId}/${collection}`;
  const filterEntries = Object.fromEntries(filters.map((key) => [key, v.optional(idSchema)]));
  const common = { entity, auth: 'bearer' } as const;
  const label = one.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ').toLowerCase();
  return {
    list: call({
      ...common,
      name: `list${many}`,
      method: 'GET',
      path: listPath,
      waits: false,
      summary: `The website's ${collection.replaceAll('-', ' ')}; q searches their texts`,
      query: v.object({ ...listQuery(sortable).entries, ...filterEntries }),
      answer: v.array(v.object({ ...schema.entries, warnings: v.fallback(v.optional(v.array(v.string())), undefined) })),
      paginated: true,
      errors: ['unauthenticated', 'not_found', 'validation_failed'],
    }),
    create: call({
      ...common,
      name: `create${one}`,
      method: 'POST',
      path: names.createPath ?? listPath,
      waits: !isCreatedOnline({ fields }),
      success: 201,
      summary: `Add a ${label}`,
      body: bodySchema(fields, 'create', carried.create),
      answer,
      errors: ['unauthenticated', 'not_found', 'validation_failed', 'idempotency_key_reused', ...asking],
    }),
    read: call({
      ...common,
      name: `get${one}`,
      method: 'GET',
      path: names.recordPath ?? `/${collection}/{id}`,
      waits: false,
      summary: `One ${label}`,
      ...(names.recordPath?.includes('{websiteId}') ? {} : { query: ofWebsite }),
      answer,
      errors: ['unauthenticated', 'not_found'],
    }),
    update: call({
      ...common,
      name: `update${one}`,
      method: names.updateMethod ?? 'PATCH',
      path: names.recordPath ?? `/${collection}/{id}`,
      waits: true,
      summary: `Change a ${label}; what is not named stays as it is`,
      body: bodySchema(fields, 'update', carried.update),
      answer,
      errors: ['unauthenticated', 'not_found', 'validation_failed', 'precondition_failed', 'idempotency_key_reused', ...asking],
    }),
    remove: call({
      ...common,
      name: `delete${one}`,
      method: 'DELETE',
      path: names.recordPath ?? `/websites/{websiteId}/${collection}/{id}`,
      waits: true,
      summary: `Delete a ${label}`,
      answer: v.object({ id: idSchema }),
      errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'precondition_failed', 'idempotency_key_reused'],
    }),
  };
}

/** Of a call whose path names a record alone: one of another website is not there. */
const ofWebsite = v.object({ website_id: v.optional(idSchema) });

/** A body with these fields: all that are required and have no default or, for an update, any. */
function bodySchema(fields: readonly Field[], kind: 'create' | 'update', carried: v.ObjectEntries = {}): v.GenericSchema<unknown, Values> {
  const schemaOf = (field: Field) => (kind === 'update' ? v.optional(bodySchemaOf(field)) : createSchema(field));
  const entries = fieldsFor(kind, fields).map((field) => [field, schemaOf(field)] as const);
  return v.object(Object.fromEntries([...Object.entries(carried), ...bodyEntries(entries)]));
}

function createSchema(field: Field): v.GenericSchema {
  const blank = blankValue(field);
  // Whether a field with a condition is required depends on the other values.
  return field.required && !field.when && blank === null ? bodySchemaOf(field) : v.optional(bodySchemaOf(field), blank);
}
