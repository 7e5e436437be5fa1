import * as v from 'valibot';
import { isJsonObject, type JsonObject, jsonSchema } from '../json.ts';
import { limits } from '../limits.ts';

/** What a visitor fills in. */
export const inputTypes = [
  'text',
  'textarea',
  'number',
  'email',
  'phone',
  'url',
  'checkbox',
  'checkboxes',
  'select',
  'radio',
  'date',
] as const;
export type InputType = (typeof inputTypes)[number];

/** What stands between the fields, and has no value. */
export const layoutTypes = ['heading', 'paragraph', 'columns'] as const;

export const formFieldTypes = [...inputTypes, ...layoutTypes] as const;
export type FormFieldType = (typeof formFieldTypes)[number];

/** Their names in the form builder. */
export const formFieldNames: { readonly [T in FormFieldType]: string } = {
  text: 'Text field',
  textarea: 'Text area',
  number: 'Number',
  email: 'Email',
  phone: 'Phone',
  url: 'URL',
  checkbox: 'Checkbox',
  checkboxes: 'Checkbox group',
  select: 'Select',
  radio: 'Radio',
  date: 'Date',
  heading: 'Heading',
  paragraph: 'Text',
  columns: 'Columns break',
};

/** The types whose values a visitor chooses from. */
const choiceTypes: readonly FormFieldType[] = ['checkboxes', 'select', 'radio'];

/** Other names of the types, in forms that were made elsewhere. */
const typeAliases: ReadonlyMap<string, FormFieldType> = new Map([
  ['textfield', 'text'],
  ['tel', 'phone'],
  ['phoneNumber', 'phone'],
  ['selectboxes', 'checkboxes'],
  ['datetime', 'date'],
  ['day', 'date'],
  ['htmlelement', 'heading'],
  ['content', 'paragraph'],
]);

export interface FormOption {
  readonly value: string;
  readonly label: string;
}

/** One field of a form, as the API has it. Layout types have neither values nor a default. */
export interface FormField {
  readonly type: FormFieldType;
  /** Names the field's value in submissions; unique in its form. */
  readonly key: string;
  /** Derived from the label: `nameOfLabel`. */
  readonly name: string;
  /** Of a heading, its text. */
  readonly label: string;
  /** Of a text, what it says: several lines. */
  readonly content: string;
  /** What can be chosen. */
  readonly values: readonly FormOption[];
  readonly required: boolean;
  readonly placeholder: string;
  readonly help: string;
  /** What is filled in from the start: a text, whether it is checked, or the values that are chosen. Null: nothing. */
  readonly default: string | boolean | readonly string[] | null;
  readonly width: 'full' | 'half';
  /** What it has besides, which this version does not know. It is stored again as it is. */
  readonly others?: JsonObject;
}

export const isInput = ({ type }: Pick<FormField, 'type'>): boolean => inputTypes.some((each) => each === type);
export const hasChoices = ({ type }: Pick<FormField, 'type'>): boolean => choiceTypes.includes(type);

/** The lower-cased label, with spaces turned to underscores. */
export const nameOfLabel = (label: string): string => label.trim().toLowerCase().replace(/\s+/gu, '_');

/** A key that a label suggests and that none of `taken` is: "First name" is `first_name`, then `first_name_2`. */
export function keyOfLabel(label: string, taken: Iterable<string> = []): string {
  const bare = nameOfLabel(label)
    .replace(/[^\p{L}\p{N}_-]/gu, '')
    .replace(/^[_-]+/u, '');
  const base = bare.slice(0, limits.formKeyCharacters - 5) || 'field';
  const others = new Set(taken);
  for (let n = 1; ; n += 1) {
    const key = n === 1 ? base : `${base}_${n}`;
    if (!others.has(key)) return key;
  }
}

/** Why a text can't be a key; null where it can. A key that begins with an underscore is the form's own. */
export function keyProblem(key: string): string | null {
  if (key === '') return 'Key is required.';
  if (key.length > limits.formKeyCharacters) return `Key can hold at most ${limits.formKeyCharacters} characters; this has ${key.length}.`;
  return /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(key)
    ? null
    : 'Key may contain letters, digits, hyphens and underscores, and begins with a letter or a digit.';
}

const text = (characters: number) => v.pipe(v.string(), v.maxLength(characters));

const optionSchema = v.union([
  v.pipe(
    v.string(),
    v.maxLength(limits.formLabelCharacters),
    v.transform((label): FormOption => ({ value: label, label })),
  ),
  v.object({ value: text(limits.formLabelCharacters), label: text(limits.formLabelCharacters) }),
]);

