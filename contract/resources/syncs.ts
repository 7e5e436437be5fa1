import * as v from 'valibot';
import { call } from '../calls/define.ts';
import { idSchema } from '../entities/id.ts';
import type { Field, Option } from '../fields/field.ts';
import { jsonObject } from '../fields/json-problem.ts';
import type { Json } from '../json.ts';
import { crudCalls } from './crud-calls.ts';
import { defineResource, type RecordReport, type Values } from './define.ts';
import type { RowAction } from './list-definition.ts';

/** Where property data comes from. */
export const syncSources = [
  { value: 'rex', label: 'Rex' },
  { value: 'dezrez', label: 'Dezrez' },
  { value: 'alto', label: 'Alto' },
  { value: 'jupix', label: 'Jupix' },
  { value: 'reapit', label: 'Reapit' },
  { value: 'reapit_foundation', label: 'Reapit Foundation' },
] as const satisfies readonly Option[];
type Source = (typeof syncSources)[number]['value'];

/** An API may know further sources, which have no name here. */
export const sourceLabel = (source: string): string => syncSources.find(({ value }) => value === source)?.label ?? source;

/** How often a sync runs, in seconds. */
const frequencies = [
  { value: '3600', label: 'Hourly' },
  { value: '43200', label: 'Twice daily' },
  { value: '86400', label: 'Daily' },
] as const satisfies readonly Option[];

/** A listing of a feed that was not taken, by its id or its place there. */
const leftOutSchema = v.object({ listing: v.string(), reason: v.string() });
export type LeftOut = v.InferOutput<typeof leftOutSchema>;

const runResultSchema = v.object({
  listings: v.number(),
  new: v.number(),
  changed: v.number(),
  removed: v.number(),
  left_out: v.number(),
  /** The first of those that were left out. */
  left_out_listings: v.array(leftOutSchema),
});
export type RunResult = v.InferOutput<typeof runResultSchema>;

/** What the last run came to. An API may leave these out. */
export const lastRunEntries = {
  last_run: v.fallback(v.nullable(v.string()), null),
  /** Why it failed; null where it did not. */
  last_error: v.fallback(v.nullable(v.string()), null),
  /** Null where it failed. */
  last_result: v.fallback(v.nullable(runResultSchema), null),
  /** It has removed none of so many listings, as `last_error` says why; null: it was not held back. */
  would_remove: v.fallback(v.nullable(v.number()), null),
};

const syncSchema = v.object({
  id: idSchema,
  label: v.string(),
  source_name: v.string(),
  sync_frequency: v.number(),
  ...lastRunEntries,
  /** When the last run ended; null before the first one has. */
  last_run: v.nullable(v.string()),
});

/** An option of these sources. None is ever answered: together they are the credentials of the account there. */
function option<const F extends object>(sources: readonly [Source, ...Source[]], name: string, more: F) {
  return {
    key: `option_${name}`,
    path: ['source_options', name],
    secret: true,
    when: { field: 'source_name', is: sources },
    ...more,
  } as const;
}
const needed = { required: true, isReadable: true } as const;
const hidden = { required: true } as const;

const fields: readonly Field[] = [
  { kind: 'select', key: 'source_name', label: 'Source', required: true, options: syncSources },
  { kind: 'text', key: 'label', label: 'Label', required: true },
  { kind: 'select', key: 'sync_frequency', label: 'Frequency', required: true, isNumeric: true, options: frequencies },
  { kind: 'text', label: 'Username', ...option(['rex', 'alto'], 'username', needed) },
  { kind: 'text', label: 'API key', ...option(['dezrez'], 'api_key', hidden) },
  { kind: 'number', label: 'Client ID', step: 1, min: 0, ...option(['alto'], 'client_id', { ...needed, key: 'option_client_number' }) },
  { kind: 'text', label: 'Client ID', ...option(['reapit', 'reapit_foundation'], 'client_id', needed) },
  { kind: 'text', label: 'Client ID', ...option(['jupix'], 'clientID', needed) },
  { kind: 'text', label: 'Password', ...option(['rex', 'alto', 'reapit'], 'password', hidden) },
  { kind: 'text', label: 'Passphrase', ...option(['jupix'], 'passphrase', hidden) },
  { kind: 'text', label: 'Customer', ...option(['reapit_foundation'], 'customer', needed) },
  { kind: 'text', label: 'Datafeed ID', ...option(['alto'], 'datafeed_id', needed) },
  { kind: 'number', label: 'Account ID', step: 1, min: 0, ...option(['rex'], 'account_id', needed) },
  {
    kind: 'code',
    language: 'json',
    format: jsonObject,
    label: 'Filter',
    help: 'A JSON object. Only listings with these values are synced, such as {"status": "For sale"}. Blank syncs all of them.',
    maxLength: 10_000,
    ...option(['rex', 'dezrez', 'jupix'], 'filter', { isReadable: true }),
  },
];

const { list, create } = crudCalls({
  one: 'Sync',
  many: 'Syncs',
  entity: 'sync',
  collection: 'syncs',
  schema: syncSchema,
  fields,
  sortable: ['label', 'source_name', 'sync_frequency', 'last_run'],
  createPath: '/syncs',
});

