import type { Field } from '#contract/fields/field.ts';
import { maxLengthOf } from '#contract/fields/index.ts';
import type { FieldCounter } from './field-shell.tsx';

/** `hard` stops typing, and a save refuses more; `soft` only warns. Characters are UTF-16 units, as the server and `maxlength` count them. */
export interface TextLimit {
  readonly kind: 'hard' | 'soft';
  readonly characters: number;
  /** The counter is visible from the first letter on. */
  readonly always?: true;
}

const number = (value: number): string => value.toLocaleString('en');

/** Without `always` the counter appears at nine tenths of the limit: earlier it would only distract. */
export function counterOf(length: number, limit: TextLimit | null): FieldCounter | null {
  if (!limit || (!limit.always && length < limit.characters * 0.9)) return null;
  const warn = limit.kind === 'soft' ? length > limit.characters : length >= limit.characters;
  return { text: `${number(length)} / ${number(limit.characters)}`, warn, ...(limit.always ? { always: true } : {}) };
}

const limitMessage = (limit: TextLimit): string =>
  limit.kind === 'hard'
    ? `This field can hold at most ${number(limit.characters)} characters.`
    : `More than ${number(limit.characters)} characters may be cut off where this is shown.`;

/** What was pasted is kept whole, so that nothing is lost unseen; a save refuses it. */
const overMessage = (limit: TextLimit, length: number): string =>
  `At most ${number(limit.characters)} characters; this has ${number(length)}. Shorten it before you save.`;

/** The note below a field whose text has reached its limit; null before. */
export function limitNote(length: number, limit: TextLimit | null): string | null {
  if (!limit || length < limit.characters || (limit.kind === 'soft' && length === limit.characters)) return null;
  return limit.kind === 'hard' && length > limit.characters ? overMessage(limit, length) : limitMessage(limit);
}

/** Whether an insertion is one typed character. Pasted, dropped, dictated and filled in text has more, or is typed in another way. */
export function isTypedCharacter(inputType: string, data: string | null): boolean {
  if (inputType === 'insertLineBreak' || inputType === 'insertParagraph') return true;
  return inputType === 'insertText' && data !== null && [...data].length === 1;
}

/** Whether a change of the length is stopped at a limit. A text that was pasted may be too long: it can be typed over to shorten it. */
export const growsOver = (characters: number, length: number, by: number): boolean => by > 0 && length + by > characters;

/** The limit that a field shows during typing: that of its counter, which is always visible, else its maximum length. */
export function limitOf(field: Field): TextLimit | null {
  if ('counter' in field && field.counter) {
    return { kind: field.counter.limit, characters: field.counter.characters, always: true };
  }
  const max = maxLengthOf(field);
  return max === null ? null : { kind: 'hard', characters: max };
}
