import { Annotation, EditorState, type Extension, Transaction } from '@codemirror/state';

/** Marks text that was loaded or reverted: it is not reported as typing. */
export const fromOutside = Annotation.define<boolean>();

/** Stops typing at the limit. Text that comes as a whole (pasted, dropped, by undo) is kept whole: a save refuses what is too long. */
export function codeLimit(maxCharacters: number): Extension {
  return EditorState.transactionFilter.of((transaction) => {
    const grows = transaction.newDoc.length > Math.max(maxCharacters, transaction.startState.doc.length);
    return grows && isTyping(transaction) ? [] : transaction;
  });
}

/** One character, or a new line and its indentation (`input` alone). What an input method composes can't be stopped half-way. */
function isTyping(transaction: Transaction): boolean {
  const userEvent = transaction.annotation(Transaction.userEvent);
  if (userEvent !== 'input' && userEvent !== 'input.type') return false;
  let longest = 0;
  transaction.changes.iterChanges((_from, _to, _fromNew, _toNew, inserted) => {
    longest = Math.max(longest, [...inserted.toString().trim()].length);
  });
  return longest <= 1;
}
