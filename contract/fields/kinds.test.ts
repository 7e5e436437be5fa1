import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { blockField } from '../blocks/block-screen.ts';
import { blockCatalogue, defaultSettings } from '../blocks/catalogue.ts';
import { themeKeys } from '../entities/website.ts';
import { type Json, sameJson } from '../json.ts';
import { settingsScreens } from '../settings/index.ts';
import { fieldsOf } from '../settings/screen.ts';
import type { Field, FieldKind, FieldOf, FieldValue } from './field.ts';
import { formFieldsRules } from '../forms/form-fields-rules.ts';
import { itemRules } from './item-rules.ts';
import { bodySchemaOf, defaultValue, isBlank, maxLengthOf, readWire, sampleValue, toWire, validateField } from './index.ts';

const named = { key: 'key', label: 'Label' } as const;
const options = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
];
const accept = ['png'];

/** Fields of each kind, plain ones first. Exhaustive: a new kind does not compile until it is tested here. */
const fieldsOfKind: { readonly [K in FieldKind]: readonly FieldOf<K>[] } = {
  text: [
    { kind: 'text', ...named },
    { kind: 'text', ...named, digits: true },
    { kind: 'text', ...named, default: 'x', counter: { characters: 8, limit: 'hard' } },
    { kind: 'text', ...named, required: true, emptyBecomes: { value: '-', note: '' } },
  ],
  multiline: [{ kind: 'multiline', ...named }],
  lines: [{ kind: 'lines', ...named, required: true }],
  url: [
    { kind: 'url', ...named, accepts: 'web' },
    { kind: 'url', ...named, accepts: 'any', default: '/contact-us' },
  ],
  email: [{ kind: 'email', ...named }],
  telephone: [{ kind: 'telephone', ...named }],
  code: [
    { kind: 'code', ...named, language: 'css' },
    { kind: 'code', ...named, language: 'html' },
  ],
  number: [
    { kind: 'number', ...named },
    { kind: 'number', ...named, min: 5, max: 7, step: 1, default: 5 },
    { kind: 'number', ...named, min: -3, max: -1, step: 0.5 },
  ],
  opacity: [
    { kind: 'opacity', ...named },
    { kind: 'opacity', ...named, default: 0.5 },
  ],
  checkbox: [
    { kind: 'checkbox', ...named },
    { kind: 'checkbox', ...named, default: true, required: true },
  ],
  toggle: [{ kind: 'toggle', ...named }],
  select: [
    { kind: 'select', ...named, options },
    { kind: 'select', ...named, options, default: 'b', otherIsDefault: true },
  ],
  radio: [{ kind: 'radio', ...named, options, required: true }],
  color: [
    { kind: 'color', ...named },
    { kind: 'color', ...named, default: '#ffffff' },
  ],
  themeColor: [{ kind: 'themeColor', ...named, options, default: 'a' }],
  logo: [{ kind: 'logo', ...named, options }],
  image: [{ kind: 'image', ...named, accept }],
  file: [{ kind: 'file', ...named, accept, required: true }],
  menu: [{ kind: 'menu', ...named }],
  form: [{ kind: 'form', ...named, untyped: true }],
  slider: [
    { kind: 'slider', ...named },
    { kind: 'slider', ...named, min: 10, max: 500, step: 10, default: 20 },
  ],
  images: [{ kind: 'images', ...named, accept }],
  record: [{ kind: 'record', ...named, list: 'agency' }],
  records: [{ kind: 'records', ...named, list: 'staff', required: true }],
  items: [
    {
      kind: 'items',
      ...named,
      one: 'item',
      add: 'Add Item',
      edit: 'Edit Item',
      none: 'No items.',
      most: 3,
      rules: itemRules,
      fields: [
        { kind: 'select', key: 'what', label: 'What', options, required: true },
        { kind: 'text', key: 'note', label: 'Note', required: true, when: { field: 'what', is: ['a'] } },
        { kind: 'form', key: 'form', label: 'Form', required: true, when: { field: 'what', is: ['c'] } },
        { kind: 'number', key: 'delay', label: 'Delay', min: 0, step: 1, default: 0 },
      ],
    },
  ],
  formFields: [{ kind: 'formFields', ...named, rules: formFieldsRules, required: true }],
};
const everyField: readonly Field[] = Object.values(fieldsOfKind).flat();
const titled = everyField.map((field) => [field.kind, field] as const);

/** Read, written and read again. */
const readBack = (field: Field, value: FieldValue) => readWire(field, toWire(field, value));

