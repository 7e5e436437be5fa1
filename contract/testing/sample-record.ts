import * as v from 'valibot';
import type { Field } from '../fields/field.ts';
import { choiceListOf, isMultiline, sampleValue } from '../fields/index.ts';
import { type Json, jsonSchema } from '../json.ts';
import { blankValue, type ResourceDefinition, type Values } from '../resources/define.ts';
import { isShown } from '../settings/screen.ts';

/** A valid value of the field; texts are different for each word (letters and hyphens). References to records and files stay empty. */
function filledValue(field: Field, word: string): Json {
  if (choiceListOf(field) !== null || 'accept' in field) return blankValue(field);
  const sample = sampleValue(field);
  if (field.kind === 'url') return field.accepts === 'any' ? `/${word}/${field.key}` : `https://${word}.example/${field.key}`;
  if (field.kind === 'email') return `${word}@bay.example`;
  if (field.kind === 'text' && field.digits) return sample;
  if ((field.kind === 'text' || field.kind === 'code') && field.format) return field.format.sample(numberOf(word));
  if (field.kind === 'text' || isMultiline(field)) return `${field.label} ${word}`;
  return typeof sample === 'boolean' ? blankValue(field) : sample;
}

/** Different for different words, as far as tests use them. */
const numberOf = (word: string): number =>
  [...word].reduce((number, letter) => (number * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7);

/** Whether a field's value is the id of another record or of a file, or several. */
export function isReference({ references }: Pick<ResourceDefinition, 'references'>, field: Field): boolean {
  return field.key in references || 'accept' in field || choiceListOf(field) !== null;
}

/** The values of a valid record, as a form would send them: those of the fields that it shows. */
export function sampleRecord({ fields }: Pick<ResourceDefinition, 'fields'>, word: string): Values {
  const values = new Map(fields.map((field) => [field.key, filledValue(field, word)]));
  const plain = (key: string) => {
    const value = values.get(key);
    return typeof value === 'object' ? null : value;
  };
  const scope = { theme: null, value: plain, setting: () => undefined };
  return Object.fromEntries(fields.filter(({ when }) => isShown(when, scope)).map(({ key }) => [key, values.get(key) ?? null]));
}

/** What an API answers of these values: no secret, and what a JSON text stands for. */
export function withoutSecrets({ fields }: Pick<ResourceDefinition, 'fields'>, values: Values): Values {
  const secrets = new Set(fields.flatMap(({ key, secret }) => (secret ? [key] : [])));
  const parsed = new Set(fields.flatMap(({ key, isParsed }) => (isParsed ? [key] : [])));
  return Object.fromEntries(
    Object.entries(values)
      .filter(([key]) => !secrets.has(key))
      .map(([key, value]) => [key, parsed.has(key) && typeof value === 'string' ? v.parse(jsonSchema, JSON.parse(value)) : value]),
  );
}

/** The field that a test renames a record by: its name, or the first text where the server derives the name. */
export function namedBy({ fields, nameKey, references }: Pick<ResourceDefinition, 'fields' | 'nameKey' | 'references'>): string {
  if (fields.some(({ key }) => key === nameKey)) return nameKey;
  return fields.find((field) => !isReference({ references }, field))?.key ?? nameKey;
}