const typeSchema = v.pipe(
  v.string(),
  v.transform((type) => typeAliases.get(type) ?? type),
  v.picklist(formFieldTypes),
);

/** What a field has where it leaves a property out. */
export const formFieldDefaults: Omit<FormField, 'type' | 'key' | 'name' | 'label' | 'others'> = {
  content: '',
  values: [],
  required: false,
  placeholder: '',
  help: '',
  default: null,
  width: 'full',
};

/** Reads a field of a form, with what it leaves out. */
export const formFieldSchema: v.GenericSchema<unknown, FormField> = v.pipe(
  v.objectWithRest(
    {
      type: typeSchema,
      key: v.nullish(text(limits.formKeyCharacters)),
      name: v.nullish(text(limits.formLabelCharacters)),
      label: v.nullish(text(limits.formLabelCharacters), ''),
      content: v.nullish(text(limits.longTextCharacters), formFieldDefaults.content),
      values: v.nullish(v.pipe(v.array(optionSchema), v.maxLength(limits.optionsPerFormField)), []),
      required: v.nullish(v.boolean(), formFieldDefaults.required),
      placeholder: v.nullish(text(limits.formLabelCharacters), formFieldDefaults.placeholder),
      help: v.nullish(text(limits.shortTextCharacters), formFieldDefaults.help),
      default: v.nullish(
        v.union([
          text(limits.longTextCharacters),
          v.boolean(),
          v.pipe(v.array(text(limits.formLabelCharacters)), v.maxLength(limits.optionsPerFormField)),
        ]),
        null,
      ),
      width: v.nullish(v.picklist(['full', 'half']), formFieldDefaults.width),
    },
    jsonSchema,
  ),
  v.transform(
    ({ type, key, name, label, content, values, required, placeholder, help, default: filled, width, ...others }): FormField => ({
      type,
      // Only a key that is absent is derived: one that a person has emptied stays empty, and is a problem.
      key: key ?? (name || keyOfLabel(label)),
      name: name ?? nameOfLabel(label),
      label,
      content,
      values,
      required,
      placeholder,
      help,
      default: filled,
      width,
      ...(Object.keys(others).length > 0 ? { others } : {}),
    }),
  ),
);

/** The fields of a form in a body: all of them can be read. */
export const formFieldsSchema = v.pipe(v.array(formFieldSchema), v.maxLength(limits.fieldsPerForm));

/** A field that this version can't read, kept as it is stored, so that nothing of it is lost. */
export interface UnreadField {
  readonly type: 'unread';
  readonly stored: v.InferOutput<typeof jsonSchema>;
}

/** What stands in a form: a field, or one that can't be read. */
export type FormEntry = FormField | UnreadField;

/** Whether this version knows the type of a field. A field of a known type that can't be read is malformed. */
export function isKnownType(stored: UnreadField['stored']): boolean {
  return isJsonObject(stored) && v.is(typeSchema, stored['type']);
}

/** Whether this version can read the field. */
export function isReadField(entry: FormEntry): entry is FormField {
  return entry.type !== 'unread';
}

/** Reads what is stored, field by field. */
export function readFormFields(stored: unknown): readonly FormEntry[] {
  if (!Array.isArray(stored)) return [];
  // All of them: those beyond the limit would be lost by the next save.
  return stored.map(readFormField);
}

/** Cached by the stored object: with each key that is typed a form is read again, and one of its fields has changed. */
const entriesRead = new WeakMap<object, FormEntry>();

function readFormField(stored: unknown): FormEntry {
  const known = typeof stored === 'object' && stored !== null ? entriesRead.get(stored) : undefined;
  if (known) return known;
  const { success, output } = v.safeParse(formFieldSchema, stored);
  const json = success ? null : v.safeParse(jsonSchema, stored);
  const entry: FormEntry = success ? output : { type: 'unread', stored: json?.success ? json.output : null };
  if (typeof stored === 'object' && stored !== null) entriesRead.set(stored, entry);
  return entry;
}

const entriesStored = new WeakMap<FormField, JsonObject>();

/** A field as it is stored; the same object each time, and `readFormFields` reads it as this very field. */
export function storedFormField(field: FormField): JsonObject {
  const known = entriesStored.get(field);
  if (known) return known;
  const { others, ...own } = field;
  const stored: JsonObject = { ...others, ...own, values: own.values.map((option) => ({ ...option })) };
  entriesStored.set(field, stored);
  entriesRead.set(stored, field);
  return stored;
}
