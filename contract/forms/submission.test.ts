import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { formFieldsSchema } from './form-field.ts';
import { readSubmission } from './submission.ts';

const fieldsOf = (...fields: readonly object[]) => v.parse(formFieldsSchema, fields);

describe('what a visitor sent', () => {
  it('is read by the fields of the form, and nothing else of it', () => {
    const fields = fieldsOf(
      { type: 'text', key: 'name', label: 'Name', required: true },
      { type: 'number', key: 'rooms', label: 'Rooms' },
      { type: 'checkbox', key: 'news', label: 'News' },
      { type: 'checkboxes', key: 'kinds', label: 'Kinds', values: [{ value: 'h', label: 'House' }, 'Unit'] },
      { type: 'select', key: 'suburb', label: 'Suburb', values: ['Manly'] },
      { type: 'heading', label: 'H' },
    );
    const sent = { name: [' Ada '], rooms: ['3'], kinds: ['Unit', 'h'], suburb: ['Manly'], other: ['x'], h: ['y'] };
    expect(readSubmission(fields, sent)).toEqual({
      fields: { name: 'Ada', rooms: 3, news: false, kinds: ['h', 'Unit'], suburb: 'Manly' },
      payload: {
        name: { label: 'Name', value: 'Ada' },
        rooms: { label: 'Rooms', value: '3' },
        news: { label: 'News', value: 'No' },
        kinds: { label: 'Kinds', value: 'House, Unit' },
        suburb: { label: 'Suburb', value: 'Manly' },
      },
      problems: {},
    });
  });

  it.each([
    ['date', '2026-02-28', null],
    ['date', '2026-02-29', 'Day must be a date, such as 2026-01-31.'],
    ['date', '28/02/2026', 'Day must be a date, such as 2026-01-31.'],
    ['date', '2026-13-01', 'Day must be a date, such as 2026-01-31.'],
    ['url', 'javascript:alert(1)', 'Day must be a full address, such as https://example.com.'],
    ['email', 'a@b', 'Day must be an email address, such as name@example.com.'],
    ['text', 'x'.repeat(1001), 'Day can hold at most 1000 characters; this has 1001.'],
    ['radio', 'none', 'Day: choose from the list.'],
  ])('a %s of %s', (type, value, problem) => {
    const fields = fieldsOf({ type, key: 'day', label: 'Day', values: ['some'] });
    expect(readSubmission(fields, { day: [value] }).problems).toEqual(problem === null ? {} : { day: problem });
  });
});

it.each([
  ['Name', 'Name is required.'],
  ['Link to a reference', 'Link to a reference is required.'],
  ['Which home is it about?', '“Which home is it about?” is required.'],
  ['What we should know before', '“What we should know before” is required.'],
])('a problem is a sentence, whatever the label: %s', (label, problem) => {
  const fields = fieldsOf({ type: 'text', key: 'x', label, required: true });
  expect(readSubmission(fields, {}).problems).toEqual({ x: problem });
});
