import { recordCacheKey } from '#contract/cache-keys.ts';
import { call } from '#contract/calls/define.ts';
import { idSchema } from '#contract/entities/id.ts';
import { type Json, sameJson } from '#contract/json.ts';
import { registerResource } from '#contract/resources/bind.ts';
import { crudCalls, defineResource } from '#contract/resources/define.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { Field } from '#contract/fields/field.ts';
import * as v from 'valibot';

/*
 * Plain records, as a resource that is one definition: it has what the console's own have between them. People know each by a label,
 * the first word of its name, which nobody changes; what comes behind it is edited.
 */

const contactSchema = v.object({
  id: idSchema,
  name: v.string(),
  phone: v.nullable(v.string()),
  note: v.nullable(v.string()),
  /** Nobody edits it: the act puts it there. */
  rank: v.nullable(v.string()),
});
export type Contact = v.InferOutput<typeof contactSchema>;

export const contactKeys = ['name', 'phone', 'note', 'rank'] as const;
export type ContactKey = (typeof contactKeys)[number];

/** What people edit. */
const fields: readonly Field[] = [
  { kind: 'text', key: 'name', label: 'Name', required: true },
  { kind: 'text', key: 'phone', label: 'Phone' },
  { kind: 'text', key: 'note', label: 'Note' },
];

/** What the act puts into the rank. */
export const primary = 'primary';

export const makePrimaryCall = call({
  name: 'makeContactPrimary',
  method: 'POST',
  path: '/contacts/{id}/primary',
  entity: 'agency',
  auth: 'bearer',
  waits: true,
  summary: 'Make a contact the first one',
  answer: contactSchema,
  errors: ['unauthenticated', 'not_found', 'precondition_failed'],
});

export const contacts = defineResource({
  name: 'contact',
  scope: 'website',
  path: 'contacts',
  schema: contactSchema,
  calls: crudCalls({
    one: 'Contact',
    many: 'Contacts',
    entity: 'agency',
    collection: 'contacts',
    schema: contactSchema,
    fields,
    sortable: ['name'],
  }),
  fields,
  list: { columns: [{ key: 'name', label: 'Name' }], isSearchable: true, defaultSort: 'name' },
  labels: { one: 'contact', many: 'contacts', heading: 'Contacts', create: 'New Contact', edit: 'Edit Contact', none: 'No contacts.' },
  nameKey: 'name',
  formWidth: '40rem',
  concurrency: 'etag',
  normalise: { name: normal, phone: normal, note: normal },
  findCreated: { searchBy: 'name', matching: ['name'] },
  acts: { makePrimary: { call: makePrimaryCall, label: 'Make primary', puts: { rank: primary } } },
  confirmDelete: 'Are you sure?',
});
registerResource(contacts);

/** As the server stores it. */
export function normal(value: Json): Json {
  return typeof value === 'string' ? value.trim() : value;
}

/** Whether two values are one to the server. Only texts of contacts have blanks around them. */
export function sameValue(a: Json, b: Json): boolean {
  return sameJson(normal(a), normal(b));
}

/** What people know a contact by. */
export function contactLabel(name: Json | undefined): string {
  return typeof name === 'string' ? (name.trim().split(' ')[0] ?? '') : '';
}

/** Of the collection, as the server's effects and the promises to people call it. */
export const contactsRecord = 'contacts/w1';
/** Of one contact: by its id where the server speaks, by its label where people do. */
export const contactRecord = (idOrLabel: string): string => `contact/${idOrLabel}`;

export const isOfContacts = ({ resource }: { readonly [key: string]: unknown }): boolean => resource === contacts.name;

/** Of a contact in the cache. */
export const contactKey = (id: string): string => recordCacheKey(contacts.name, 'w1', id);
export const contactKeyPrefix = contactKey('');

/** A field's name that is unique among those of other records: contacts have the same ones. */
export const askedField = ({ record, field }: { readonly record: string; readonly field: string }): string =>
  record.startsWith(contactRecord('')) ? `${record} ${field}` : field;

/** The same of a field of an entry. */
export const askedFieldOf = (entry: OutboxEntry, field: string): string =>
  isOfContacts(entry) ? askedField({ record: contactRecord(entry.target.id), field }) : field;
