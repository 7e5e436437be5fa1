import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { smallestChange } from './code-editor.tsx';

it('is nothing between equal texts', () => expect(smallestChange('abc', 'abc')).toBeNull());

it('leaves the common start and end alone', () => {
  expect(smallestChange('one two three', 'one 2 three')).toEqual({ from: 4, to: 7, insert: '2' });
  expect(smallestChange('aaa', 'aa')).toEqual({ from: 2, to: 3, insert: '' });
});

it('always leads from the one to the other', () => {
  assert(
    property(string(), string(), (before, after) => {
      const change = smallestChange(before, after);
      expect(change ? before.slice(0, change.from) + change.insert + before.slice(change.to) : before).toBe(after);
    }),
  );
});
