import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedParts, diffLines } from './line-diff.ts';

it('keeps the common lines, and says of each other line which text it is from', () => {
  expect(diffLines('a\nb\nc', 'a\nx\nc')).toEqual([
    { at: 0, side: 'both', text: 'a' },
    { at: 1, side: 'first', text: 'b' },
    { at: 2, side: 'second', text: 'x' },
    { at: 3, side: 'both', text: 'c' },
  ]);
});

it('contains each text whole', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 8 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (first, second) => {
      const lines = diffLines(first, second);
      const of = (side: 'first' | 'second') =>
        lines
          .filter((line) => line.side === 'both' || line.side === side)
          .map((line) => line.text)
          .join('\n');
      expect([of('first'), of('second')]).toEqual([first, second]);
    }),
  );
});

it('does not compare two long texts that have hardly anything in common', () => {
  const written = (name: string) => Array.from({ length: 2000 }, (_, at) => (at % 3 === 0 ? 'both' : `${name} ${at}`));
  const [first, second] = [written('first'), written('second')];
  const lines = diffLines(first.join('\n'), second.join('\n'));
  expect(lines.map(({ text }) => text)).toEqual([...first, ...second]);
  expect(lines.map(({ side }) => side)).toEqual([...first.map(() => 'first'), ...second.map(() => 'second')]);
});

it('leaves out lines that are far from any difference', () => {
  const many = (middle: string) => ['1', '2', '3', '4', middle, '6', '7', '8', '9'].join('\n');
  expect(changedParts(diffLines(many('a'), many('b'))).map(({ text }) => text)).toEqual(['3', '4', 'a', 'b', '6', '7']);
  expect(changedParts(diffLines('a', 'a'))).toEqual([]);
});
