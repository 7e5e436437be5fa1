import { expect, it, vi } from 'vitest';
import { forgetRecentColors, addRecentColor, recentColors, withRecentColor } from './recent-colors.ts';

it('puts the latest colour in front, each once, eight at most', () => {
  expect(withRecentColor(['#111111', '#222222'], '#ABCDEF')).toEqual(['#abcdef', '#111111', '#222222']);
  expect(withRecentColor(['#111111', '#222222'], '#222222')).toEqual(['#222222', '#111111']);
  const full = Array.from({ length: 8 }, (_, at) => `#00000${at}`);
  expect(withRecentColor(full, '#ffffff')).toEqual(['#ffffff', ...full.slice(0, 7)]);
});

it('offers no colour from before a sign-out', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  addRecentColor('#ABCDEF');
  expect(recentColors()).toEqual(['#abcdef']);
  forgetRecentColors();
  expect(recentColors()).toEqual([]);
  vi.unstubAllGlobals();
});
