import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { codeLimit, cutEffect, fromOutside } from './code-limit.ts';

const open = (doc: string) => EditorState.create({ doc, extensions: [codeLimit(10), EditorState.allowMultipleSelections.of(true)] });

function insert(state: EditorState, from: number, text: string, to = from) {
  const transaction = state.update({ changes: { from, to, insert: text }, userEvent: 'input.paste' });
  return { doc: transaction.state.doc.toString(), cut: transaction.effects.some((effect) => effect.is(cutEffect)), transaction };
}

describe('codeLimit', () => {
  it('accepts what fits', () => expect(insert(open('12345'), 5, '67890')).toMatchObject({ doc: '1234567890', cut: false }));

  it('cuts what is pasted in the middle, and keeps the text after it', () => {
    const { doc, cut, transaction } = insert(open('12345'), 2, 'abcdefgh');
    expect(doc).toBe('12abcde345');
    expect(cut).toBe(true);
    expect(transaction.state.selection.main.head).toBe(7);
  });

  it('counts replaced text as room', () => expect(insert(open('1234567890'), 0, 'abcdef', 3).doc).toBe('abc4567890'));

  it('ignores a key at the limit', () => expect(insert(open('1234567890'), 10, 'x')).toMatchObject({ doc: '1234567890', cut: true }));

  it('ignores several insertions at once when they are too long', () => {
    const transaction = open('12345').update({
      changes: [
        { from: 0, insert: 'abc' },
        { from: 5, insert: 'def' },
      ],
    });
    expect(transaction.state.doc.toString()).toBe('12345');
  });

  it('shows stored text that is too long, and lets it become shorter', () => {
    const loaded = open('').update({ changes: { from: 0, insert: 'x'.repeat(15) }, annotations: fromOutside.of(true) }).state;
    expect(loaded.doc.length).toBe(15);
    expect(loaded.update({ changes: { from: 0, to: 2 } }).state.doc.length).toBe(13);
  });
});
