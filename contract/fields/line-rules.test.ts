import { prices } from './text-format.ts';
import { describe, expect, it } from 'vitest';
import type { Field } from './field.ts';
import { validateField } from './index.ts';

const items: Field = { kind: 'lines', key: 'k', label: 'Departments', required: true };
const priced: Field = { kind: 'code', language: 'text', key: 'p', label: 'Prices', format: prices };

describe('one item on each line', () => {
  it.each(['Sales', 'Sales\nRentals\n', 'Sales\r\nRentals', 'Sales\nRentals\n\n  \n'])('takes %j', (text) =>
    expect(validateField(items, text)).toBeNull(),
  );
  it.each([
    ['Sales\n\nRentals', 'Line 2 is blank.'],
    ['\nSales', 'Line 1 is blank.'],
    ['Sales\n \nRentals', 'Line 2 is blank.'],
    ['Sales\nRentals\n sales ', '“sales” stands twice, in lines 1 and 3.'],
    ['Sales\n\u200b\u00a0\nRentals', 'Line 2 is blank.'],
    ['Sales\u2028\u2028Rentals', 'Line 2 is blank.'],
    ['Café\nCafe\u0301', '“Cafe\u0301” stands twice, in lines 1 and 2.'],
    ['Sales\nSa\u00adles', '“Sa\u00adles” stands twice, in lines 1 and 2.'],
  ])('refuses %j', (text, message) => expect(validateField(items, text)).toBe(message));
});

describe('one price on each line', () => {
  it.each(['', '250000', '300\n400.50\n', '300\n\n400'])('takes %j', (text) => expect(validateField(priced, text)).toBeNull());
  it.each([
    ['$250000', 1],
    ['300\n4oo', 2],
    ['300\u2028x', 2],
    ['1,000', 1],
    ['-5', 1],
    ['0', 1],
    ['300\r\n1e3', 2],
    ['9'.repeat(13), 1],
  ])('refuses %j in line %d', (text, line) =>
    expect(validateField(priced, text)).toMatch(new RegExp(`^Line ${line}: .* is not a price`, 'u')),
  );
});
