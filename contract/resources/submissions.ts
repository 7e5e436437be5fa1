import { trimmed } from '../invisible.ts';
import * as v from 'valibot';
import { boundedJson } from '../bounded-json.ts';
import { call } from '../calls/define.ts';
import { idSchema } from '../entities/id.ts';
import type { Field } from '../fields/field.ts';
import { isJsonObject, type Json } from '../json.ts';
import { limits } from '../limits.ts';
import { crudCalls } from './crud-calls.ts';
import { defineResource, type Values } from './define.ts';
import type { ViewEntry } from './view.ts';

/** What somebody sent is bounded, so that a page of long ones fits on a device; the download has all of it. */
const sent = v.pipe(
  v.optional(v.unknown(), null),
  v.transform((value) => boundedJson(value, limits.submissionCharacters)),
);

/** A mail that follows a submission. An API may know further states. */
const actionRunSchema = v.object({
  id: idSchema,
  /** As the action was called then. */
  name: v.fallback(v.string(), ''),
  /** sent, waiting or failed. */
  state: v.string(),
  /** Of the latest attempt, where that failed. */
  last_error: v.fallback(v.nullable(v.string()), null),
});

/** What a visitor sent by a form of the website. */
const submissionSchema = v.object({
  id: idSchema,
  /** As it was sent, by the keys of the form's fields. */
  fields: sent,
  /** A label and a value for each entry, and its position where keys such as "2" would change the order. */
  formatted_payload: sent,
  /** Null: added in the console, or its form no longer exists. */
  form_id: v.fallback(v.nullable(idSchema), null),
  form_name: v.fallback(v.nullable(v.string()), null),
  /** The name and the e-mail address of the visitor, as far as the form asks for them. */
  sent_by: v.fallback(v.nullable(v.string()), null),
  /** Of one that was added in the console. */
  name: v.fallback(v.nullable(v.string()), null),
  created_at: v.fallback(v.nullable(v.string()), null),
  action_runs: v.fallback(v.array(actionRunSchema), []),
});

const fields: readonly Field[] = [
  {
    kind: 'text',
    key: 'name',
    label: 'Name',
    required: true,
    help: 'It is listed under this name, because it came from no form.',
  },
];

/** In the list too: without its time, two of one day would look alike. */
const dateFormat = 'hh:mma DD/MM/YYYY';

// Submissions are read and added, and never changed or deleted.
const { list, read, create } = crudCalls({
  one: 'Submission',
  many: 'Submissions',
  entity: 'submission',
  collection: 'submissions',
  schema: submissionSchema,
  fields,
  sortable: ['form_id', 'form_name', 'created_at'],
  filters: ['form_id'],
});

export const exportSubmissions = call({
  name: 'exportSubmissions',
  method: 'GET',
  path: '/websites/{websiteId}/submissions/{formId}/export',
  entity: 'submission',
  auth: 'bearer',
  waits: false,
  summary: 'All submissions of a form as a table, with a column for each entry',
  answer: v.string(),
  raw: 'text/csv',
  errors: ['unauthenticated', 'not_found'],
});

export const submissions = defineResource({
  name: 'submission',
  scope: 'website',
  path: 'submissions',
  schema: submissionSchema,
  calls: { list, read, create },
  fields,
  list: {
    columns: [
      { key: 'form_id', label: 'Form ID', sortable: true, width: '6.5rem', isSearched: false },
      { key: 'form_name', label: 'Form Name', sortable: true, width: '21%' },
      { key: 'sent_by', label: 'Sent By' },
      { key: 'created_at', label: 'Created At', kind: 'date', format: dateFormat, sortable: true, width: '11rem' },
    ],
    isSearchable: true,
    defaultSort: '-created_at',
    filters: [{ key: 'form_id', label: 'Form', all: 'All Forms', choices: 'form', none: 'No submissions of this form yet' }],
    downloads: [
      {
        label: 'Download Submissions',
        call: exportSubmissions,
        fileName: 'submissions.csv',
        type: 'text/csv',
        opens: 'file',
        chosen: { filter: 'form_id', param: 'formId' },
      },
    ],
  },
  view: { title: 'View Submission', width: '80rem', entries: viewOf },
  labels: {
    one: 'submission',
    many: 'submissions',
    heading: 'Submissions',
    create: 'Create New Submission',
    none: 'What visitors send by the forms of the website is listed here.',
  },
  nameKey: 'form_name',
  datedBy: 'created_at',
  formWidth: '40rem',
  concurrency: 'etag',
  most: 1_000_000,
  // Many submissions have the same name, so a person is asked.
  findCreated: null,
  derived: ({ name = null }) => ({ form_name: name, sent_by: name, formatted_payload: payloadOfName(name) }),
});

/** What a submission that is added in the console contains. */
export const payloadOfName = (name: Json): Json => ({ name: { label: 'Name', value: name } });

const sentLabel = 'Date';

function viewOf(record: Values): readonly ViewEntry[] {
  const { formatted_payload: payload = null, created_at: date } = record;
  const entries = payloadEntries(payload).map(
    ({ key, label, value }): ViewEntry => ({
      key: `payload ${key}`,
      // The last row has this label, and says when it was sent.
      label: label.trim().toLowerCase() === sentLabel.toLowerCase() ? `${label} (filled in)` : label,
      value,
    }),
  );
  const dated = typeof date === 'string' ? [{ key: 'date', label: sentLabel, value: date, date: dateFormat }] : [];
  const { action_runs: runs } = v.parse(v.object({ action_runs: v.fallback(v.array(actionRunSchema), []) }), record);
  const actions = runs.map((run) => ({ key: `action ${run.id}`, label: `Action: ${run.name}`, value: outcomeOf(run) }));
  return [...entries, ...dated, ...actions];
}

function outcomeOf({ state, last_error: reason }: v.InferOutput<typeof actionRunSchema>): string {
  if (state === 'sent') return 'Sent';
  if (state === 'waiting') return reason === null ? 'Waiting to be sent' : `Waiting to be sent again: ${reason}`;
  return state === 'failed' ? `Failed: ${reason ?? 'the reason is not known.'}` : state;
}

export interface PayloadEntry {
  readonly key: string;
  readonly label: string;
  readonly value: string;
}

/** The entries of a payload as texts, whatever it contains: an entry without a label has its key for one. */
export function payloadEntries(payload: Json): readonly PayloadEntry[] {
  if (typeof payload !== 'object' || payload === null) return [];
  const entries = Object.entries(payload).map(([key, entry]: readonly [string, Json], at) => {
    if (!isJsonObject(entry)) return { key, label: key, value: textOf(entry), place: at };
    const { label = null, value = null, position = null } = entry;
    return { key, label: trimmed(textOf(label)) || key, value: textOf(value), place: typeof position === 'number' ? position : at };
  });
  return entries.toSorted((one, other) => one.place - other.place).map(({ place: _, ...entry }) => entry);
}

function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value === null) return '';
  const isFlat = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  return isFlat ? value.map(textOf).join(', ') : JSON.stringify(value);
}
