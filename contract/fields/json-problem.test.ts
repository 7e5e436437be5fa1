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
    const nearly = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', '\\', '\n', '0', '.', 'e', 'true', '\u0001', '\u007f'));
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(jsonProblem(text)).toBeNull();
      }),
    );
    fc.assert(
      fc.property(nearly, ([text, at, piece]) => {
        const cut = at % (text.length + 1);
        const changed = text.slice(0, cut) + piece + text.slice(cut + (at % 2));
        expect(jsonProblem(changed) === null, changed).toBe(isJson(changed));
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
  for (const text of ['', ' ', '{}', ' {"a": [1]}\n']) expect(jsonObject.problem(text)).toBeNull();
  for (const text of ['[]', '5', 'null', '"{"']) expect(jsonObject.problem(text)).toMatch(/^Enter a JSON object/u);
  expect(jsonObject.problem('{"a":\n  b}')).toMatch(/line 2, column 3/u);
});
