import { describe, expect, it } from 'vitest';
import type { Field, FieldValue } from '../fields/field.ts';
import { validateField } from './index.ts';

const web: Field = { kind: 'url', key: 'u', label: 'Link', accepts: 'web' };
const any: Field = { kind: 'url', key: 'u', label: 'Link', accepts: 'any' };
const required: Field = { kind: 'text', key: 't', label: 'Title', required: true };
const lines: Field = { kind: 'lines', key: 'l', label: 'Stages', required: true };
const code: Field = { kind: 'code', key: 'c', label: 'CSS', language: 'css' };
const opacity: Field = { kind: 'opacity', key: 'o', label: 'Tint' };
const whole: Field = { kind: 'number', key: 'w', label: 'Width', step: 1 };
const number: Field = { kind: 'number', key: 'n', label: 'Delay', min: 0, max: 60_000 };
const color: Field = { kind: 'color', key: 'c', label: 'Colour' };
const select: Field = { kind: 'select', key: 's', label: 'Country', options: [{ value: 'AU', label: 'AU' }] };
const email: Field = { kind: 'email', key: 'e', label: 'Email' };
const robots: Field = { kind: 'multiline', key: 'r', label: 'Robots', required: true, emptyBecomes: { value: 'x', note: '' } };

const fine: readonly (readonly [Field, FieldValue])[] = [
  [web, ''],
  [web, 'https://example.com'],
  [web, 'http://localhost:3000/a?b=c#d'],
  [web, 'https://münchen.example/ä'],
  [web, ' https://a.example '],
  [any, '/contact-us'],
  [required, 'x'],
  [lines, 'one\ntwo'],
  [code, 'a'.repeat(9000)],
  [opacity, 0],
  [opacity, 1],
  [number, 60_000],
  [number, 0.5],
  [whole, 3],
  [color, '#a1B2c3'],
  [select, 'AU'],
  [select, null],
  [email, 'a@b.example'],
  [robots, ''],
];
const broken: readonly (readonly [Field, FieldValue])[] = [
  [web, 'javascript:alert(1)'],
  [web, 'data:text/html,x'],
  [web, '//evil.example'],
  [web, 'https://'],
  [web, 'https://a b'],
  [web, 'https://u:p@host'],
  [web, '/contact-us'],
  [web, 'https://a.example/"onload="'],
  [web, 'example.com'],
  [web, 'JAVASCRIPT:alert(1)'],
  [any, '//evil.example'],
  [any, '/\\evil'],
  [any, 'javascript:alert(1)'],
  [required, ''],
  [required, '  '],
  [required, null],
  [lines, '\n \n'],
  [code, 'a'.repeat(9001)],
  [code, 'a\u0000'],
  [opacity, 1.05],
  [opacity, -0.1],
  [number, 60_001],
  [whole, 1.5],
  [number, -1],
  [number, Number.NaN],
  [number, '5'],
  [color, 'red'],
  [color, '#fff'],
  [color, '#11223344'],
  [select, 'FR'],
  [email, 'a@b'],
  [email, 'a b@c.example'],
  [email, `${'a'.repeat(250)}@b.example`],
];

describe('validateField', () => {
  it.each(fine)('%o takes %o', (field, value) => expect(validateField(field, value)).toBeNull());
  it.each(broken)('%o refuses %o with a message', (field, value) => expect(validateField(field, value)).toMatch(/\.$/));
});
