import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { formFieldNames, formFieldSchema, formFieldTypes, keyOfLabel, keyProblem } from './form-field.ts';
import { formProblems } from './form-problems.ts';

const field = (from: object) => v.parse(formFieldSchema, from);

describe('the definition of a form', () => {
  it('is whole where each field is, and its keys differ', () => {
    const fields = formFieldTypes.map((type) => field({ type, label: formFieldNames[type], content: 'x', values: ['a'] }));
    expect(formProblems(fields)).toEqual([]);
    expect(formProblems([...fields, field({ type: 'text', label: 'Text field' })])).toMatchObject([{ part: 'key' }]);
    expect(formProblems([field({ type: 'heading', label: 'H' })])).toMatchObject([{ at: null }]);
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
