import { Annotation, EditorState, type Extension, StateEffect, Transaction, type TransactionSpec } from '@codemirror/state';
import { fitInsertion } from '../text-limit.ts';

/** Marks text that was loaded or reverted: it is not cut, and not reported as typing. */
export const fromOutside = Annotation.define<boolean>();

/** Typed or pasted text did not fit; `true` where a single insertion of several characters was cut. */
export const cutEffect = StateEffect.define<boolean>();

/**
 * Limits the length of the text. A single insertion is cut to what fits; any other change that is too long (several cursors,
 * replace all) has no effect at all. Undo and text from outside are not limited.
 */
export function codeLimit(maxCharacters: number): Extension {
  return EditorState.transactionFilter.of((transaction): TransactionSpec | readonly TransactionSpec[] => {
    const { startState, newDoc } = transaction;
    if (!transaction.docChanged || transaction.annotation(fromOutside)) return transaction;
    if (newDoc.length <= maxCharacters || newDoc.length <= startState.doc.length) return transaction;
    const parts: { from: number; to: number; text: string }[] = [];
    transaction.changes.iterChanges((from, to, _fromNew, _toNew, inserted) => parts.push({ from, to, text: inserted.toString() }));
    const [part] = parts;
    if (parts.length !== 1 || !part) return [{ effects: cutEffect.of(false) }];
    const room = maxCharacters - (startState.doc.length - (part.to - part.from));
    const insert = fitInsertion(part.text, room);
    if (insert === '') return [{ effects: cutEffect.of(part.text.length > 1) }];
    return [
      {
        changes: { from: part.from, to: part.to, insert },
        selection: { anchor: part.from + insert.length },
        effects: cutEffect.of(true),
        userEvent: transaction.annotation(Transaction.userEvent),
        scrollIntoView: true,
      },
    ];
  });
}
