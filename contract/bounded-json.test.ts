import { expect, it } from 'vitest';
import { boundedJson } from './bounded-json.ts';

it('leaves what fits as it is', () => {
  const value = { name: { label: 'Name', value: '<b>Jo</b>' }, ages: [1, 2], agreed: true, nothing: null };
  expect(boundedJson(value, 1000)).toEqual(value);
  expect(boundedJson(undefined, 1000)).toBeNull();
  expect(boundedJson(Number.NaN, 1000)).toBeNull();
});

it('cuts the text that goes beyond, says so, and leaves out what follows', () => {
  const value = boundedJson({ a: { label: 'A', value: 'x'.repeat(1_000_000) }, b: { label: 'B', value: 'later' } }, 100);
  expect(JSON.stringify(value).length).toBeLessThan(150);
  expect(value).toEqual({ a: { label: 'A', value: expect.stringMatching(/^x{30,60}… \(cut: 1,000,000 characters\)$/u) } });
  expect(boundedJson(value, 100), 'once more').toEqual(value);
});

it('bounds many entries, deep ones and long keys alike', () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, null]));
  expect(Object.keys(Object(boundedJson(many, 1000))).length).toBeLessThan(300);
  let deep: unknown = 'end';
  for (let level = 0; level < 10_000; level += 1) deep = [deep];
  expect(JSON.stringify(boundedJson(deep, 1_000_000)).length).toBeLessThan(100);
  expect(JSON.stringify(boundedJson({ ['k'.repeat(10_000)]: 1 }, 100)).length).toBeLessThan(200);
  const emoji = boundedJson('😀'.repeat(100), 62);
  expect([emoji, String(emoji).isWellFormed()]).toEqual([expect.stringMatching(/…? \(cut: 200 characters\)$/u), true]);
  for (let most = 0; most < 20; most += 1) expect(String(boundedJson('😀'.repeat(100), most)).length).toBeLessThanOrEqual(most);
});
