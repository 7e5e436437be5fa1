import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { codeLimit } from './code-limit.ts';

const open = (doc: string) => EditorState.create({ doc, extensions: [codeLimit(10), EditorState.allowMultipleSelections.of(true)] });
const insert = (state: EditorState, from: number, text: string, userEvent: string, to = from) =>
  state.update({ changes: { from, to, insert: text }, userEvent }).state.doc.toString();

describe('codeLimit', () => {
  it('accepts what fits', () => expect(insert(open('12345'), 5, '67890', 'input.paste')).toBe('1234567890'));

  it.each(['input.paste', 'input.drop', 'undo'])('keeps whole what comes by %s, in the middle too', (userEvent) =>
    expect(insert(open('12345'), 2, 'abcdefgh', userEvent)).toBe('12abcdefgh345'),
  );

  it.each(['input.type', 'input'])('stops %s at the limit', (userEvent) => {
    expect(insert(open('123456789'), 9, 'x', userEvent)).toBe('123456789x');
    expect(insert(open('1234567890'), 10, 'x', userEvent)).toBe('1234567890');
    expect(insert(open('1234567890'), 0, 'a', userEvent, 1)).toBe('a234567890');
  });

  it('keeps whole what comes at once by another way, such as dictation', () =>
    expect(insert(open('12345'), 5, 'abcdefgh', 'input.type')).toBe('12345abcdefgh'));

  it('lets text that is too long become shorter, and not longer by a key', () => {
    const long = open('x'.repeat(15));
    expect(long.update({ changes: { from: 0, to: 2 }, userEvent: 'delete.backward' }).state.doc.length).toBe(13);
    expect(insert(long, 0, 'y', 'input.type')).toHaveLength(15);
  });
});
