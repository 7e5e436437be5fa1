import { expect, it } from 'vitest';
import { rowKeyOf } from './row-keys.ts';

const keyOf = (key: string, isLifted: boolean, repeat = false) => rowKeyOf({ key, repeat }, isLifted);

it('Space or Enter lifts a row; Tab and the arrows move the focus and the page as always', () => {
  expect([' ', 'Enter', 'Tab', 'ArrowDown', 'Escape'].map((key) => keyOf(key, false))).toEqual(['lift', 'lift', null, null, null]);
});

it('a lifted row is moved, dropped or put back; a held Space does not drop it', () => {
  const keys = ['ArrowUp', 'ArrowDown', 'Home', 'End', ' ', 'Enter', 'Tab', 'Escape', 'a'];
  expect(keys.map((key) => keyOf(key, true))).toEqual(['up', 'down', 'top', 'bottom', 'drop', 'drop', 'drop', 'cancel', null]);
  expect(keyOf(' ', true, true)).toBeNull();
  expect(keyOf('ArrowUp', true, true)).toBe('up');
});
