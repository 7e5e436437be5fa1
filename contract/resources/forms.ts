import * as v from 'valibot';
import { formDetails } from '../calls/form-details.ts';
import { formDetailsSchema, newFormDetails } from '../entities/form-details.ts';
import { idSchema } from '../entities/id.ts';
import { asWire } from '../entities/setting.ts';
import type { Field } from '../fields/field.ts';
import { formFieldNames, isInput, readFormFields } from '../forms/form-field.ts';
import { formFieldsRules } from '../forms/form-fields-rules.ts';
import type { Json } from '../json.ts';
import { limits } from '../limits.ts';
import { crudCalls } from './crud-calls.ts';
import { defineResource, type Values } from './define.ts';
import type { RecordDetails, WeekCounts } from './details.ts';
import { groupedSchema } from './grouped.ts';

const jsonList = v.pipe(
  v.optional(v.unknown(), null),
  v.transform((raw): Json => asWire(raw) ?? []),
);

const definition = {
  label: v.fallback(v.nullable(v.string()), null),
  description: v.fallback(v.nullable(v.string()), null),
  /** Ignored where the website adds it to all forms. */
  enable_recaptcha: v.fallback(v.boolean(), false),
  /** See `readFormFields`. */
  fields: jsonList,
};

const createdAt = v.fallback(v.nullable(v.string()), null);

/** What visitors fill in and send. */
const formRecordSchema = v.object({ id: idSchema, name: v.string(), ...definition, created_at: createdAt });

const inDefinition = (name: string) => ({ key: name, path: ['definition', name] as const });

const fields: readonly Field[] = [
  {
    kind: 'text',
    label: 'Form Name',
    required: true,
    maxLength: limits.formLabelCharacters,
    help: 'It uniquely identifies the form. Visitors see it only where the form has no label.',
    ...inDefinition('name'),
  },
  {
    kind: 'text',
    label: 'Form Label / Title',
    help: 'The heading of the form on the website. If blank, the name is shown.',
    ...inDefinition('label'),
  },
  { kind: 'multiline', label: 'Form Description', rows: 2, help: 'A text above the fields.', ...inDefinition('description') },
  {
    kind: 'checkbox',
    label: 'Enable reCaptcha',
    help: 'Applies only if “Automatically add reCaptcha to all forms” is not set in Form Settings.',
    ...inDefinition('enable_recaptcha'),
  },
  {
    kind: 'formFields',
    label: 'Fields',
    required: true,
    rules: formFieldsRules,
    headedBy: { name: 'name', label: 'label', description: 'description' },
    ...inDefinition('fields'),
  },
];

const schema = groupedSchema(
  fields,
  {
    id: idSchema,
    /** The same as in the definition; an API may leave it out. */
    name: v.fallback(v.nullish(v.string()), undefined),
    definition: v.object({ name: v.string(), ...definition }),
    created_at: createdAt,
  },
  formRecordSchema,
);

export const forms = defineResource({
  name: 'form',
  scope: 'website',
  path: 'forms',
  schema,
  calls: crudCalls({
    one: 'Form',
    many: 'Forms',
    entity: 'form',
    collection: 'forms',
    recordPath: '/websites/{websiteId}/forms/{id}',
    schema,
    fields,
    sortable: ['name', 'label', 'created_at'],
  }),
  fields,
  list: {
    columns: [
      { key: 'name', label: 'NAME', sortable: true, width: '40%' },
      { key: 'label', label: 'LABEL / TITLE', sortable: true, fallback: 'name' },
    ],
    isSearchable: true,
    defaultSort: 'name',
  },
  labels: {
    one: 'form',
    many: 'forms',
    heading: 'Forms',
    intro: 'Create/edit forms',
    create: 'Create New Form',
    edit: 'Edit Form',
    none: 'Visitors use forms to ask, book and subscribe. What they send is listed under Submissions.',
  },
  details: {
    title: 'Form Details',
    call: formDetails,
    param: 'formId',
    ofNew: newFormDetails,
    entries: entriesOf,
    contents: { title: 'Fields', columns: ['Label', 'Type', 'Key', 'Required'], rows: fieldRows, none: 'This form has no fields yet.' },
    uses: {
      title: 'Where it is used',
      none: 'Nothing shows this form yet: choose it in the footer, in Form Settings, in a block or in a popup.',
    },
    weeks: {
      title: 'Submissions by week',
      one: 'submission',
      many: 'submissions',
      none: 'Nobody has sent this form yet.',
      counts: submissionsByWeek,
    },
  },
  nameKey: 'name',
  // As the list of submissions and its filter name it; two forms may have the same label.
  describeOption: ({ name, label }) => {
    const [first, title] = [String(name ?? ''), String(label ?? '').trim()];
    return title === '' || title.toLowerCase() === first.toLowerCase() ? first : `${first} (${title})`;
  },
  form: {
    page: { tab: 'Build', back: 'Go back' },
    sections: [
      { layout: 'head', keys: ['name', 'label', 'description', 'enable_recaptcha'] },
      { layout: 'whole', keys: ['fields'] },
    ],
    saved: 'Form successfully saved',
    failed: { create: 'An error occurred. Try again later.', update: 'An unknown error occurred while updating preview' },
  },
  concurrency: 'etag',
  most: 1000,
  findCreated: { searchBy: 'name', matching: ['name'] },
  confirmDelete: 'Are you sure you want to delete this form?',
  deleteNote: () =>
    'Its actions go with it. Where the footer, Form Settings or a block shows it, there is no form then. Its submissions stay.',
});

function entriesOf({ name = '', label = null, description = null, enable_recaptcha: hasCaptcha = false, created_at: date = null }: Values) {
  const texts = [
    { key: 'name', label: 'Name', value: name },
    { key: 'label', label: 'Label / Title', value: label },
    { key: 'description', label: 'Description', value: description },
    { key: 'enable_recaptcha', label: 'reCaptcha', value: hasCaptcha === true ? 'Enabled' : 'Only where it is added to all forms' },
  ];
  return [
    ...texts.map((text) => ({ ...text, value: String(text.value ?? '') })),
    ...(typeof date === 'string' ? [{ key: 'created_at', label: 'Created', value: date, date: 'D MMM YYYY' }] : []),
  ];
}

function submissionsByWeek(details: RecordDetails): WeekCounts {
  const { submissions_by_week: weeks, submissions_total: total } = v.parse(formDetailsSchema, details);
  return { weeks: weeks?.map(({ week, submissions: count }) => ({ week, count })), total: total ?? undefined };
}

/** What visitors fill in or read, in its order. */
function fieldRows({ fields = null }: Values): readonly (readonly string[])[] {
  return readFormFields(fields).flatMap((field) => {
    if (field.type === 'unread') return [['Field of an unknown type', '', '', '']];
    if (field.type === 'columns') return [];
    const type = formFieldNames[field.type];
    if (!isInput(field)) return [[field.label || field.content, type, '', '']];
    return [[field.label, type, field.key, field.required ? 'Yes' : 'No']];
  });
}
