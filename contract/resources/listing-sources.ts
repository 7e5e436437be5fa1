import * as v from 'valibot';
import { idSchema } from '../entities/id.ts';
import type { Field } from '../fields/field.ts';
import { jsonObject } from '../fields/json-problem.ts';
import { type Json, jsonSchema } from '../json.ts';
import { crudCalls } from './crud-calls.ts';
import { defineResource, type Values } from './define.ts';
import { lastRunEntries, runActions, runReport, sourceLabel, syncs } from './syncs.ts';

const text = v.fallback(v.nullable(v.string()), null);

/** What a list shows of the sync that a listing source names. An API may leave the frequency out. */
const namedSync = v.object({
  label: text,
  source_name: text,
  sync_frequency: v.fallback(v.nullable(v.number()), null),
  ...lastRunEntries,
});

/** A sync of the account whose listings a website shows. */
const answerSchema = v.object({
  id: idSchema,
  website: v.fallback(v.nullable(idSchema), null),
  listing_source_id: idSchema,
  listing_source: v.fallback(v.nullable(namedSync), null),
  /** Only listings with these values are shown; null: all of them. */
  filters: v.pipe(v.optional(v.unknown(), null), v.transform(filtersOf)),
});

/** Beside the fields of the answer, what columns show of it. */
const listingSourceSchema = v.pipe(
  answerSchema,
  v.transform((record) => ({ ...record, ...shownOf(record) })),
);

const fields: readonly Field[] = [
  { kind: 'record', list: 'sync', key: 'listing_source_id', label: 'Select Sync', required: true },
  {
    kind: 'code',
    language: 'json',
    key: 'filters',
    label: 'Add filters',
    format: jsonObject,
    isParsed: true,
    maxLength: 10_000,
    help: 'A JSON object. Only listings with these values are shown, such as {"status": "For sale"}. Blank shows all of them.',
  },
];

const { list, create, remove } = crudCalls({
  one: 'ListingSource',
  many: 'ListingSources',
  entity: 'listing-source',
  collection: 'website-listing-sources',
  schema: listingSourceSchema,
  fields,
  sortable: ['id'],
});

export const listingSources = defineResource({
  name: 'listing-source',
  scope: 'website',
  path: 'admin/listing-sources',
  newPath: 'add',
  schema: listingSourceSchema,
  calls: { list, create, remove },
  fields,
  list: {
    columns: [
      { key: 'label', label: 'Label' },
      { key: 'source', label: 'Source', width: '18%' },
      { key: 'filters_text', label: 'Filters', none: 'None' },
      { key: 'last_run', label: 'Last Run', kind: 'date', format: 'MMM DD, h:mma', none: 'Never', width: '10rem' },
    ],
    isSearchable: false,
    defaultSort: 'id',
    rowActions: runActions('listing_source_id'),
  },
  labels: {
    one: 'listing source',
    many: 'listing sources',
    heading: 'Listing sources',
    add: 'Add listing source',
    create: 'Add a listing source',
    none: 'A listing source shows the listings of one of your syncs on this website.',
  },
  nameKey: 'label',
  formWidth: '40rem',
  concurrency: 'none',
  most: 100,
  references: { listing_source_id: 'sync' },
  // The list is not searched, so a person is asked.
  findCreated: null,
  derived: shownOf,
  confirmDelete: 'Are you sure you want to delete this listing source?',
  report: runReport,
  warningsNow: (record, now) => syncs.warningsNow?.(record, now) ?? [],
});

/** The reference API has the text that was sent. */
function filtersOf(value: unknown): Json {
  const parsed = typeof value === 'string' ? v.safeParse(v.pipe(v.string(), v.parseJson()), value).output : value;
  const read = v.safeParse(jsonSchema, parsed);
  return read.success ? read.output : null;
}

/** What columns and warnings read of a record. */
function shownOf(record: Values) {
  const read = v.safeParse(namedSync, record['listing_source']);
  const { source_name: source = null, ...sync } = read.success ? read.output : {};
  const filters = record['filters'] ?? null;
  const isNone = filters === null || filters === '' || (typeof filters === 'object' && Object.keys(filters).length === 0);
  return {
    ...sync,
    source: source === null ? null : sourceLabel(source),
    filters_text: isNone ? null : typeof filters === 'string' ? filters : JSON.stringify(filters),
  };
}
