import { expect, it } from 'vitest';
import { fillTags, keyOfTag, keysInTags, tagOf } from './tags.ts';
import { validateField } from '../fields/index.ts';
import { formActions, replyToTags } from '../resources/form-actions.ts';
import { replyAddress } from '../resources/reply-address.ts';
import { readFormFields } from './form-field.ts';
import { tagProblem, withTagProblems } from './tag-problem.ts';

it('finds what tags name, with spaces and in any letters, and nothing in single braces', () => {
  const found = keysInTags('{{name}} of {{ Straße_2 }}, {{name}}, {one}, {{two words}}, {{}}, {{ }}, {{{last}}}');
  expect(found).toEqual(['name', 'Straße_2', 'two words', 'last']);
});

it.each(['{{\u200bgröße\u00a0}}', '{{ gro\u0308ße }}', '{{gr\u00adöße}}'])(
  'finds, fills and reads a tag however it was pasted: %j',
  (text) => {
    expect(keysInTags(text)).toEqual(['größe']);
    expect(fillTags(`a ${text}`, (key) => (key === 'größe' ? '3' : '?'))).toBe('a 3');
    expect(keyOfTag(text)).toBe('größe');
  },
);

it('fills nothing into what can be no tag', () =>
  expect(fillTags('{{First Name}} {{a.b}} {{}} {{ }} {x} {{a', () => '!')).toBe('{{First Name}} {{a.b}} {{}} {{ }} {x} {{a'));

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
  ['mailto:ada@example.com', 'ada@example.com', true],
  ['\u200bada@example.com', 'ada@example.com', true],
  ['{\u200bemail}', '{{email}}', true],
])('a reply goes to %s', (typed, stored, isValid) => {
  expect([replyAddress.clean(typed), replyAddress.problem(replyAddress.clean(typed)) === null]).toEqual([stored, isValid]);
});

it.each([
  ['{{email}}', null],
  [' {{ name }} ', '“Your name” is not an email field. Choose one that is, or enter an address.'],
  ['{{gone}}', 'No field of the form has the tag {{gone}}. The form has {{name}}, {{email}}.'],
  ['{{ Email }}', 'No field of the form has the tag {{Email}}. The form has {{name}}, {{email}}.'],
  ['{{name}} {{email}}', null],
  ['me@example.com', null],
])('a reply address is the tag of an email field, and of none else: %s', (text, problem) => {
  const fields = readFormFields([
    { type: 'text', key: 'name', label: 'Your name' },
    { type: 'email', key: 'email', label: 'Email' },
    { type: 'heading', key: 'gone', label: 'Gone' },
  ]);
  expect(tagProblem(replyToTags, text, fields)).toBe(problem);
});

it.each([
  ['email_subject', 'From {{name}}', null],
  ['email_subject', 'From {{nam}}', 'No field of the form has the tag {{nam}}. The form has {{name}}, {{email}}.'],
  ['email_subject', 'From {name}, {{name}}, {{}} or }}', null],
  ['email_subject', 'From {{First Name}}', 'No field of the form has the tag {{First Name}}. The form has {{name}}, {{email}}.'],
  ['email_subject', 'From {{data.email}}', 'No field of the form has the tag {{data.email}}. The form has {{name}}, {{email}}.'],
  ['email_message', '{{name}} {{email|upper}}', 'No field of the form has the tag {{email|upper}}. The form has {{name}}, {{email}}.'],
  ['email_message', 'Dear {{{name}}}', null],
  ['email_message', 'Dear {{ name }, hello', 'The tag in “{{ name }” has no end. A tag is a key in double braces, such as {{email}}.'],
  ['email_message', 'Dear {{name', 'The tag in “{{name” has no end. A tag is a key in double braces, such as {{email}}.'],
  ['email_message', 'Braces {{ {{name}} and } or }} {', null],
  ['email_message', 'Dear {{नाम}}', 'No field of the form has the tag {{नाम}}. The form has {{name}}, {{email}}.'],
  [
    'email_message',
    'Dear {{first_name}}, {{name}}, {{x}}',
    'No field of the form has the tag {{first_name}}, {{x}}. The form has {{name}}, {{email}}.',
  ],
  ['success_message', 'Thank you, {{ name }}!', null],
  ['success_message', 'Thank you, {{heading}}!', 'No field of the form has the tag {{heading}}. The form has {{name}}, {{email}}.'],
  ['redirect_url', 'https://a.example/?n={{name}}', '{{name}} is not filled in here: a redirect leads every visitor to the same address.'],
  ['redirect_url', 'https://a.example/?n=name', null],
])('of an action, %s with %s', (key, text, problem) => {
  const form = [
    { type: 'text', key: 'name', label: 'Your name' },
    { type: 'email', key: 'email', label: 'Email' },
    { type: 'heading', key: 'heading', label: 'Heading' },
  ];
  const field = withTagProblems(formActions.fields, () => form).find((each) => each.key === key);
  expect(field && validateField(field, text)).toBe(problem);
  // A form that is not known says nothing of its fields.
  const unread = withTagProblems(formActions.fields, () => undefined).find((each) => each.key === key);
  if (key !== 'redirect_url') expect(unread && validateField(unread, text)).toBeNull();
});

it('of a form without fields, and of one with many, says so', () => {
  expect(tagProblem({}, '{{name}}', [])).toBe('No field of the form has the tag {{name}}. The form has no fields yet.');
  const many = readFormFields(Array.from({ length: 12 }, (_, at) => ({ type: 'text', key: `f${at}`, label: `F ${at}` })));
  expect(tagProblem({}, '{{f11}}', many)).toBeNull();
  expect(tagProblem({}, '{{name}}', many)).toMatch(/^No field .*\{\{f9\}\} and 2 more\.$/u);
});
