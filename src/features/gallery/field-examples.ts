import type { Field, FieldKind, FieldOf, FieldValue } from '#contract/fields/field.ts';
import { formFieldsRules } from '#contract/forms/form-fields-rules.ts';
import { itemRules } from '#contract/fields/item-rules.ts';

interface Example<F extends Field> {
  readonly field: F;
  /** Only where the sample value of the kind does not show enough. */
  readonly value?: FieldValue;
  readonly error: string;
}

const logos = [
  { value: 'desktop_logo', label: 'Primary Logo' },
  { value: 'secondary_logo', label: 'Secondary Logo' },
];
const colors = [
  { value: 'primary-500', label: 'Primary', color: '#1d3b53', hoverColor: '#2f5c80' },
  { value: 'secondary-500', label: 'Secondary', color: '#c98a3c', hoverColor: '#e0a659' },
  { value: 'white', label: 'White', color: '#ffffff', hoverColor: '#eeeeee' },
  { value: 'dark', label: 'Dark', color: '#16191c', hoverColor: '#33393f' },
];
const behaviours = [
  { value: 'hide_and_seek', label: 'Hide and seek' },
  { value: 'full_stick', label: 'Full stick' },
];
const opening = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
];
const images = ['png', 'svg', 'jpg', 'jpeg', 'bmp', 'pdf'];
const code = '.hero {\n  color: #1d3b53;\n  /* calmer on small screens */\n  padding: 2rem;\n}\n';

/** One example of each kind. The type is exhaustive, so that a new kind needs one too. */
export const fieldExamples: { readonly [K in FieldKind]: Example<FieldOf<K>> } = {
  text: {
    field: { kind: 'text', key: 'text', label: 'Text', help: 'One line.', placeholder: 'Placeholder' },
    error: 'Text is required.',
  },
  multiline: {
    field: { kind: 'multiline', key: 'multiline', label: 'Several lines', rows: 3, maxLength: 120 },
    error: 'Several lines is required.',
  },
  lines: {
    field: { kind: 'lines', key: 'lines', label: 'One a line', rows: 4, required: true },
    value: 'Sales\nRentals\nCommercial',
    error: 'One a line is required.',
  },
  url: {
    field: { kind: 'url', key: 'url', label: 'Address', accepts: 'web', placeholder: 'https://www.facebook.com/your-agency' },
    error: 'Enter a full address, such as https://example.com.',
  },
  email: {
    field: { kind: 'email', key: 'email', label: 'Email' },
    error: 'Enter a valid email address.',
  },
  telephone: { field: { kind: 'telephone', key: 'telephone', label: 'Phone' }, error: 'Phone is required.' },
  code: {
    field: { kind: 'code', key: 'code', label: 'Custom CSS', language: 'css', help: "Loaded after the theme's own styles." },
    value: code,
    error: 'Custom CSS can hold at most 9000 characters.',
  },
  number: { field: { kind: 'number', key: 'number', label: 'Number', min: 0, max: 100 }, value: 15, error: 'Number must be at most 100.' },
  opacity: { field: { kind: 'opacity', key: 'opacity', label: 'Tint opacity' }, value: 0.3, error: 'Must be between 0.0 and 1.0.' },
  checkbox: {
    field: { kind: 'checkbox', key: 'checkbox', label: 'Enable RSS feed', help: 'Readers can follow your posts.' },
    error: 'Enable RSS feed must be on or off.',
  },
  toggle: { field: { kind: 'toggle', key: 'toggle', label: 'Contact details' }, error: 'Contact details must be on or off.' },
  select: {
    field: { kind: 'select', key: 'select', label: 'Header behaviour', options: behaviours, required: true },
    error: 'Choose one of the options of Header behaviour.',
  },
  radio: {
    field: { kind: 'radio', key: 'radio', label: 'Menu style', options: behaviours },
    error: 'Choose one of the options of Menu style.',
  },
  color: { field: { kind: 'color', key: 'color', label: 'Menu background' }, error: 'Enter a colour such as #1a2b3c.' },
  themeColor: {
    field: { kind: 'themeColor', key: 'themeColor', label: 'Font colour', options: colors },
    error: 'Choose one of the options of Font colour.',
  },
  logo: {
    field: { kind: 'logo', key: 'logo', label: 'Header logo', options: logos },
    error: 'Choose one of the options of Header logo.',
  },
  image: {
    field: { kind: 'image', key: 'image', label: 'Primary logo', accept: images },
    error: 'Choose Primary logo again.',
  },
  file: { field: { kind: 'file', key: 'file', label: 'Brochure', accept: ['pdf'] }, error: 'Choose Brochure again.' },
  menu: { field: { kind: 'menu', key: 'menu', label: 'Header menu' }, value: 'm1', error: 'Choose Header menu again.' },
  form: { field: { kind: 'form', key: 'form', label: 'Contact form' }, value: null, error: 'Choose Contact form again.' },
  slider: { field: { kind: 'slider', key: 'slider', label: 'Logo size' }, value: 50, error: 'Logo size must be at most 100.' },
  images: {
    field: {
      kind: 'images',
      key: 'images',
      label: 'Cover images',
      accept: ['png', 'jpg', 'jpeg', 'svg'],
      help: 'Several are shown one after the other.',
    },
    value: ['front.jpg', 'kitchen.jpg', 'garden-in-the-evening.jpg'],
    error: 'Choose Cover images again.',
  },
  record: { field: { kind: 'record', key: 'record', label: 'Agency', list: 'agency' }, value: 'a2', error: 'Choose Agency again.' },
  records: {
    field: { kind: 'records', key: 'records', label: 'Only these people', list: 'staff', help: 'All of them where none is chosen.' },
    value: ['s3', 's1'],
    error: 'Only these people can hold at most 50; these are 51.',
  },
  items: {
    field: {
      kind: 'items',
      key: 'items',
      label: 'Opening hours',
      one: 'day',
      add: 'Add Day',
      edit: 'Edit Day',
      none: 'There are no days yet.',
      most: 7,
      rules: itemRules,
      fields: [
        { kind: 'select', key: 'how', label: 'How', options: opening, required: true },
        { kind: 'text', key: 'from', label: 'From', required: true, when: { field: 'how', is: ['open'] } },
      ],
    },
    value: [
      { how: 'open', from: '9 am' },
      { how: 'closed', from: null },
    ],
    error: 'Day 1: From is required.',
  },
  formFields: {
    field: { kind: 'formFields', key: 'formFields', label: 'Fields', rules: formFieldsRules, required: true },
    value: formFieldsRules.sample(1),
    error: formFieldsRules.none,
  },
};
