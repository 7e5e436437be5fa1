import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json.ts';
import { mergeFormFields } from './merge-form-fields.ts';

/** `key=Label`; without a key a heading. */
const field = (text: string): JsonObject => {
  const [key = '', label = key] = text.split('=');
  return text.startsWith('#') ? { type: 'heading', key: 'heading', label: text, content: '' } : { type: 'text', key, label };
};
const fields = (text: string): readonly JsonObject[] => text.split(' ').map(field);
const merged = (base: string, mine: string, theirs: string): string | null =>
  mergeFormFields(fields(base), fields(mine), fields(theirs))
    ?.map(({ type, key, label }) => (type === 'heading' ? label : key === label ? key : `${String(key)}=${String(label)}`))
    .join(' ') ?? null;

describe('two changes of one list of fields', () => {
  it.each([
    ['edits of two fields', 'a b', 'a=A b', 'a b=B', 'a=A b=B'],
    ['the same edit', 'a b', 'a=A b', 'a=A b', 'a=A b'],
    ['a move and an edit', 'a b c', 'c a b', 'a b=B c', 'c a b=B'],
    ['an edit and a move', 'a b c', 'a b=B c', 'c a b', 'c a b=B'],
    ['two new fields', 'a b', 'a x b', 'a b y', 'a x b y'],
    ['two new fields at one place', 'a b', 'a x b', 'a y b', 'a x y b'],
    ['a new first field and a move', 'a b', 'x a b', 'b a', 'x b a'],
    ['a delete and a new field behind it', 'a b c', 'a c', 'a b x c', 'a x c'],
    ['the same delete', 'a b', 'b', 'b', 'b'],
    ['headings that are alike', '# a # b', '# a=A # b', '# a #x b', '# a=A #x b'],
  ])('become one: %s', (_, base, mine, theirs, both) => {
    expect(merged(base, mine, theirs)).toBe(both);
  });

  it.each([
    ['edits of the same field', 'a b', 'a=A b', 'a=Z b'],
    ['an edit of a field that is deleted', 'a b', 'b', 'a=A b'],
    ['two orders', 'a b c', 'b a c', 'a c b'],
    ['two new fields with one key', 'a', 'a x=1', 'a x=2'],
  ])('stay apart: %s', (_, base, mine, theirs) => {
    expect(merged(base, mine, theirs)).toBe(null);
  });
});
