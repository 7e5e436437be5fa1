import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { type Field, type FieldValue, isSeveral } from './field.ts';
import { choiceListOf, defaultValue, readWire, toWire, validateField } from './index.ts';
import { isShown } from '../settings/screen.ts';

const slider: Field = { kind: 'slider', key: 's', label: 'Size' };
const images: Field = { kind: 'images', key: 'i', label: 'Images', accept: ['png'] };
const record: Field = { kind: 'record', key: 'r', label: 'Agency', list: 'agency' };
const records: Field = { kind: 'records', key: 'm', label: 'People', list: 'staff' };
const ids = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);

describe('a slider', () => {
  it.each([0, 1, 50, 100])('takes %d', (value) => expect(validateField(slider, value)).toBeNull());
  it.each([
    [-1, 'Size must be at least 0.'],
    [101, 'Size must be at most 100.'],
    [0.5, 'Size must be a whole number.'],
    ['half', 'Size must be a number.'],
  ])('refuses %s', (value, message) => expect(validateField(slider, value)).toBe(message));
  it('may have bounds of its own', () => {
    const wide: Field = { ...slider, min: 10, max: 500, step: 10 };
    expect([validateField(wide, 500), validateField(wide, 5)]).toEqual([null, 'Size must be at least 10.']);
  });
  it('is read from text, as other APIs store it, and may be blank', () => {
    expect([readWire(slider, ['35']).value, readWire(slider, ['']).value, readWire(slider, null).value]).toEqual([35, null, null]);
    expect(readWire(slider, ['wide'])).toEqual({ value: null, malformed: 'wide' });
  });
});

describe('one record', () => {
  it('is its id, read from a number, a text or the record itself', () => {
    expect([[7], ['7'], [{ id: 7 }], [''], [false]].map((stored) => readWire(record, stored).value)).toEqual(['7', '7', '7', null, null]);
  });
  it('is none where nothing is stored', () => expect([defaultValue(record), toWire(record, null)]).toEqual([null, null]));
});

describe('several images or records', () => {
  it.each([images, records])('travel as the list itself: %o', (field) => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { maxLength: 20 }), (chosen) => {
        const wire = toWire(field, chosen);
        expect(wire).toEqual(chosen.length === 0 ? null : chosen);
        expect(readWire(field, wire)).toEqual({ value: chosen });
      }),
    );
  });

  it('are read in every form in which an API stores them', () => {
    expect(readWire(images, [['1', 2]])).toEqual({ value: ['1', '2'] });
    expect(readWire(images, [{ data: { id: 4 } }, null, '', { id: 'x' }])).toEqual({ value: ['4', 'x'] });
    expect(readWire(images, ['1', { name: 'no id' }])).toEqual({ value: [], malformed: ['1', { name: 'no id' }] });
    expect(readWire(records, null)).toEqual({ value: [] });
  });

  it.each([
    [images, limits.imagesPerSetting],
    [records, limits.recordsPerSetting],
  ] as const)('have a limit: %o', (field, most) => {
    expect(validateField(field, ids(most))).toBeNull();
    expect(validateField(field, ids(most + 1))).toBe(`${field.label} can hold at most ${most}; these are ${most + 1}.`);
  });

  it.each<FieldValue>(['1', 1, true, ['a'.repeat(101)]])('are a list of ids, and not %j', (value) => {
    expect(validateField(records, value)).toBe('Choose People again.');
  });

  it('are blank where there is none', () => {
    expect(validateField({ ...images, required: true }, [])).toBe('Images is required.');
    expect(validateField(images, [])).toBeNull();
  });

  it('are compared by their content, in conditions too', () => {
    const scope = { theme: null, value: () => ['1', '2'], setting: () => undefined };
    expect(isShown({ field: 'm', is: [['1', '2']] }, scope)).toBe(true);
    expect(isShown({ field: 'm', is: [['2', '1'], '1'] }, scope)).toBe(false);
  });

  it('are distinguished from all else', () =>
    expect([isSeveral([]), isSeveral('a'), isSeveral(null), isSeveral(undefined)]).toEqual([true, false, false, false]));
});

it('names the list that a field chooses from', () => {
  const menu: Field = { kind: 'menu', key: 'k', label: 'L' };
  expect([record, records, menu, { ...menu, kind: 'form' as const }, images, slider].map(choiceListOf)).toEqual([
    'agency',
    'staff',
    'menu',
    'form',
    null,
    null,
  ]);
});
