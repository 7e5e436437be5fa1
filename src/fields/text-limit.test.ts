import { describe, expect, it } from 'vitest';
import { counterOf, fitInsertion, fitText, limitMessage, pasteMessage } from './text-limit.ts';

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

describe('messages', () => {
  it('name the limit', () => {
    expect(limitMessage(hard)).toBe('This field can hold at most 9,000 characters.');
    expect(pasteMessage(hard)).toBe('This field can hold at most 9,000 characters. What did not fit was left out.');
    expect(limitMessage(soft)).toContain('300');
  });
});

describe('fitInsertion', () => {
  it('keeps what fits', () => {
    expect(fitInsertion('abc', 3)).toBe('abc');
    expect(fitInsertion('abcdef', 3)).toBe('abc');
    expect(fitInsertion('abc', 0)).toBe('');
    expect(fitInsertion('abc', -5)).toBe('');
  });
  it('does not cut a character in two', () => expect(fitInsertion('a😀b', 2)).toBe('a'));
});

describe('fitText', () => {
  it('cuts to a hard limit', () => expect(fitText('x'.repeat(9500), '', hard)).toHaveLength(9000));
  it('does not cut to a soft limit', () => expect(fitText('x'.repeat(400), '', soft)).toHaveLength(400));
  it('lets text that is too long become shorter, never longer', () => {
    const stored = 'x'.repeat(9500);
    expect(fitText(stored.slice(1), stored, hard)).toHaveLength(9499);
    expect(fitText(`${stored}y`, stored, hard)).toBe(stored);
  });
});
