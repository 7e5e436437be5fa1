import * as v from 'valibot';
import { idSchema } from '../entities/id.ts';
import { popupAnimations, popupPositions, popupSizes, popupTypes } from '../entities/popup.ts';
import { cssClasses, cssSelector } from '../fields/css-selector.ts';
import { pastedHtml } from '../fields/text-format.ts';
import type { Condition, Field, Option } from '../fields/field.ts';
import { itemRules } from '../fields/item-rules.ts';
import { limits } from '../limits.ts';
import { crudCalls } from './crud-calls.ts';
import { defineResource } from './define.ts';
import { popupWarnings } from './popup-warnings.ts';

const triggerTypes = ['page', 'button', 'form'] as const;

/** What opens a popup; the fields of the other types are null. */
const triggerSchema = v.object({
  type: v.picklist(triggerTypes),
  form_id: v.fallback(v.nullable(idSchema), null),
  /** A CSS selector. */
  trigger_class: v.fallback(v.nullable(v.string()), null),
  page_id: v.fallback(v.nullable(idSchema), null),
  /** ms */
  delay: v.fallback(v.nullable(v.number()), 0),
});
export type PopupTrigger = v.InferOutput<typeof triggerSchema>;

/** A window or a banner over the pages of a website, which its triggers open. */
export const popupSchema = v.object({
  id: idSchema,
  type: v.picklist(popupTypes),
  name: v.string(),
  title: v.string(),
  /** HTML, which the website cleans before it shows it; a text without tags keeps its lines. */
  content: v.fallback(v.nullable(v.string()), null),
  position: v.picklist(popupPositions),
  animation: v.picklist(popupAnimations),
  /** Null for a banner, as is its form. */
  size: v.fallback(v.nullable(v.picklist(popupSizes)), null),
  form_id: v.fallback(v.nullable(idSchema), null),
  css_class: v.fallback(v.nullable(v.string()), null),
  triggers: v.fallback(v.array(triggerSchema), []),
});
export type Popup = v.InferOutput<typeof popupSchema>;

const isStandard: Condition = { field: 'type', is: ['standard'] };
const isBanner: Condition = { field: 'type', is: ['banner'] };
const ofStandard = (value: string, label: string): Option => ({ value, label, when: isStandard });
const ofBanner = (value: string, label: string): Option => ({ value, label, when: isBanner });
const opensBy = (type: (typeof triggerTypes)[number]): Condition => ({ field: 'type', is: [type] });

const triggerFields: readonly Field[] = [
  {
    kind: 'select',
    key: 'type',
    label: 'Type',
    required: true,
    placeholder: 'Choose what opens it',
    options: [
      { value: 'page', label: 'Page' },
      { value: 'button', label: 'Button' },
      { value: 'form', label: 'Form' },
    ],
  },
  {
    kind: 'form',
    key: 'form_id',
    label: 'Form',
    required: true,
    help: 'The popup opens when a visitor sends this form.',
    when: opensBy('form'),
  },
  {
    kind: 'text',
    key: 'trigger_class',
    label: 'CSS Selector',
    required: true,
    format: cssSelector,
    placeholder: '.book-now',
    help: 'The popup opens when a visitor clicks what this selector finds.',
    when: opensBy('button'),
  },
  {
    kind: 'record',
    list: 'page',
    key: 'page_id',
    label: 'Page',
    required: true,
    help: 'The popup opens when a visitor comes to this page.',
    when: opensBy('page'),
  },
  {
    kind: 'number',
    key: 'delay',
    label: 'Delay',
    help: 'In milliseconds, from 0 to 60000.',
    min: 0,
    max: limits.triggerDelayMs,
    step: 1,
    unit: 'ms',
    default: 0,
  },
];

