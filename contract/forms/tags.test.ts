import { expect, it } from 'vitest';
import { fillTags, keyOfTag, keysInTags, tagOf } from './tags.ts';
import { replyAddress } from '../resources/reply-address.ts';

it('finds the keys of tags, with spaces and in any letters, and nothing else in braces', () => {
  expect(keysInTags('{{name}} of {{ Straße_2 }}, {{name}}, {one}, {{two words}}, {{}}')).toEqual(['name', 'Straße_2']);
});

it('replaces each tag once: a value that looks like a tag stays', () => {
  const values = new Map([
    ['a', '{{b}}'],
    ['b', 'no'],
  ]);
  expect(fillTags('{{a}} and {{c}}.', (key) => values.get(key) ?? '')).toBe('{{b}} and .');
});

it.each([
  [tagOf('email'), 'email'],
  ['{{ email }}', 'email'],
  ['{email}', null],
  ['to {{email}}', null],
])('%s is the tag of %s alone', (text, key) => expect(keyOfTag(text)).toBe(key));

it.each([
  [' ada@example.com ', 'ada@example.com', true],
  ['{email}', '{{email}}', true],
  ['{{ email }}', '{{email}}', true],
  ['{{email}} or me', '{{email}} or me', false],
  ['nobody', 'nobody', false],
])('a reply goes to %s', (typed, stored, isValid) => {
  expect([replyAddress.clean(typed), replyAddress.problem(replyAddress.clean(typed)) === null]).toEqual([stored, isValid]);
});
