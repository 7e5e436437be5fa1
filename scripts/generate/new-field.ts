import type { FieldKind } from '#contract/fields/field.ts';
import { brandColorsFile, quote } from './source.ts';

/** The source of a kind's required properties besides key and label; `options` come from a question. Exhaustive by type. */
export const kinds: {
  readonly [K in FieldKind]: { readonly needs?: 'options' | 'brandColors' | 'itemRules' | 'formFieldsRules'; readonly written?: string };
} = {
  text: {},
  multiline: {},
  lines: {},
  url: { written: "accepts: 'any'" },
  email: {},
  telephone: {},
  code: { written: "language: 'html'" },
  number: {},
  opacity: {},
  checkbox: {},
  toggle: {},
  select: { needs: 'options' },
  radio: { needs: 'options' },
  color: {},
  themeColor: { needs: 'brandColors' },
  logo: { needs: 'options' },
  image: { written: "accept: ['png', 'jpg', 'jpeg']" },
  file: { written: "accept: ['pdf']" },
  menu: {},
  form: {},
  slider: {},
  images: { written: "accept: ['png', 'jpg', 'jpeg']" },
  record: { written: "list: 'posts'" },
  records: { written: "list: 'posts'" },
  items: {
    needs: 'itemRules',
    written:
      "one: 'item', add: 'Add Item', edit: 'Edit Item', none: 'There are no items yet.', most: 20, rules: itemRules, fields: [{ kind: 'text', key: 'label', label: 'Label', required: true }]",
  },
  formFields: { needs: 'formFieldsRules', written: 'rules: formFieldsRules' },
};

export interface NewField {
  readonly kind: FieldKind;
  readonly key: string;
  readonly label: string;
  readonly required: boolean;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** The problem with a key beside the `earlier` ones of the same form; null where there is none. */
export type KeyProblem = (key: string, earlier: readonly string[]) => string | null;

export function isKind(kind: string): kind is FieldKind {
  return Object.hasOwn(kinds, kind);
}

export function kindProblem(kind: string): string | null {
  return isKind(kind) ? null : `The kind "${kind}" is none of ${Object.keys(kinds).join(', ')}.`;
}

export const fieldKeyProblem: KeyProblem = (key, earlier) => {
  if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/u.test(key) || key.length > 60) {
    return `The key "${key}" is not lower-case words with underscores, such as office_hours.`;
  }
  return earlier.includes(key) ? `The key "${key}" stands twice.` : null;
};

export function labelProblem(label: string): string | null {
  return /^\S.{0,98}\S$|^\S$/u.test(label) ? null : `The label "${label}" is not one line of at most 100 characters.`;
}

/** Parses `a=First, b=Second`; a choice needs at least two. */
export function readOptions(text: string): readonly { readonly value: string; readonly label: string }[] | null {
  const options = text.split(',').map((part) => /^\s*([A-Za-z0-9_-]+)\s*=\s*(\S.*?)\s*$/u.exec(part));
  const read = options.flatMap((match) => (match?.[1] && match[2] ? [{ value: match[1], label: match[2] }] : []));
  const distinct = new Set(read.map((option) => option.value)).size === read.length;
  return read.length === options.length && read.length > 1 && distinct ? read : null;
}
export const optionsProblem = 'Options are written a=First,b=Second: two at least, each value once.';

/** The fields of the `--field` flags, and their problems. */
export function readFieldFlags(
  texts: readonly string[],
  problemOf: KeyProblem,
): { readonly fields: readonly NewField[]; readonly problems: readonly string[] } {
  const fields: NewField[] = [];
  const problems: string[] = [];
  for (const text of texts) {
    const read = readField(
      text,
      fields.map((field) => field.key),
      problemOf,
    );
    if (typeof read === 'string') problems.push(read);
    else fields.push(read);
  }
  return { fields, problems };
}

/** `kind:key:Label`, then `required` and options in any order. Returns the problem where it can't be parsed. */
function readField(text: string, earlier: readonly string[], problemOf: KeyProblem): NewField | string {
  const [kind = '', key = '', label = '', ...more] = text.split(':');
  if (!isKind(kind)) return kindProblem(kind) ?? '';
  const problem = problemOf(key, earlier) ?? labelProblem(label);
  if (problem !== null) return problem;
  const rest = more.filter((part) => part !== 'required').join(':');
  const wanted = kinds[kind].needs === 'options';
  const choices = wanted ? readOptions(rest) : [];
  if (choices === null) return `${key}: ${optionsProblem}`;
  if (!wanted && rest !== '') return `${key}: "${rest}" is neither "required" nor something that ${kind} takes.`;
  return { kind, key, label, required: more.includes('required'), options: choices };
}

/** The source of a field in a definition; `more`: the source of further properties. */
export function fieldLines(field: NewField, more: readonly string[] = []): readonly string[] {
  const { needs, written } = kinds[field.kind];
  return [
    '{',
    `kind: ${quote(field.kind)},`,
    `key: ${quote(field.key)},`,
    `label: ${quote(field.label)},`,
    ...(field.required ? ['required: true,'] : []),
    ...(written === undefined ? [] : [`${written},`]),
    ...more.map((property) => `${property},`),
    ...(needs === 'brandColors' ? ['options: brandColorOptions,'] : []),
    ...(needs === 'options'
      ? ['options: [', ...field.options.map(({ value, label }) => `{ value: ${quote(value)}, label: ${quote(label)} },`), '],']
      : []),
    '},',
  ];
}

/** The imports that these fields need besides those of every definition; `folder`: the relative path to `contract/settings`. */
export function fieldImports(fields: readonly NewField[], folder: string): readonly string[] {
  const need = (what: 'brandColors' | 'itemRules' | 'formFieldsRules') => fields.some(({ kind }) => kinds[kind].needs === what);
  return [
    ...(need('brandColors') ? [`import { brandColorOptions } from '${folder}/${brandColorsFile}';`] : []),
    ...(need('formFieldsRules') ? ["import { formFieldsRules } from '../forms/form-fields-rules.ts';"] : []),
    ...(need('itemRules') ? ["import { itemRules } from '../fields/item-rules.ts';"] : []),
  ];
}
