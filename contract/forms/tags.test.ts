import { expect, it } from 'vitest';
import { fillTags, keyOfTag, keysInTags, tagOf } from './tags.ts';
import { replyToTags } from '../resources/form-actions.ts';
import { replyAddress } from '../resources/reply-address.ts';
import { readFormFields } from './form-field.ts';
import { tagProblem } from './tag-problem.ts';

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

it.each([
  ['{{email}}', null],
  [' {{ name }} ', '“Your name” is not an email field. Choose one that is, or enter an address.'],
  ['{{gone}}', null],
  ['{{name}} {{email}}', null],
  ['me@example.com', null],
])('a reply address is the tag of an email field, or of one that is not there: %s', (text, problem) => {
  const fields = readFormFields([
    { type: 'text', key: 'name', label: 'Your name' },
    { type: 'email', key: 'email', label: 'Email' },
    { type: 'heading', key: 'gone', label: 'Gone' },
  ]);
  expect(tagProblem(replyToTags, text, fields)).toBe(problem);
});
