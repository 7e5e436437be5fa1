import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field } from './field.ts';
import { validateField } from './index.ts';
import { json, jsonObject, jsonProblem } from './json-problem.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('jsonProblem', () => {
  it('agrees with JSON.parse, about JSON and about what is nearly JSON', () => {
    // Numbers that can't be kept exactly are refused, and have a test of their own.
    const anyJson = fc.json().filter((text) => !/\d[eE]|\d{16}/u.test(text));
    const nearly = fc.tuple(anyJson, fc.nat(), fc.constantFrom('', ',', '}', '"', '\\', '\n', '0', '.', 'e', 'true', '\u0001', '\u007f'));
    fc.assert(
      fc.property(anyJson, (text) => {
        expect(jsonProblem(text)).toBeNull();
      }),
    );
    fc.assert(
      fc.property(nearly, ([text, at, piece]) => {
        const cut = at % (text.length + 1);
        const changed = text.slice(0, cut) + piece + text.slice(cut + (at % 2));
        const problem = jsonProblem(changed);
        // A text that is JSON may still have a name twice, or a number that is too long.
        if (problem === null || !/stands twice|kept exactly/u.test(problem.message))
          expect(problem === null, changed).toBe(isJson(changed));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['{"suburb": "Manly",}', 1, 20],
    ['{\n  "suburb": Manly\n}', 2, 13],
    ['{\r\n  "beds" 3\r\n}', 2, 10],
    ['[1, 2', 1, 6],
    ['{"a": 1} x', 1, 10],
    ["{'a': 1}", 1, 2],
    ['{"a": "b\nc"}', 1, 9],
    [' ', 1, 2],
  ])('says of %j where: line %d, column %d', (text, line, column) => expect(jsonProblem(text)).toMatchObject({ line, column }));

  it.each([
    ['{"id": 9007199254740993}', 1, 8, 'the number 9007199254740993 can’t be kept exactly. Write it as a text, in double quotes.'],
    ['{"a":\n  [1, 1e400]}', 2, 7, 'the number 1e400 can’t be kept exactly'],
    ['{"a": -12345678901234567890}', 1, 7, 'the number -12345678901234567890 can’t'],
    ['{"a": 1e-400}', 1, 7, 'the number 1e-400 can’t'],
    ['{"a": 1,\n "a": 2}', 2, 2, 'the name “a” stands twice in one object.'],
    ['{"a": 1, "\\u0061": 2}', 1, 10, 'the name “a” stands twice'],
    ['[{"x": {"b": 1, "b": 1}}]', 1, 17, 'the name “b” stands twice'],
  ])('refuses %j, which would be read as something else, in line %d, column %d', (text, line, column, message) => {
    const found = jsonProblem(text);
    expect(found).toMatchObject({ line, column });
    expect(found?.message).toContain(message);
  });

  it.each([
    '{"id": 9007199254740991}',
    '{"a": 1.5e3, "b": -0.25}',
    '{"a": 0, "b": 0.0}',
    '[{"a": 1}, {"a": 1}]',
    '{"a": {"a": {"a": 1}}}',
    '{"a": 1, "A": 2}',
  ])('takes %s', (text) => expect(jsonProblem(text)).toBeNull());

  // Within the time that a test has.
  it('reads a number of a million digits', () => expect(jsonProblem(`1${'0'.repeat(1_000_000)}1`)).not.toBeNull());

  it('stops at a text that is nested without end', () => expect(jsonProblem('['.repeat(100_000))).not.toBeNull());
});

it('is the message of a field, with line and column', () => {
  const filters: Field = { kind: 'code', language: 'json', format: json, key: 'filters', label: 'Filters' };
  expect(validateField(filters, '{\n  "beds": 3,\n}')).toBe(
    'Not valid JSON: in line 3, column 1, “}” stands where a name in double quotes is expected.',
  );
  expect([validateField(filters, ''), validateField(filters, ' '), validateField(filters, '{}')]).toEqual([null, null, null]);
});

it('a JSON object is neither a list nor a number', () => {
  for (const text of ['', ' ', '\ufeff', '\ufeff{}', '\u200b{\u00a0"a": "\u200b"}\u2060', '{}', ' {"a": [1]}\n'])
    expect(jsonObject.problem(text)).toBeNull();
  for (const text of ['[]', '5', 'null', '"{"']) expect(jsonObject.problem(text)).toMatch(/^Enter a JSON object/u);
  expect(jsonObject.problem(`\ufeff{"a":\n \u200b b}`)).toMatch(/line 2, column 4/u);
  expect(jsonObject.problem('{"a":\n  b}')).toMatch(/line 2, column 3/u);
});

it.each([
  '1e16',
  '10000000000000000',
  '1.5e300',
  '-1E+22',
  '9007199254740992',
  '12345678901234567e0',
  '9007199254740993',
  '1e309',
  '0.1e18',
])('the number %s is taken where it is kept as it is', (written) => {
  const isKept = !['12345678901234567e0', '9007199254740993', '1e309'].includes(written);
  expect(jsonProblem(`{"id": ${written}}`) === null).toBe(isKept);
});
