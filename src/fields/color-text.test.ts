import { describe, expect, it } from 'vitest';
import { colorText, isColor } from './color-text.ts';

describe('colorText', () => {
  it.each([
    ['#1A2B3C', '#1a2b3c'],
    ['1a2b3c', '#1a2b3c'],
    [' #abc ', '#aabbcc'],
  ])('reads %j as %j', (text, color) => expect(colorText(text)).toBe(color));

  it.each(['', '#12', '#12345', '#1a2b3c80', 'red', 'rgb(0,0,0)'])('refuses %j', (text) => expect(colorText(text)).toBeNull());
});

describe('isColor', () => {
  it('accepts only the long form', () => {
    expect(isColor('#1a2b3c')).toBe(true);
    expect(isColor('#abc')).toBe(false);
  });
});
