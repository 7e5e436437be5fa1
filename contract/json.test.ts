import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { isShallow, jsonSchema } from './json.ts';

const passes = (value: unknown) => v.safeParse(jsonSchema, value).success;

describe('JSON', () => {
  it.each(['a', 0, false, null, [], {}, [[{ a: [null, { b: 'c' }] }]], JSON.parse('{"__proto__": 1}')])('is %j', (value) => {
    expect(passes(value)).toBe(true);
    expect(v.parse(jsonSchema, value)).toEqual(value);
  });

  it.each([undefined, Number.NaN, () => 1, Symbol('x'), 1n, new Date(0), new Map(), [undefined], { a: [{ b: undefined }] }])(
    'is not what it has no form for: case %#',
    (value) => {
      expect(passes(value)).toBe(false);
    },
  );

  it('may be nested to any depth, and wide, without exhausting the stack', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i += 1) deep = [deep];
    expect(passes(deep)).toBe(true);
    expect(passes(Array.from({ length: 300_000 }, () => []))).toBe(true);
  });
});

it('is shallow up to a number of levels', () => {
  expect(isShallow('a', 0)).toBe(true);
  expect([1, 2].map((levels) => isShallow([{ a: 1 }, 2], levels))).toEqual([false, true]);
  expect(isShallow({ a: [], b: 1 }, 2)).toBe(true);
});
