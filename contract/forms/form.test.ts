import { expect, it } from 'vitest';
import * as v from 'valibot';
import { formFieldsSchema } from './form-field.ts';
import { formRows } from './form-layout.ts';
import { readSubmission } from './submission.ts';

const fields = v.parse(formFieldsSchema, [
  { type: 'text', label: 'First name', required: true },
  { type: 'columns' },
  { type: 'date', label: 'Day' },
  { type: 'heading', label: 'Your home' },
  { type: 'checkboxes', label: 'Rooms', values: ['Kitchen', 'Attic'] },
]);

it('divides the fields between headings into columns', () => {
  expect(formRows(fields).map(({ columns }) => columns.map((column) => column.map(({ label }) => label)))).toEqual([
    [['First name'], ['Day']],
    [['Your home']],
    [['Rooms']],
  ]);
});

it('reads what a visitor sent by the fields, and says what is wrong', () => {
  const sent = { first_name: [' Ada '], day: ['2026-02-28'], rooms: ['Attic'], other: ['x'] };
  expect(readSubmission(fields, sent)).toMatchObject({
    fields: { first_name: 'Ada', day: '2026-02-28', rooms: ['Attic'] },
    payload: { first_name: { label: 'First name', value: 'Ada' } },
    problems: {},
  });
  expect(readSubmission(fields, { day: ['2026-02-30'], rooms: ['Cellar'] }).problems).toEqual({
    first_name: 'First name is required.',
    day: 'Day must be a date, such as 2026-01-31.',
    rooms: 'Rooms: choose from the list.',
  });
});
