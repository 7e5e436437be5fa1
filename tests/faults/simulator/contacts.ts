import { recordCacheKey } from '#contract/cache-keys.ts';
import { call } from '#contract/calls/define.ts';
import { idSchema } from '#contract/entities/id.ts';
import { formFieldsRules } from '#contract/forms/form-fields-rules.ts';
import { type Json, type JsonObject, sameJson } from '#contract/json.ts';
import { registerResource } from '#contract/resources/bind.ts';
import { crudCalls } from '#contract/resources/crud-calls.ts';
import { defineResource, type ResourceDefinition } from '#contract/resources/define.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { Field } from '#contract/fields/field.ts';
import * as v from 'valibot';
import { itemsKey } from './contact-items.ts';
import { accountOf, onWire, type Place, placeOfAccount, placeOfWebsite, websiteIds } from './places.ts';

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
  /** Another contact. */
  boss: v.nullable(idSchema),
  /** A list that is merged item by item. */
  items: v.nullable(v.custom<readonly JsonObject[]>(Array.isArray)),
  /** Only the act writes this field; nobody edits it. */
  rank: v.nullable(v.string()),
});
export type Contact = v.InferOutput<typeof contactSchema>;

export const contactKeys = ['name', 'phone', 'note', 'boss', 'items', 'rank'] as const;
export type ContactKey = (typeof contactKeys)[number];

/** The fields that people edit. */
const fields: readonly Field[] = [
  { kind: 'text', key: 'name', label: 'Name', required: true },
  { kind: 'text', key: 'phone', label: 'Phone' },
  { kind: 'text', key: 'note', label: 'Note' },
  { kind: 'record', key: 'boss', label: 'Boss', list: 'staff' },
  { kind: 'formFields', key: itemsKey, label: 'Items', rules: formFieldsRules },
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
  references: { boss: 'contact' },
  acts: { makePrimary: { call: makePrimaryCall, label: 'Make primary', puts: { rank: primary } } },
  confirmDelete: 'Are you sure?',
});

interface ContactsVariant {
  readonly areFindable: boolean;
  readonly scope: ResourceDefinition['scope'];
}

let current: ResourceDefinition = contacts;

/**
 * Registers the contacts of a schedule: as a resource whose lost creates can be searched for, or as one where a person is asked; of each
 * website, or of the account.
 */
export function registerContacts({ areFindable, scope }: ContactsVariant): void {
  current = { ...contacts, ...(areFindable ? {} : { findCreated: null }), scope };
  registerResource(current);
}
registerContacts({ areFindable: true, scope: 'website' });

/** The contacts as this schedule has them. */
export const contactsNow = (): ResourceDefinition => current;

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

/** A contact as the value of a field: by its label, since its id changes when it is sent. */
export const namedContact = (label: string): string => `boss:${label}`;
export const isNamedContact = (value: Json): boolean => typeof value === 'string' && value.startsWith(namedContact(''));

/** The collection, as the server's effects and the promises call it. */
export const contactsRecord = 'contacts/w1';
/** One contact: by its id in the server's effects, by its label in promises. */
export const contactRecord = (idOrLabel: string): string => `contact/${idOrLabel}`;

export const isOfContacts = ({ resource }: { readonly [key: string]: unknown }): boolean => resource === contacts.name;

/** Where contacts of a website or an account stand in the model. */
export const placeOfContacts = ({
  websiteId,
  accountId,
}: {
  readonly websiteId?: string | null;
  readonly accountId?: string | null;
}): Place => (current.scope === 'account' ? placeOfAccount(accountId) : placeOfWebsite(websiteId));

/** The places whose contacts a user sees. */
export const contactPlacesOf = (userId: string): readonly Place[] =>
  current.scope === 'account' ? [placeOfAccount(accountOf(userId))] : websiteIds.map(placeOfWebsite);

/** The name of a contact in the cache, by its id in the model. */
export const contactKey = (id: string): string =>
  recordCacheKey(contacts.name, current.scope === 'account' ? null : id.startsWith('w2~') ? 'w2' : 'w1', onWire(id));
/** The prefix of those names on a website. */
export const contactKeyPrefix = (place: Place): string => contactKey(place);

/** A field name that is unique across records: all contacts have the same fields. */
export const askedField = ({ record, field }: { readonly record: string; readonly field: string }): string =>
  record.startsWith(contactRecord('')) ? `${record} ${field}` : field;

/** The same for a field of an entry. */
export const askedFieldOf = (entry: OutboxEntry, field: string): string =>
  isOfContacts(entry) ? askedField({ record: contactRecord(entry.target.id), field }) : field;