describe.each(titled)('%s: %o', (_, field) => {
  it('takes its samples, stores them and reads them as they were', () => {
    for (const n of [1, 2, 3, 10]) {
      const sample = sampleValue(field, n);
      expect(isBlank(field, sample)).toBe(false);
      expect(validateField(field, sample)).toBeNull();
      expect(readBack(field, sample)).toEqual({ value: sample });
      expect(v.is(bodySchemaOf(field), sample)).toBe(true);
    }
    expect(sameJson(sampleValue(field, 1), sampleValue(field, 2))).toBe(false);
  });

  it('starts with the value that it reads where nothing is stored, which is blank or valid', () => {
    for (const nothing of [undefined, null, [], [null]]) expect(readWire(field, nothing)).toEqual({ value: defaultValue(field) });
    const start = defaultValue(field);
    if (!isBlank(field, start)) expect(validateField(field, start)).toBeNull();
  });

  it('keeps an unreadable value, and shows the default in its place', () => {
    const unreadable = { name: 'no id' };
    const malformed = Array.isArray(defaultValue(field)) ? [unreadable] : unreadable;
    const isReadAsDefault = 'otherIsDefault' in field && field.otherIsDefault;
    expect(readWire(field, [unreadable])).toEqual({ value: defaultValue(field), ...(isReadAsDefault ? {} : { malformed }) });
  });

  it('has a complaint about a value of another kind', () => {
    const complaints = [true, 'no such thing', 0.123, ['1'], ['1', '2']].map((value) => validateField(field, value));
    for (const complaint of complaints) if (complaint !== null) expect(complaint).toMatch(/\.$/u);
    expect(complaints.some((complaint) => complaint !== null)).toBe(true);
  });

  it('refuses a text that is too long, or that no database takes', () => {
    const max = maxLengthOf(field);
    if (max === null) return;
    expect(validateField(field, 'x'.repeat(max + 1))).toContain(`at most ${max} characters`);
    expect(validateField(field, '\u0000')).toMatch(/can't be stored\.$/u);
  });
});

describe('a text', () => {
  const emptied = everyField.filter((field) => maxLengthOf(field) !== null && !('emptyBecomes' in field));
  it.each(emptied)('that is emptied stays empty, also where the field starts with one: %o', (field) => {
    expect(readBack(field, '')).toEqual({ value: '' });
  });

  it.each([' \n', '\u200b', ' \ufeff\u2060', '\u00ad'])('of nothing that can be seen (%j) is blank, except in code', (text) => {
    const isBlankIn = (field: Field) => isBlank(field, text);
    expect(fieldsOfKind.code.some(isBlankIn)).toBe(false);
    expect(everyField.filter(({ kind }) => kind !== 'code').every(isBlankIn)).toBe(true);
    for (const code of fieldsOfKind.code) {
      expect(readBack(code, text)).toEqual({ value: text });
      expect(v.parse(bodySchemaOf(code), text)).toBe(text);
    }
    const seen: Field = { ...named, kind: 'text' };
    expect([isBlank(seen, `a${text}`), toWire(seen, text)]).toEqual([false, toWire(seen, '')]);
  });
});

const hostileTexts = [
  '\u0000',
  'x\u0000y',
  'x'.repeat(100_000),
  `${' '.repeat(20_000)}x`,
  '\ud800',
  '__proto__',
  'constructor',
  'NaN',
  '1e999',
];
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...hostileTexts));
const number = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -0, 2 ** 53));
const anyValue: fc.Arbitrary<FieldValue> = fc.oneof(text, number, fc.boolean(), fc.constant(null), fc.array(text));
const anyField = fc.constantFrom(...everyField);

/** Values that JSON can express, and some that it can’t: IndexedDB may hold those. */
const { stored } = fc.letrec<{ stored: Json }>((tie) => ({
  stored: fc.oneof(
    { maxDepth: 4 },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('stored'), { maxLength: 5 }),
    fc.dictionary(fc.constantFrom('id', 'data', 'name', '__proto__'), tie('stored')),
  ),
}));

/** As large as a body of a megabyte allows. */
function nested(key: string, depth: number): Json {
  let value: Json = '7';
  for (let i = 0; i < depth; i += 1) value = { [key]: value };
  return value;
}

describe('every kind', () => {
  it('reads any stored value without throwing, and reads its own output as the same value', () => {
    fc.assert(
      fc.property(anyField, fc.option(fc.array(stored, { maxLength: 4 })), (field, list) => {
        const { value, malformed } = readWire(field, list);
        expect(['string', 'number', 'boolean', 'object']).toContain(typeof value);
        if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
        if (malformed !== undefined) expect(value).toEqual(defaultValue(field));
        validateField(field, value);
        // No value is stored as null, which reads as the default; a blank text may be stored as another value.
        if (value !== null && !isBlank(field, value)) expect(readBack(field, value)).toEqual({ value });
      }),
      { numRuns: 2000 },
    );
  });

  it('validates any typed value without throwing, and keeps valid values unchanged', () => {
    fc.assert(
      fc.property(anyField, anyValue, (field, value) => {
        const problem = validateField(field, value);
        const wire = toWire(field, value);
        const isKept = problem === null && !isBlank(field, value) && !(Array.isArray(value) && value.includes(''));
        if (isKept) expect(readWire(field, wire)).toEqual({ value });
      }),
      { numRuns: 2000 },
    );
  });

  it('checks the shape of any value in a body without throwing', () => {
    fc.assert(fc.property(anyField, stored, (field, value) => typeof v.is(bodySchemaOf(field), value) === 'boolean'));
  });

  it.each(['data', 'id', 'other'])('reads a value that is nested in “%s” a hundred thousand times', (key) => {
    const deep = nested(key, 100_000);
    for (const field of everyField) {
      const { value } = readWire(field, [deep]);
      if (key !== 'data') expect(value).toEqual(defaultValue(field));
    }
  });
});

it('has samples that every field takes that a screen or a block has', () => {
  const ofBlocks = themeKeys.flatMap((theme) =>
    blockCatalogue[theme].flatMap((block) => defaultSettings(block).flatMap((setting) => blockField(block.key, setting, theme) ?? [])),
  );
  const fields = [...settingsScreens.flatMap(fieldsOf), ...ofBlocks];
  expect(fields.length).toBeGreaterThan(500);
  for (const field of fields) {
    for (const n of [1, 2, 3]) expect(validateField(field, sampleValue(field, n)), field.key).toBeNull();
  }
});
