import { call } from '#contract/calls/define.ts';
import { idSchema } from '#contract/entities/id.ts';
import { registerResource } from '#contract/resources/bind.ts';
import { crudCalls } from '#contract/resources/crud-calls.ts';
import { defineResource, type RecordValues, type Values } from '#contract/resources/define.ts';
import type { Field } from '#contract/fields/field.ts';
import * as v from 'valibot';

const schema = v.object({
  id: idSchema,
  name: v.string(),
  phone: v.nullable(v.string()),
  boss: v.nullable(idSchema),
  first: v.boolean(),
  open: v.boolean(),
});
const fields: readonly Field[] = [
  { kind: 'text', key: 'name', label: 'Name', required: true },
  { kind: 'text', key: 'phone', label: 'Phone' },
  { kind: 'record', key: 'boss', label: 'Boss', list: 'staff' },
];
const names = { one: 'Person', many: 'Persons', entity: 'agency', collection: 'persons', schema, fields, sortable: ['name'] } as const;
const actCall = (name: string, path: string, summary: string) =>
  call({ name, method: 'POST', path, entity: 'agency', auth: 'bearer', waits: true, summary, answer: schema, errors: ['not_found'] });
const makeFirst = actCall('makePersonFirst', '/persons/{id}/first', 'Make a person the first one');
const close = actCall('closePerson', '/persons/{id}/close', 'Close a person');

/** A resource that has all that plain records may have: a name that the server trims, a reference to another record, and an act. */
export const persons = defineResource({
  name: 'person',
  scope: 'website',
  path: 'persons',
  schema,
  calls: crudCalls({ ...names, sortable: ['name'] }),
  fields,
  list: { columns: [{ key: 'name', label: 'Name' }], isSearchable: true, defaultSort: 'name' },
  labels: { one: 'person', many: 'persons', heading: 'Persons', create: 'New', edit: 'Edit', none: 'None.' },
  nameKey: 'name',
  formWidth: '40rem',
  concurrency: 'etag',
  normalise: { name: (value) => (typeof value === 'string' ? value.trim() : value) },
  findCreated: { searchBy: 'name', matching: ['name'] },
  references: { boss: 'person' },
  acts: {
    makeFirst: { call: makeFirst, label: 'Make first', puts: { first: true } },
    close: { call: close, label: 'Close', puts: { open: false } },
  },
  confirmDelete: 'Sure?',
});
registerResource(persons);

const noteSchema = v.object({ id: idSchema, text: v.string(), person_id: idSchema });
const noteFields: readonly Field[] = [{ kind: 'text', key: 'text', label: 'Text', required: true }];

/** Notes are parts of a person. */
export const notes = defineResource({
  name: 'note',
  scope: 'website',
  path: 'persons/edit/{personId}/notes',
  within: { resource: 'person', key: 'person_id', param: 'personId' },
  schema: noteSchema,
  calls: crudCalls({
    ...{ one: 'Note', many: 'Notes', entity: 'agency', collection: 'notes', schema: noteSchema, fields: noteFields, sortable: ['text'] },
    listPath: '/websites/{websiteId}/persons/{personId}/notes',
  }),
  fields: noteFields,
  list: { columns: [{ key: 'text', label: 'Text' }], isSearchable: false, defaultSort: 'text' },
  labels: { one: 'note', many: 'notes', heading: 'Notes', create: 'New', edit: 'Edit', none: 'None.' },
  nameKey: 'text',
  formWidth: '40rem',
  concurrency: 'etag',
  findCreated: { searchBy: 'text', matching: ['text', 'person_id'] },
  references: { person_id: 'person' },
  confirmDelete: 'Sure?',
});
registerResource(notes);

export const person = (id: string, values: Values = {}): RecordValues => ({
  id,
  name: id,
  phone: null,
  boss: null,
  first: false,
  open: true,
  ...values,
});
