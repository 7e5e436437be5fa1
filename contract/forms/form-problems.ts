import { isBlankText } from '../invisible.ts';
import { limits } from '../limits.ts';
import { type FormEntry, type FormField, hasChoices, isInput, keyProblem } from './form-field.ts';
import { textProblem } from './text-problem.ts';

export type FormFieldPart = 'label' | 'key' | 'content' | 'values' | 'default';

/** What is wrong with a form. `at`: the field's place; null where it is the form as a whole. */
export interface FormProblem {
  readonly at: number | null;
  readonly part: FormFieldPart | null;
  readonly message: string;
}

/**
 * Everything that keeps a form from being saved. Console and server ask. A field that this version can't read counts as one that visitors can
 * fill in, and has no problems.
 */
export function formProblems(fields: readonly FormEntry[]): readonly FormProblem[] {
  const found: FormProblem[] = [];
  if (!fields.some((field) => field.type === 'unread' || isInput(field)))
    found.push({ at: null, part: null, message: 'Add a field that visitors can fill in.' });
  if (fields.length > limits.fieldsPerForm)
    found.push({ at: null, part: null, message: `A form can hold at most ${limits.fieldsPerForm} fields; this has ${fields.length}.` });
  const characters = fields.reduce((sum, field) => sum + checkedField(field).characters + 1, 1);
  if (characters > limits.formCharacters)
    found.push({
      at: null,
      part: null,
      message: `The fields of a form can hold at most ${limits.formCharacters} characters together; these have ${characters}.`,
    });
  const first = new Map<string, number>();
  for (const [at, field] of fields.entries()) {
    if (field.type === 'unread') continue;
    for (const [part, message] of checkedField(field).problems) found.push({ at, part, message });
    if (!isInput(field)) continue;
    const before = first.get(field.key);
    if (before === undefined) first.set(field.key, at);
    else found.push({ at, part: 'key', message: `Field ${before + 1} has the key ${field.key} too. Each field needs one of its own.` });
  }
  return found;
}

interface CheckedField {
  readonly problems: readonly (readonly [FormFieldPart, string])[];
  /** The length of its JSON. */
  readonly characters: number;
}

const checkedFields = new WeakMap<object, CheckedField>();

/** The problems and the length of one field, cached: a form is checked again with each key that is typed. */
function checkedField(field: FormEntry): CheckedField {
  const known = checkedFields.get(field);
  if (known) return known;
  const checked = { problems: field.type === 'unread' ? [] : problemsOf(field), characters: JSON.stringify(field).length };
  checkedFields.set(field, checked);
  return checked;
}

function problemsOf(field: FormField): readonly (readonly [FormFieldPart, string])[] {
  const found: (readonly [FormFieldPart, string])[] = [];
  const { type, label, key, content, values } = field;
  if (type === 'columns') return found;
  if (type === 'paragraph') return isBlankText(content) ? [['content', 'Text is required.']] : found;
  if (isBlankText(label)) found.push(['label', type === 'heading' ? 'Heading is required.' : 'Label is required.']);
  if (type === 'heading') return found;
  const ofKey = keyProblem(key);
  if (ofKey !== null) found.push(['key', ofKey]);
  if (!hasChoices(field)) {
    const ofDefault =
      typeof field.default === 'string' && !isBlankText(field.default) ? textProblem(asDefault(type), field.default.trim()) : null;
    return ofDefault === null ? found : [...found, ['default', ofDefault]];
  }
  if (values.length === 0) found.push(['values', 'Add at least one value.']);
  if (values.some(({ label: each }) => isBlankText(each))) found.push(['values', 'A value is empty.']);
  const repeated = values.find(({ value }, at) => values.findIndex((other) => other.value === value) < at);
  if (repeated) found.push(['values', `The value ${repeated.value} is there twice.`]);
  const chosen = Array.isArray(field.default) ? field.default : typeof field.default === 'string' ? [field.default] : [];
  if (chosen.some((each) => each !== '' && !values.some(({ value }) => value === each)))
    found.push(['default', 'The default is none of the values.']);
  return found;
}

const asDefault = (type: FormField['type']) => ({ type, label: 'Default' });
