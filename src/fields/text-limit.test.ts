import { describe, expect, it } from 'vitest';
import { counterOf, growsOver, isTypedCharacter, limitNote } from './text-limit.ts';

const hard = { kind: 'hard', characters: 9000 } as const;
const soft = { kind: 'soft', characters: 300 } as const;

describe('counterOf', () => {
  it('is hidden until the limit is near', () => {
    expect(counterOf(8099, hard)).toBeNull();
    expect(counterOf(8100, hard)).toEqual({ text: '8,100 / 9,000', warn: false });
  });
  it('warns at a hard limit and past a soft one', () => {
    expect(counterOf(9000, hard)?.warn).toBe(true);
    expect(counterOf(300, soft)?.warn).toBe(false);
    expect(counterOf(301, soft)).toEqual({ text: '301 / 300', warn: true });
  });
  it('is hidden without a limit', () => expect(counterOf(5000, null)).toBeNull());
});

describe('the note', () => {
  it('names the limit once it is reached, and the length beyond it', () => {
    expect(limitNote(8999, hard)).toBeNull();
    expect(limitNote(9000, hard)).toBe('This field can hold at most 9,000 characters.');
    expect(limitNote(9500, hard)).toBe('At most 9,000 characters; this has 9,500. Shorten it before you save.');
    expect([limitNote(300, soft), limitNote(301, soft)]).toEqual([null, 'More than 300 characters may be cut off where this is shown.']);
    expect(limitNote(5, null)).toBeNull();
  });
});

it.each([
  ['insertText', 'a', true],
  ['insertText', '😀', true],
  ['insertLineBreak', null, true],
  ['insertFromPaste', 'a', false],
  ['insertText', 'dictated', false],
  ['insertReplacementText', 'a', false],
  ['insertCompositionText', 'a', false],
  ['deleteContentBackward', null, false],
])('%s of %j is a typed character: %s', (inputType, data, typed) => expect(isTypedCharacter(inputType, data)).toBe(typed));

it.each([
  ['the last character that fits', 9, 1, false],
  ['one more', 10, 1, true],
  ['over a selection', 10, -2, false],
  ['over a selection of a text that is too long already', 30, -2, false],
  ['in place of another in such a text', 30, 0, false],
  ['one more in such a text', 30, 1, true],
])('typing %s is stopped at a hard limit only where the text grows', (_, length, by, stopped) =>
  expect(growsOver(10, length, by)).toBe(stopped),
);
