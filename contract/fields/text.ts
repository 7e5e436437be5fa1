import { isBlankText, trimmed } from '../invisible.ts';
import * as v from 'valibot';
import type { Json } from '../json.ts';
import { limits } from '../limits.ts';
import type { FieldDescriptor } from './descriptor.ts';
import type { Field, FieldOf, LinesField, MultilineField, TypedField } from './field.ts';
import { itemsProblem } from './line-rules.ts';
import { oneValue, toList } from './stored-value.ts';

interface TextRules<F extends TypedField> {
  /** The default of the longest text, in characters. */
  readonly maxLength: number;
  readonly sample: (field: F, n: number) => string;
  /** Several lines: white space at either end is part of the text. */
  readonly isMultiline?: true;
  /** A text of white space alone is one. */
  readonly keepsSpace?: true;
  /** The validation message for a text, which is passed without white space around it unless it has several lines. */
  readonly problem?: (field: F, text: string) => string | null;
  /** The text without what does not belong to it, such as a snippet around an id. By default, without white space around it. */
  readonly trim?: (text: string) => string;
  /** The text in the form that is stored. */
  readonly clean?: (field: F, text: string) => string;
}

const longestSnippet = 20_000;

/** The common part of all kinds whose value is the typed text. */
export function textual<F extends TypedField>(rules: TextRules<F>): FieldDescriptor<F> {
  const { keepsSpace, trim = trimmed } = rules;
  const maxLength = ({ counter, maxLength: own }: F) => (counter?.limit === 'hard' ? counter.characters : (own ?? rules.maxLength));
  return oneValue<F>({
    default: (field) => field.default ?? '',
    validate(field, value) {
      if (typeof value !== 'string') return `${field.label} must be text.`;
      const max = maxLength(field);
      // A pasted snippet may be long: what is stored of it counts. One that is longer than any is not looked through.
      const { length } = value.length > longestSnippet ? value : (rules.clean?.(field, value) ?? value);
      if (length > max) return `${field.label} can hold at most ${max} characters; this has ${length}.`;
      const min = field.minLength ?? 0;
      if (length < min) return `${field.label} must have at least ${min} characters.`;
      // A PostgreSQL text can't contain NUL, and no person types one.
      if (value.includes('\u0000')) return `${field.label} holds a character that can't be stored.`;
      return rules.problem?.(field, rules.isMultiline || field.secret ? value : trim(value)) ?? null;
    },
    read: (raw) => {
      const text = readText(raw);
      return text === undefined || !rules.trim ? text : rules.trim(text);
    },
    sample: (field, n) => rules.sample(field, n).slice(0, maxLength(field)),
    bodySchema: (field) => textSchema(field, maxLength(field), keepsSpace ? String : rules.isMultiline || field.secret ? null : trim),
    maxLength,
    ...(rules.isMultiline
      ? { isMultiline: true }
      : { normalise: (_: F, value: Json) => (typeof value === 'string' ? trim(value) : value) }),
    keepsSpace,
    isTyped: true,
    serialise(field, value) {
      if (typeof value !== 'string') return toList(field, value);
      const fallback = field.emptyBecomes;
      return toList(
        field,
        !field.secret && !keepsSpace && isBlankText(value) ? (fallback?.value ?? '') : (rules.clean?.(field, value) ?? value),
      );
    },
  });
}

/** Other APIs store numbers in place of texts. */
export function readText(raw: Json): string | undefined {
  return typeof raw === 'string' ? raw : typeof raw === 'number' ? String(raw) : undefined;
}

/** A text in a record's body. Whether a text with a condition is required depends on the other values. */
export function textSchema(
  { required, when }: Field,
  maxLength: number = limits.shortTextCharacters,
  trim: ((text: string) => string) | null = null,
): v.GenericSchema<unknown, Json> {
  const asTyped = (text: string) => (isBlankText(text) ? '' : text);
  const text = v.pipe(v.string(), v.transform(trim ?? asTyped), v.maxLength(maxLength));
  return required && !when ? v.pipe(text, v.nonEmpty()) : v.nullable(text);
}

const numbered = ({ label }: Field, n: number) => `${label} ${n}`;

export const textKind = textual<FieldOf<'text'>>({
  maxLength: limits.shortTextCharacters,
  sample: (field, n) => (field.digits ? String(n) : field.format ? field.format.sample(n) : numbered(field, n)),
  problem({ digits, format, label }, text) {
    if (digits && !/^\d{1,9}$/u.test(text)) return `${label} must be a whole number.`;
    return format ? format.problem(format.clean(text)) : null;
  },
  clean: (field, text) => (field.format ? field.format.clean(text) : text),
});

export const telephoneKind = textual<FieldOf<'telephone'>>({
  maxLength: limits.telephoneCharacters,
  sample: (_, n) => `02 5550 010${n}`,
});

const severalLines = {
  maxLength: limits.longTextCharacters,
  sample: (field: Field, n: number) => `${numbered(field, n)}\nSecond line`,
  isMultiline: true,
} as const;

export const multilineKind: FieldDescriptor<MultilineField> = textual<MultilineField>({
  ...severalLines,
  problem: ({ format }, text) => format?.problem(text) ?? null,
});
/** One item on each line. */
export const linesKind: FieldDescriptor<LinesField> = textual<LinesField>({ ...severalLines, problem: (_, text) => itemsProblem(text) });
