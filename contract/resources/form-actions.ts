import * as v from 'valibot';
import { idSchema } from '../entities/id.ts';
import type { Condition, Field, FieldTags } from '../fields/field.ts';
import { testFormAction } from '../calls/form-action-test.ts';
import { limits } from '../limits.ts';
import { keysInTags, tagOf } from '../forms/tags.ts';
import { recipients } from '../recipients.ts';
import { crudCalls } from './crud-calls.ts';
import { defineResource } from './define.ts';
import { replyAddress } from './reply-address.ts';

const text = v.fallback(v.nullable(v.string()), null);

/** What follows a submission of a form. The values of the other types are null. */
const formActionSchema = v.object({
  id: idSchema,
  name: v.string(),
  form_id: idSchema,
  /** An API may answer it with its label. */
  type: v.pipe(
    v.union([v.string(), v.object({ id: v.string() })]),
    v.transform((type) => (typeof type === 'string' ? type : type.id)),
  ),
  email_to: text,
  email_reply_to: text,
  email_subject: text,
  email_message: text,
  include_submission_data: v.fallback(v.boolean(), false),
  redirect_url: text,
  success_message: text,
  /** The actions of a form are run in this order, from 1; 0: after the others. */
  position: v.fallback(v.number(), 0),
});

const of = (type: 'email' | 'redirect' | 'success'): { readonly when: Condition; readonly clearedWhenHidden: true } => ({
  when: { field: 'type', is: [type] },
  clearedWhenHidden: true,
});

/** The fields whose tag may be the address to reply to. */
export const replyToTags: FieldTags = { of: 'fields', types: ['email'], isWhole: true };

const fields: readonly Field[] = [
  { kind: 'text', key: 'name', label: 'Action name', required: true },
  {
    kind: 'select',
    key: 'type',
    label: 'Type',
    required: true,
    default: 'email',
    options: [
      { value: 'email', label: 'Email' },
      { value: 'redirect', label: 'Redirect' },
      { value: 'success', label: 'Success message' },
    ],
  },
  {
    kind: 'text',
    key: 'email_to',
    label: 'To email',
    required: true,
    help: 'One address, or several with commas between them.',
    format: recipients,
    ...of('email'),
  },
  {
    kind: 'text',
    key: 'email_reply_to',
    label: 'Reply To Email',
    help: 'An address, or the tag of an email field of the form, such as {{email}}. Without it, replies go to the sender.',
    format: replyAddress,
    tags: replyToTags,
    ...of('email'),
  },
  {
    kind: 'text',
    key: 'email_subject',
    label: 'Subject',
    required: true,
    help: 'A tag such as {{name}} stands for what the visitor filled into the field with that key.',
    tags: { of: 'fields' },
    ...of('email'),
  },
  {
    kind: 'multiline',
    key: 'email_message',
    label: 'Email message',
    rows: 6,
    maxLength: limits.longTextCharacters,
    help: 'A tag such as {{name}} stands for what the visitor filled into the field with that key.',
    tags: { of: 'fields' },
    ...of('email'),
  },
  {
    kind: 'checkbox',
    key: 'include_submission_data',
    label: 'Include submission data',
    help: 'Everything that the visitor filled in, below the message.',
    when: { field: 'type', is: ['email'] },
  },
  {
    kind: 'url',
    accepts: 'web',
    key: 'redirect_url',
    label: 'Redirect Url',
    required: true,
    problem: (address) => {
      const [key] = keysInTags(address);
      return key === undefined ? null : `${tagOf(key)} is not filled in here: a redirect leads every visitor to the same address.`;
    },
    ...of('redirect'),
  },
  {
    kind: 'multiline',
    key: 'success_message',
    label: 'Success Message',
    required: true,
    rows: 4,
    maxLength: limits.longTextCharacters,
    help: 'A tag such as {{name}} stands for what the visitor filled into the field with that key.',
    tags: { of: 'fields' },
    ...of('success'),
  },
  { kind: 'number', key: 'position', label: 'Position', min: 0, max: 1_000_000, step: 1, default: 0 },
];

export const formActions = defineResource({
  name: 'form-action',
  scope: 'website',
  path: 'forms/edit/{formId}/action',
  within: { resource: 'form', key: 'form_id', param: 'formId' },
  schema: formActionSchema,
  calls: crudCalls({
    one: 'FormAction',
    many: 'FormActions',
    entity: 'form-action',
    collection: 'form-actions',
    listPath: '/websites/{websiteId}/forms/{formId}/actions',
    recordPath: '/actions/{id}',
    updateMethod: 'POST',
    schema: formActionSchema,
    fields,
    sortable: ['position', 'name'],
  }),
  fields,
  list: {
    columns: [
      { key: 'name', label: 'Name' },
      { key: 'type', label: 'Type', kind: 'choice', width: '40%' },
    ],
    // A form has 20 at most, and what is searched can't be put in order.
    isSearchable: false,
    order: 'position',
    rowActions: [
      {
        label: 'Send a test mail to me',
        icon: 'send',
        call: testFormAction,
        params: ({ id = '' }) => ({ id: String(id) }),
        offered: ({ type = null }) => type === 'email',
        started: { title: 'Test mail sent', content: 'It has sample values, and is sent to the address that you sign in with.' },
      },
    ],
    defaultSort: 'position',
  },
  labels: {
    one: 'action',
    many: 'actions',
    heading: 'Actions',
    intro: 'Create/edit post submission actions',
    create: 'Create Action',
    edit: 'Edit Action',
    none: 'An action follows each submission: an email to you, a page that the visitor comes to, or a message.',
  },
  nameKey: 'name',
  formWidth: '80%',
  form: {
    sections: [{ title: '', keys: fields.map(({ key }) => key).filter((key) => key !== 'position') }],
    submit: 'Save Action',
  },
  references: { form_id: 'form' },
  concurrency: 'etag',
  most: limits.actionsPerForm,
  findCreated: { searchBy: 'name', matching: ['name', 'type', 'form_id'] },
  confirmDelete: 'Are you sure you want to delete this action?',
});
