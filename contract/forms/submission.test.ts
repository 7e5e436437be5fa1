import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { formFieldsSchema } from './form-field.ts';
import { payloadEntries } from '../resources/submissions.ts';
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
  ['1250.5', 1250.5],
  ['1,250', 1250],
  ['1,250,000.50', 1_250_000.5],
  ['1,5', 1.5],
  ['0,125', 0.125],
  ['1 250 000', 1_250_000],
  ['1\u202f250,5', 1250.5],
  ['1.250.000', 1_250_000],
  ['1.250,75', 1250.75],
  ["1’250'000", 1_250_000],
  ['.5', 0.5],
  ['+3', 3],
  ['−5', -5],
  ['-$1,250', -1250],
  ['$ 650,000', 650_000],
  ['500 €', 500],
  ['1e3', 1000],
  ['٣٫٥', null],
  ['٣٥', 35],
  ['３', 3],
  ['007', 7],
  ['0.12345678901', 0.123_456_789_01],
  ['123456789012345', 123_456_789_012_345],
  ['1234567890123456', null],
  ['500k', null],
  ['1,25,000', null],
  ['1.2.3', null],
  ['1,2,3', null],
  ['12 34', null],
  ["5'10", null],
  ['3 bedrooms', null],
  ['e5', null],
  ['.', null],
  ['$', null],
  ['1e400', null],
  ['NaN', null],
])('a number is read as people write it: %s', (sent, number) => {
  const { fields, payload, problems } = readSubmission(fieldsOf({ type: 'number', key: 'n', label: 'Price' }), { n: [sent] });
  if (number === null) expect(problems).toEqual({ n: sent.length > 15 ? 'Price can have at most 15 digits.' : 'Price must be a number.' });
  else expect([fields, payload]).toEqual([{ n: number }, { n: { label: 'Price', value: sent } }]);
});

it('keeps the order of the fields, whatever their keys', () => {
  const orderOf = (...keys: readonly string[]) => {
    const fields = fieldsOf(...keys.map((key) => ({ type: 'text', key, label: `Field ${key}` })));
    // As it is stored, and as a device has it.
    return payloadEntries(JSON.parse(JSON.stringify(readSubmission(fields, {}).payload))).map(({ key }) => key);
  };
  for (const keys of [
    ['2', '1'],
    ['name', '10', '9'],
    ['1', '2'],
    ['b', 'a'],
    ['4294967296', '0', '-1', '01'],
  ])
    expect(orderOf(...keys)).toEqual(keys);
  const payload = readSubmission(fieldsOf({ type: 'text', key: 'b', label: 'B' }, { type: 'text', key: 'a', label: 'A' }), {}).payload;
  expect(payload).toEqual({ b: { label: 'B', value: '' }, a: { label: 'A', value: '' } });
});

describe('what can’t be seen', () => {
  const read = (type: string, value: string) => {
    const { problems, fields } = readSubmission(fieldsOf({ type, key: 'x', label: 'It', required: true }), { x: [value] });
    return problems['x'] ?? fields['x'];
  };

  it.each(['\u200b', ' \u200b\ufeff ', '\u2060\u00ad', '\u3164', '\u2800', '\u200d', '\u0007', '\ufff9\ufffb'])(
    'is no answer: %j',
    (value) => {
      expect(read('text', value)).toBe('It is required.');
      expect(read('textarea', value)).toBe('It is required.');
    },
  );

  it('is refused where it can’t be stored', () => {
    expect(read('text', '\u0000')).toBe("It holds a character that can't be stored.");
  });

  it.each([
    ['text', 'Ada\r\nBcc: evil@example.com', 'Ada Bcc: evil@example.com'],
    ['text', 'Ada\u2028Phone: 0', 'Ada Phone: 0'],
    ['email', '\u200bada@example.com\ufeff', 'ada@example.com'],
    ['email', 'ada@exam\u00adple.com', 'ada@example.com'],
    ['number', '\u202d42\u202c', 42],
  ])('is taken out of a %s: %j', (type, value, stored) => expect(read(type, value)).toBe(stored));

  it.each([
    ['text', 'می\u200cخواهم'],
    ['text', '👩\u200d👩\u200d👧'],
    ['textarea', 'one\n\ntwo'],
    ['text', '-3'],
    ['email', 'ada@münchen.example'],
  ])('stays where it belongs to a text: %s %j', (type, value) => expect(read(type, value)).toBe(value));

  it('does not hide in an address', () => expect(read('email', 'a\u200cda@example.com')).toMatch(/must be an email address/u));
});

it.each([
  ['\u202a+61 412 345 678\u202c', '+61 412 345 678'],
  ['02\u20135550\u20131234', '02\u20135550\u20131234'],
  ['5550 1234 ext. 3', '5550 1234 ext. 3'],
  ['٠٤١٢ ٣٤٥ ٦٧٨', '٠٤١٢ ٣٤٥ ٦٧٨'],
  ['+44 (0)20 7946 0018 or 020 7946 0019', '+44 (0)20 7946 0018 or 020 7946 0019'],
])('a phone number is taken as people write it: %j', (sent, stored) => {
  const fields = fieldsOf({ type: 'phone', key: 'tel', label: 'Tel' });
  expect(readSubmission(fields, { tel: [sent] })).toMatchObject({ fields: { tel: stored }, problems: {} });
  expect(readSubmission(fields, { tel: ['1'.repeat(101)] }).problems).toEqual({
    tel: 'Tel can hold at most 100 characters; this has 101.',
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
