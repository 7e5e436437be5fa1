import { recordCacheKey } from '#contract/cache-keys.ts';
import { call } from '#contract/calls/define.ts';
import { idSchema } from '#contract/entities/id.ts';
import { type Json, sameJson } from '#contract/json.ts';
import { registerResource } from '#contract/resources/bind.ts';
import { crudCalls } from '#contract/resources/crud-calls.ts';
import { defineResource } from '#contract/resources/define.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { Field } from '#contract/fields/field.ts';
import * as v from 'valibot';

/*
 * Contacts are plain records of a resource that consists of one definition; together they have every feature that the console's own
 * resources use. People identify a contact by its label, the first word of its name. Nobody changes the label; only the rest of the name is
 * edited.
 */

const contactSchema = v.object({
  id: idSchema,
  name: v.string(),
  phone: v.nullable(v.string()),
  note: v.nullable(v.string()),
  /** Only the act writes this field; nobody edits it. */
  rank: v.nullable(v.string()),
});
export type Contact = v.InferOutput<typeof contactSchema>;

export const contactKeys = ['name', 'phone', 'note', 'rank'] as const;
export type ContactKey = (typeof contactKeys)[number];

/** The fields that people edit. */
const fields: readonly Field[] = [
  { kind: 'text', key: 'name', label: 'Name', required: true },
  { kind: 'text', key: 'phone', label: 'Phone' },
  { kind: 'text', key: 'note', label: 'Note' },
];

/** The value that the act writes to the rank. */
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

/** Registers the contacts, as a resource whose lost creates can be searched for, or as one where a person is asked. */
export function registerContacts({ areFindable }: { readonly areFindable: boolean }): void {
  registerResource(areFindable ? contacts : { ...contacts, findCreated: null });
}
registerContacts({ areFindable: true });

/** The value as the server stores it. */
export function normal(value: Json): Json {
  return typeof value === 'string' ? value.trim() : value;
}

/** Whether two values are equal for the server. Only texts of contacts have blanks around them, which it trims. */
export function sameValue(a: Json, b: Json): boolean {
  return sameJson(normal(a), normal(b));
}

/** The label by which people identify a contact. */
export function contactLabel(name: Json | undefined): string {
  return typeof name === 'string' ? (name.trim().split(' ')[0] ?? '') : '';
}

/** The collection, as the server's effects and the promises call it. */
export const contactsRecord = 'contacts/w1';
/** One contact: by its id in the server's effects, by its label in promises. */
export const contactRecord = (idOrLabel: string): string => `contact/${idOrLabel}`;

export const isOfContacts = ({ resource }: { readonly [key: string]: unknown }): boolean => resource === contacts.name;

/** The name of a contact in the cache. */
export const contactKey = (id: string): string => recordCacheKey(contacts.name, 'w1', id);
export const contactKeyPrefix = contactKey('');

/** A field name that is unique across records: all contacts have the same fields. */
export const askedField = ({ record, field }: { readonly record: string; readonly field: string }): string =>
  record.startsWith(contactRecord('')) ? `${record} ${field}` : field;

/** The same for a field of an entry. */
export const askedFieldOf = (entry: OutboxEntry, field: string): string =>
  isOfContacts(entry) ? askedField({ record: contactRecord(entry.target.id), field }) : field;
