import { describe, expect, it } from 'vitest';
import { numberText, parseNumber, stepNumber } from './number-text.ts';

describe('parseNumber', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['12', 12],
    [' -3.50 ', -3.5],
    ['0,25', 0.25],
    ['.5', 0.5],
    ['7.', 7],
  ])('reads %j as %j', (text, value) => expect(parseNumber(text)).toBe(value));

  it.each(['12a', '1e5', '--1', '-', '.', '1.2.3', '1,234,567', 'Infinity', '0x10', '9'.repeat(400)])('does not read %j', (text) => {
    expect(parseNumber(text)).toBeUndefined();
  });
});

describe('stepNumber', () => {
  it('adds without rounding errors', () => expect(stepNumber(0.1, 1, { step: 0.2 })).toBe(0.3));
  it('stops at the bounds', () => {
    expect(stepNumber(1, 1, { step: 0.05, min: 0, max: 1 })).toBe(1);
    expect(stepNumber(0, -1, { min: 0 })).toBe(0);
  });
  it('starts an empty field at its minimum, else at 0', () => {
    expect(stepNumber(null, 1, { min: 5 })).toBe(5);
    expect(stepNumber(null, -1, {})).toBe(0);
  });
  it('returns to the bounds from outside', () => expect(stepNumber(500, -1, { max: 100 })).toBe(100));
});

describe('numberText', () => {
  it('shows null as an empty text', () => expect(numberText(null)).toBe(''));
  it('shows a number plainly', () => expect(numberText(-0.25)).toBe('-0.25'));
});