const fields: readonly Field[] = [
  { kind: 'text', key: 'name', label: 'Name', required: true, help: 'Visitors do not see it.' },
  { kind: 'text', key: 'title', label: 'Title', required: true },
  {
    kind: 'multiline',
    key: 'content',
    label: 'Content',
    rows: 6,
    format: pastedHtml,
    requiredWhen: { isNew: false },
    help: 'Text, or HTML. Scripts, frames and styles are left out on the website.',
  },
  { kind: 'form', key: 'form_id', label: 'Form', help: 'It stands below the content.', when: isStandard, clearedWhenHidden: true },
  {
    kind: 'radio',
    key: 'type',
    label: 'Type',
    required: true,
    default: 'standard',
    options: [
      { value: 'standard', label: 'Standard' },
      { value: 'banner', label: 'Banner' },
    ],
  },
  {
    kind: 'select',
    key: 'position',
    label: 'Position',
    required: true,
    default: 'center',
    options: [
      ofStandard('center', 'Centre'),
      ofStandard('top_center', 'Top centre'),
      ofStandard('left_center', 'Left centre'),
      ofStandard('right_center', 'Right centre'),
      ofBanner('top', 'Top'),
      ofBanner('bottom', 'Bottom'),
    ],
  },
  {
    kind: 'select',
    key: 'animation',
    label: 'Animation',
    required: true,
    default: 'fade',
    options: [ofStandard('fade', 'Fade'), { value: 'slide', label: 'Slide' }, { value: 'none', label: 'None' }],
  },
  {
    kind: 'select',
    key: 'size',
    label: 'Size',
    required: true,
    default: 'medium',
    options: [
      { value: 'small', label: 'Small' },
      { value: 'medium', label: 'Medium' },
      { value: 'large', label: 'Large' },
    ],
    when: isStandard,
    clearedWhenHidden: true,
  },
  { kind: 'text', key: 'css_class', label: 'CSS Class', format: cssClasses, help: 'For rules of your own under Custom CSS.' },
  {
    kind: 'items',
    key: 'triggers',
    label: 'Triggers',
    one: 'trigger',
    add: 'Add Trigger',
    edit: 'Edit Trigger',
    none: 'Nothing opens this popup yet. A trigger does: a page, a button or a form.',
    most: 20,
    rules: itemRules,
    fields: triggerFields,
  },
];

export const popups = defineResource({
  name: 'popup',
  scope: 'website',
  path: 'marketing/popups',
  schema: popupSchema,
  calls: crudCalls({
    one: 'Popup',
    many: 'Popups',
    entity: 'popup',
    collection: 'popups',
    schema: popupSchema,
    fields,
    sortable: ['name', 'title'],
  }),
  fields,
  list: {
    columns: [
      { key: 'name', label: 'Name', sortable: true, width: '24%' },
      { key: 'title', label: 'Title', sortable: true, width: '24%' },
      { key: 'content', label: 'Content', kind: 'html' },
      { key: 'form_id', label: 'Form', kind: 'choice', width: '16%' },
    ],
    isSearchable: true,
    defaultSort: 'name',
  },
  labels: {
    one: 'popup',
    many: 'popups',
    heading: 'Popups',
    create: 'Create New Popup',
    edit: 'Edit Popup',
    none: 'A popup brings an offer or a form to your visitors: in a window, or in a banner across the page.',
  },
  nameKey: 'name',
  formWidth: '80%',
  form: {
    sections: [
      { title: 'Content', keys: ['name', 'title', 'content', 'form_id'] },
      { title: 'Display', keys: ['type', 'position', 'animation', 'size', 'css_class'] },
      { title: 'Triggers', keys: ['triggers'] },
    ],
    submit: 'Submit',
    validatesOnBlur: false,
    beside: 'popup',
    warnings: {
      keys: ['content'],
      list: ({ values }) => popupWarnings({ content: values['content'] ?? null }).map((message) => ({ key: 'content', message })),
    },
  },
  references: { form_id: 'form', 'triggers.form_id': 'form' },
  concurrency: 'etag',
  // All that a page may open are on it.
  most: 100,
  findCreated: { searchBy: 'name', matching: ['name', 'title', 'content', 'type'] },
  confirmDelete: 'Are you sure you want to delete this popup?',
  warnings: popupWarnings,
});
