import { expect, it } from 'vitest';
import { shortcutOf } from './shortcut.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false };
const ctrl = { ...none, ctrlKey: true };

it.each([
  ['QWERTY', 'z', 'KeyZ', 'mod+z'],
  ['QWERTY, caps lock', 'Z', 'KeyZ', 'mod+z'],
  ['QWERTZ', 'z', 'KeyY', 'mod+z'],
  ['QWERTZ', 'y', 'KeyZ', 'mod+y'],
  ['AZERTY', 'z', 'KeyW', 'mod+z'],
  ['AZERTY', 'w', 'KeyZ', 'mod+w'],
  ['Dvorak', ';', 'KeyZ', 'mod+;'],
  ['Dvorak', 's', 'Semicolon', 'mod+s'],
  ['Dvorak', "'", 'KeyQ', "mod+'"],
  ['BÉPO', 'à', 'KeyZ', 'mod+à'],
  ['Neo', 'k', 'KeyY', 'mod+k'],
  ['Russian', 'я', 'KeyZ', 'mod+z'],
  ['Russian', 'ы', 'KeyS', 'mod+s'],
  ['Greek', 'ζ', 'KeyZ', 'mod+z'],
  ['Hebrew', 'ל', 'KeyK', 'mod+k'],
  ['Thai', 'า', 'KeyK', 'mod+k'],
  ['an input method', 'Process', 'KeyS', 'mod+s'],
  ['a key that marks the next letter', 'Dead', 'KeyZ', 'mod+dead'],
])('goes by what is printed on the key, and by its position where that is not Latin: %s %s', (_, key, code, shortcut) => {
  expect(shortcutOf({ ...ctrl, key, code })).toBe(shortcut);
});

it('names what is held with it', () => {
  const z = { key: 'z', code: 'KeyZ' };
  expect(shortcutOf({ ...none, ...z })).toBe('');
  expect(shortcutOf({ ...none, ...z, metaKey: true })).toBe('mod+z');
  expect(shortcutOf({ ...ctrl, ...z, key: 'Z', shiftKey: true })).toBe('mod+shift+z');
  expect(shortcutOf({ ...ctrl, ...z, isComposing: true })).toBe('');
  expect(shortcutOf({ ...none, key: 'π', code: 'KeyP', altKey: true })).toBe('alt+p');
  // AltGr, by which a Polish layout types it.
  expect(shortcutOf({ ...ctrl, key: 'ś', code: 'KeyS', altKey: true })).toBe('');
});
