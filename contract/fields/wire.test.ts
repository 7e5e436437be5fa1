import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonSchema } from '../json.ts';
import type { Field } from '../fields/field.ts';
import { disallowAll, robots } from '../settings/robots.ts';
import { fieldsOf } from '../settings/screen.ts';
import { bodySchemaOf, readWire, toWire, toWrite, validateField } from './index.ts';
import * as v from 'valibot';

const kinds: readonly Field[] = [
  { kind: 'text', key: 'k', label: 'L' },
  { kind: 'checkbox', key: 'k', label: 'L' },
  { kind: 'number', key: 'k', label: 'L' },
  { kind: 'select', key: 'k', label: 'L', options: [{ value: 'a', label: 'A' }], default: 'a' },
  { kind: 'image', key: 'k', label: 'L', accept: ['png'] },
  { kind: 'form', key: 'k', label: 'L' },
];

describe('the wire form', () => {
  it('is a list of one, and null for nothing chosen', () => {
    expect(toWrite({ kind: 'text', key: 'k', label: 'L' }, 'social', 'x')).toEqual({
      key: 'k',
      value: ['x'],
      category: 'social',
      type: null,
    });
    expect(toWrite({ kind: 'form', key: 'k', label: 'L' }, 'form', null)).toEqual({
      key: 'k',
      value: null,
      category: 'form',
      type: 'form',
    });
    expect(toWrite({ kind: 'menu', key: 'k', label: 'L', category: 'menus' }, 'style', '4')).toMatchObject({
      category: 'menus',
      type: 'menu',
    });
  });

  it('reads flags and numbers that other APIs store as text', () => {
    expect(readWire({ kind: 'checkbox', key: 'k', label: 'L' }, ['1']).value).toBe(true);
    expect(readWire({ kind: 'checkbox', key: 'k', label: 'L' }, ['false']).value).toBe(false);
    expect(readWire({ kind: 'number', key: 'k', label: 'L' }, ['0.35']).value).toBe(0.35);
    for (const [text, value] of [
      ['-12', -12],
      ['.5', 0.5],
      ['7.', 7],
    ] as const) {
      expect(readWire({ kind: 'number', key: 'k', label: 'L' }, [text])).toEqual({ value });
    }
    expect(readWire({ kind: 'image', key: 'k', label: 'L', accept: [] }, [{ data: { id: 7 } }]).value).toBe('7');
    expect(readWire({ kind: 'menu', key: 'k', label: 'L' }, [{ id: 7, name: 'Main' }]).value).toBe('7');
  });

  it.each([' 0x10 ', '0x10', ' ', ' 1', '1e3', 'Infinity', '-', '.', '9'.repeat(400)])('takes %j for no number', (text) => {
    expect(readWire({ kind: 'number', key: 'k', label: 'L' }, [text])).toEqual({ value: null, malformed: text });
  });

  it('turns a blank robots.txt into the file that disallows all crawling', () => {
    const field = fieldsOf(robots)[0];
    if (!field) throw new Error('the robots screen has no field');
    expect(toWire(field, ' \n')).toEqual([disallowAll]);
    expect(toWire(field, 'User-agent: *')).toEqual(['User-agent: *']);
  });

  it.each([
    ['\u202ahttps://a.example/b\u202c', 'https://a.example/b'],
    ['https://a.example/b\u200b?c=1', 'https://a.example/b?c=1'],
    [' \ufeff/contact-us\u00a0', '/contact-us'],
    ['https://a.example/❤\ufe0f', 'https://a.example/❤\ufe0f'],
    ['https://a.example/می\u200cخواهم', 'https://a.example/می\u200cخواهم'],
    ['https://a.example/%E2%80%8B', 'https://a.example/%E2%80%8B'],
  ])('has the address of %j without what nobody sees', (typed, stored) => {
    const field: Field = { kind: 'url', key: 'k', label: 'L', accepts: 'any' };
    expect(validateField(field, typed)).toBeNull();
    expect(toWire(field, typed)).toEqual([stored]);
    expect(v.parse(bodySchemaOf(field), typed)).toBe(stored);
  });

  it('never throws, whatever is stored, and keeps unreadable values', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.option(fc.array(fc.jsonValue()), { nil: null }), (field, stored) => {
        const reading = readWire(field, v.parse(v.nullable(v.array(jsonSchema)), stored));
        expect(['string', 'number', 'boolean', 'object']).toContain(typeof reading.value);
      }),
    );
  });
});
