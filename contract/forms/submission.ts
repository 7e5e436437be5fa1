import type { Json } from '../json.ts';
import { type FormField, isInput } from './form-field.ts';
import { isBlankText, withoutInvisible } from '../invisible.ts';
import { labelInSentence, numberIn, textProblem } from './text-problem.ts';

/** What a visitor sent: the texts of each control, by the keys of the fields. */
export type SentValues = Readonly<Record<string, readonly string[]>>;

export interface Submitted {
  /** By key: a text, a number, whether it is checked, or several values. Null: left empty. */
  readonly fields: Readonly<Record<string, Json>>;
  /** By key: the label then, and the value as a person reads it. */
  readonly payload: Payload;
  /** By key: why a value is refused. Empty: all are taken. */
  readonly problems: Readonly<Record<string, string>>;
}

/** `position`: only where an object would not keep the order of the entries, because it puts keys such as "2" first. */
export type Payload = Readonly<Record<string, { readonly label: string; readonly value: string; readonly position?: number }>>;

/** The entries of a submission, by their keys, in a form that keeps their order. */
export function payloadOf(
  entries: readonly (readonly [key: string, entry: { readonly label: string; readonly value: string }])[],
): Payload {
  const payload = Object.fromEntries(entries);
  const isInOrder = Object.keys(payload).every((key, at) => key === entries[at]?.[0]);
  return isInOrder ? payload : Object.fromEntries(entries.map(([key, entry], position) => [key, { ...entry, position }]));
}

type Reading = { readonly value: Json; readonly text: string } | { readonly problem: string };

/** Reads what a visitor sent by the fields of the form. What the form has no field for is left out. */
export function readSubmission(fields: readonly FormField[], sent: SentValues): Submitted {
  const readings = fields
    .filter(isInput)
    .map((field) => [field, readField(field, Object.hasOwn(sent, field.key) ? (sent[field.key] ?? []) : [])] as const);
  return {
    fields: Object.fromEntries(readings.flatMap(([{ key }, reading]) => ('problem' in reading ? [] : [[key, reading.value] as const]))),
    payload: payloadOf(
      readings.flatMap(([{ key, label }, reading]) => ('problem' in reading ? [] : [[key, { label, value: reading.text }] as const])),
    ),
    problems: Object.fromEntries(readings.flatMap(([{ key }, reading]) => ('problem' in reading ? [[key, reading.problem] as const] : []))),
  };
}

/** Line breaks, which a field of one line can't have: only a script sends them there. */
const lineBreaks = /[\r\n\v\f\u0085\u2028\u2029]+/gu;
const addressTypes: readonly string[] = ['email', 'phone', 'url', 'number', 'date'];

/** A text without line breaks that a browser would not have let in, and without characters that nobody has seen. */
function cleanText(type: FormField['type'], text: string): string {
  if (type === 'textarea') return text.replace(/\r\n?/gu, '\n');
  const line = text.replaceAll(lineBreaks, ' ').trim();
  return addressTypes.includes(type) ? withoutInvisible(line).trim() : line;
}

function readField(field: FormField, sent: readonly string[]): Reading {
  const { type, required, values } = field;
  const label = labelInSentence(field.label);
  if (type === 'checkbox') {
    const isChecked = sent.some((each) => !isBlankText(each));
    if (required && !isChecked) return { problem: `${label} must be checked.` };
    return { value: isChecked, text: isChecked ? 'Yes' : 'No' };
  }
  const typed = sent.map((each) => cleanText(type, each)).filter((each) => !isBlankText(each));
  if (typed.length === 0) return required ? { problem: `${label} is required.` } : { value: type === 'checkboxes' ? [] : null, text: '' };
  if (type === 'checkboxes') {
    const chosen = [...new Set(typed)];
    const known = values.filter(({ value }) => chosen.includes(value));
    if (known.length < chosen.length) return { problem: `${label}: choose from the list.` };
    return { value: known.map(({ value }) => value), text: known.map((each) => each.label).join(', ') };
  }
  const [text = ''] = typed;
  if (typed.length > 1) return { problem: `${label} takes one value.` };
  if (type === 'select' || type === 'radio') {
    const option = values.find(({ value }) => value === text);
    return option ? { value: option.value, text: option.label } : { problem: `${label}: choose from the list.` };
  }
  const problem = textProblem(field, text);
  if (problem !== null) return { problem };
  return { value: type === 'number' ? numberIn(text) : text, text };
}
