import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { formFieldNames, formFieldSchema, formFieldTypes, keyOfLabel, keyProblem, readFormFields } from './form-field.ts';
import { forms } from '../resources/forms.ts';
import { formFieldsRules, formFieldsValue } from './form-fields-rules.ts';
import type { JsonObject } from '../json.ts';
import { formProblems } from './form-problems.ts';

const field = (from: object) => v.parse(formFieldSchema, from);

describe('the definition of a form', () => {
  it('is whole where each field is, and its keys differ', () => {
    const fields = formFieldTypes.map((type) => field({ type, label: formFieldNames[type], content: 'x', values: ['a'] }));
    expect(formProblems(fields)).toEqual([]);
    expect(formProblems([...fields, field({ type: 'text', label: 'Text field' })])).toMatchObject([{ part: 'key' }]);
    expect(formProblems([field({ type: 'heading', label: 'H' })])).toMatchObject([{ at: null }]);
  });

  it.each([
    ['number', 'three', 'Default must be a number.'],
    ['number', '3', null],
    ['email', 'office', 'Default must be an email address, such as name@example.com.'],
    ['url', 'example', 'Default must be a full address, such as https://example.com.'],
    ['date', '2026-02-30', 'Default must be a date, such as 2026-01-31.'],
    ['textarea', 'Anything\nat all', null],
    ['select', 'none', 'The default is none of the values.'],
  ])('has a default of %s that a visitor could send: %s', (type, filled, problem) => {
    const problems = formProblems([field({ type, label: 'Field', default: filled, values: ['some'] })]);
    expect(problems.map(({ part, message }) => [part, message])).toEqual(problem === null ? [] : [['default', problem]]);
  });

  it('keeps what this version does not know: fields of other types, and other properties', () => {
    const stored: readonly JsonObject[] = [
      { type: 'signature', key: 'sign', pen: { width: 2 } },
      { type: 'text', key: 'name', label: 'Name', validate: { minLength: 3 }, tooltip: 'Who?' },
    ];
    const written = formFieldsRules.read(stored);
    expect(written).toMatchObject(stored);
    expect(v.parse(formFieldsRules.bodySchema, written)).toEqual(written);
    expect(formFieldsRules.problem(written ?? [])).toBeNull();
    const fields = readFormFields(written);
    expect(readFormFields(formFieldsValue(fields)), 'a field that has not changed is the same object').toEqual(fields);
    expect(readFormFields(formFieldsValue(fields))[1]).toBe(fields[1]);
  });

  it('has keys that begin with no underscore: those are the form’s own', () => {
    expect(['a', 'first_name', '2nd', '_topic', 'a b', ''].map((key) => keyProblem(key) === null)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(keyOfLabel(' __First name?', ['first_name'])).toBe('first_name_2');
  });
});

it.each([
  [{ name: 'contact', label: 'Contact us' }, 'contact (Contact us)'],
  [{ name: 'newsletter', label: ' Newsletter' }, 'newsletter'],
  [{ name: 'visit', label: null }, 'visit'],
])('a form in a list to choose from has its name first: %j', (form, option) => {
  expect(forms.describeOption?.(form)).toBe(option);
});
