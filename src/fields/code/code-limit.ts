import { Annotation, EditorState, type Extension, StateEffect, Transaction, type TransactionSpec } from '@codemirror/state';
import { fitInsertion } from '../text-limit.ts';

/** Marks text that comes from outside (loaded, reverted): it is shown as it is, and not reported as typing. */
export const fromOutside = Annotation.define<boolean>();

/** Something that was typed or pasted did not fit; `true` where a part of it was kept. */
export const cutEffect = StateEffect.define<boolean>();

/**
 * Stops what would make the text longer than it may be. A single insertion is cut to what fits; anything else that is too
 * long (several cursors, replace all) is refused whole. Undo and text from outside pass.
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
