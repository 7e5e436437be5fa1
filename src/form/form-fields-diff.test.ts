import type { JsonObject } from '#contract/json.ts';
import { expect, it } from 'vitest';
import { formFieldsDiff } from './form-fields-diff.ts';

const field = (key: string, more: JsonObject = {}): JsonObject => ({ type: 'text', key, name: key, label: key, ...more });
const [first, second, third] = [field('first'), field('second'), field('third')];

it('names the properties that differ, and counts what is the same', () => {
  const mine = field('second', { label: 'Telephone', name: 'telephone', required: true });
  const theirs = field('second', { label: 'Mobile', name: 'mobile' });
  expect(formFieldsDiff([first, mine, third], [first, theirs, third])).toEqual({
    differences: [{ name: 'Telephone', mine: ['Label: Telephone', 'Required: yes'], theirs: ['Label: Mobile', 'Required: no'] }],
    same: 2,
  });
});

it('says which side lacks a field', () => {
  const budget = field('budget', { type: 'number', label: 'Budget' });
  expect(formFieldsDiff([first, budget, second], [first, second]).differences).toEqual([
    { name: 'Budget', mine: ['Here, as Number'], theirs: ['Not here'] },
  ]);
  expect(formFieldsDiff([first], [first, budget]).differences).toEqual([
    { name: 'Budget', mine: ['Not here'], theirs: ['Here, as Number'] },
  ]);
});

it('calls moved only what has moved, and not what stands behind it', () => {
  expect(formFieldsDiff([third, first, second], [first, second, third])).toEqual({
    differences: [{ name: 'third', mine: ['Place 1'], theirs: ['Place 3'] }],
    same: 2,
  });
  expect(formFieldsDiff([first, field('new'), second], [first, second]).differences, 'nothing is moved by a field before it').toHaveLength(
    1,
  );
});

it('takes a field of one type at one place for the same one with another key', () => {
  expect(formFieldsDiff([first, field('mail', { label: 'Mail' })], [first, field('email', { label: 'Mail' })]).differences).toEqual([
    { name: 'Mail', mine: ['Key: mail', 'Name: mail'], theirs: ['Key: email', 'Name: email'] },
  ]);
});

it('shows options, types and texts, and never two equal lines for two values', () => {
  const options = (...values: JsonObject[]) => field('when', { type: 'select', values });
  expect(
    formFieldsDiff([options({ value: 'am', label: 'Morning' })], [options({ value: 'am', label: 'Morning' }, { value: 'pm', label: 'pm' })])
      .differences,
  ).toEqual([{ name: 'when', mine: ['Options: Morning (am)'], theirs: ['Options: Morning (am), pm'] }]);
  expect(formFieldsDiff([field('a', { default: '' })], [field('a', { default: [] })]).differences).toEqual([
    { name: 'a', mine: ['Default: ""'], theirs: ['Default: []'] },
  ]);
  const text = (content: string): JsonObject => ({ type: 'paragraph', label: '', content });
  expect(formFieldsDiff([text('Hello')], [text('Good day')]).differences).toEqual([
    { name: 'Hello', mine: ['Text: Hello'], theirs: ['Text: Good day'] },
  ]);
});
