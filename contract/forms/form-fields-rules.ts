import * as v from 'valibot';
import type { FormFieldsRules } from '../fields/field.ts';
import { isJsonObject, type Json, type JsonObject, jsonSchema } from '../json.ts';
import { limits } from '../limits.ts';
import { type FormEntry, formFieldSchema, isReadField, readFormFields, storedFormField } from './form-field.ts';
import { formProblems } from './form-problems.ts';
import { mergeFormFields } from './merge-form-fields.ts';

/** Fields of a form as the value of a field of the kind `formFields`. */
export function formFieldsValue(entries: readonly FormEntry[]): readonly JsonObject[] {
  return entries.map((entry) => (isReadField(entry) ? storedFormField(entry) : entry.stored)).filter((entry) => isJsonObject(entry));
}

/** The rules of every list of a form's fields. The definition that has one imports them, so that others do not load them. */
export const formFieldsRules: FormFieldsRules = {
  none: formProblems([])[0]?.message ?? '',
  problem(value) {
    if (formFieldsRules.read(value) === null) return 'The fields of a form must be a list.';
    const [problem] = formProblems(readFormFields(value));
    if (!problem) return null;
    return problem.at === null ? problem.message : `Field ${problem.at + 1}: ${problem.message}`;
  },
  read(value) {
    if (!Array.isArray(value) || !value.every((each) => isJsonObject(each) && typeof each['type'] === 'string')) return null;
    return formFieldsValue(readFormFields(value));
  },
  merge(began, one, other, isOver) {
    const [base, mine, theirs] = [began, one, other].map((fields) => formFieldsRules.read(fields ?? []));
    const both = base && mine && theirs ? mergeFormFields(base, mine, theirs, isOver) : null;
    // Each may be right by itself, and both together have one key twice, or no field that visitors can fill in.
    const isWrong = both !== null && formFieldsRules.problem([...both]) !== null;
    return isWrong && [mine, theirs].every((each) => formFieldsRules.problem([...(each ?? [])]) === null) ? null : both;
  },
  sample: (n) => formFieldsValue([v.parse(formFieldSchema, { type: 'text', label: `Field ${n}` })]),
  bodySchema: v.nullable(
    v.pipe(
      // One that this version can't read is taken as it is: a form that has one can be saved too.
      v.array(v.objectWithRest({ type: v.string() }, jsonSchema)),
      v.maxLength(limits.fieldsPerForm),
      v.transform((fields): Json => formFieldsValue(readFormFields(fields))),
    ),
  ),
};