export const runSync = call({
  name: 'runSync',
  entity: 'sync',
  auth: 'bearer',
  method: 'POST',
  path: '/syncs/{id}/run',
  waits: false,
  success: 202,
  summary:
    'Begin a run of a sync; last_run changes once it has ended. remove: how many listings it may remove, beyond what a run may by itself',
  body: v.optional(v.object({ remove: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))) })),
  answer: syncSchema,
  errors: ['unauthenticated', 'not_found', 'conflict', 'validation_failed', 'idempotency_key_reused'],
});

/** At the row of a sync, or of a record that names one. `idKey`: the field with its id. */
export function runActions(idKey: string): readonly RowAction[] {
  const common = {
    call: runSync,
    params: (record: Values) => ({ id: String(record[idKey] ?? '') }),
    running: { until: 'last_run', text: 'Running…' },
    started: { title: 'Sync started', content: 'The list shows when it has ended.' },
  };
  return [
    { ...common, label: 'Sync now', icon: 'sync' },
    {
      ...common,
      label: 'Remove them all the same',
      icon: 'remove',
      // Of what the row says, and not of what a later run may find.
      body: ({ would_remove: held = null }) => ({ remove: held }),
      offered: ({ would_remove: held = null }) => held !== null,
    },
  ];
}

/** The account's connections to property-data sources. The path of the list's call names a website. */
export const syncs = defineResource({
  name: 'sync',
  scope: 'account',
  path: 'account/syncs',
  schema: syncSchema,
  calls: { list: { ...list, path: '/website/{websiteId}/syncs' }, create },
  fields,
  list: {
    columns: [
      { key: 'label', label: 'Label', sortable: true },
      { key: 'source_name', label: 'Source', kind: 'choice', sortable: true, width: '20%' },
      { key: 'sync_frequency', label: 'Frequency in hours', kind: 'hours', sortable: true, width: '16%' },
      { key: 'last_run', label: 'Last Run', kind: 'date', format: 'MMM DD, h:mma', none: 'Never', sortable: true, width: '10rem' },
    ],
    isSearchable: true,
    defaultSort: 'label',
    rowActions: runActions('id'),
  },
  labels: {
    one: 'sync',
    many: 'syncs',
    heading: 'Syncs',
    add: 'Add sync',
    create: 'Add a sync',
    secret: 'credentials are',
    none: 'A sync brings the listings of your property-data source to your websites.',
  },
  nameKey: 'label',
  describeOption: ({ label = '', source_name: source = '' }) => `${String(label)} (${sourceLabel(String(source))})`,
  formWidth: '40rem',
  concurrency: 'none',
  most: 100,
  findCreated: { searchBy: 'label', matching: ['label', 'source_name'] },
  warningsNow: (record, now) => [...failureOf(record), ...overdueOf(record, now)],
  report: runReport,
});

function failureOf({ last_error: error = null, would_remove: held = null }: Values): readonly string[] {
  if (typeof error !== 'string' || error === '') return [];
  return [held === null ? `The last run failed: ${error}` : error];
}

/** "214 listings: 3 new, 5 changed, 2 left out", and those that were left out. */
export function runReport({ last_result: result = null }: Values): RecordReport | null {
  const read = v.safeParse(runResultSchema, result);
  if (!read.success) return null;
  const { listings, left_out: count, left_out_listings: leftOut } = read.output;
  const parts = [
    [read.output.new, 'new'],
    [read.output.changed, 'changed'],
    [read.output.removed, 'removed'],
    [count, 'left out'],
  ] as const;
  const said = parts.flatMap(([n, what]) => (n === 0 ? [] : [`${n.toLocaleString('en')} ${what}`]));
  const items = leftOut.map(({ listing, reason }) => `${listing}: ${reason}.`);
  const more = count - leftOut.length;
  return {
    summary: `${listings.toLocaleString('en')} ${listings === 1 ? 'listing' : 'listings'}: ${said.join(', ') || 'nothing changed'}`,
    items: more > 0 ? [...items, `And ${more.toLocaleString('en')} more.`] : items,
  };
}

const hourMs = 3_600_000;

/** A run may begin late, and takes a while. */
const grace = 1.5;

/** "Expected hourly, ran 9 h ago." */
function overdueOf({ sync_frequency: seconds = null, last_run: last = null }: Values, now: number): readonly string[] {
  const ranAt = typeof last === 'string' ? Date.parse(last) : Number.NaN;
  const every = typeof seconds === 'number' ? seconds * 1000 : Number.NaN;
  const since = now - ranAt;
  return since > every * grace ? [`Expected ${nameOf(seconds)}, ran ${agoOf(since)} ago.`] : [];
}

function nameOf(seconds: Json): string {
  const known = frequencies.find(({ value }) => value === String(seconds));
  return known ? known.label.toLowerCase() : `every ${Math.round(Number(seconds) / 360) / 10} hours`;
}

function agoOf(ms: number): string {
  const hours = Math.floor(ms / hourMs);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
