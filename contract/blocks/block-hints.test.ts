import { expect, it } from 'vitest';
import { themeKeys } from '../entities/website.ts';
import type { BlockSetting } from '../entities/block.ts';
import { readWire, toWire } from '../fields/index.ts';
import { fieldsOf } from '../settings/screen.ts';
import { blockScreen } from './block-screen.ts';
import { blockCatalogue, defaultSettings } from './catalogue.ts';

const scope = { theme: null, websiteName: null, value: () => undefined, setting: () => undefined };

function screenOf(settings: readonly BlockSetting[]) {
  return blockScreen({ id: '1', key: 'other', label: 'Block', priority: 1, static: false, enabled: true, settings }, 'versatile');
}

it.each([
  ['number', 15, { source: 'Default', text: '15' }],
  ['slider', 0, { source: 'Default', text: '0' }],
  ['color', '#1a2b3c', { source: 'Default', text: '#1a2b3c', color: '#1a2b3c' }],
  ['number', null, null],
  ['color', null, null],
  // Stored blank, they show nothing.
  ['text', 'Latest listings', null],
  ['multi-line-text', 'Latest listings', null],
  // Never blank.
  ['checkbox', true, null],
  ['banner-height', '75', null],
] as const)('a blank %s with the default %j says that %o applies', (type, value, applies) => {
  const setting = { key: 'one', label: 'One', type, priority: 10, default: value, value: null };
  const screen = screenOf([setting]);
  const field = fieldsOf(screen).find(({ key }) => key === 'one');
  expect(field && screen.hints?.whatApplies(field, scope)).toEqual(applies);
});

it('what is said of each block is what a setting without a value reads as', () => {
  const said = themeKeys.flatMap((theme) =>
    blockCatalogue[theme].flatMap((declaration) => {
      const screen = screenOf(defaultSettings(declaration));
      return fieldsOf(screen).flatMap((field) => {
        const applies = screen.hints?.whatApplies(field, scope);
        if (applies) expect([field.key, String(readWire(field, toWire(field, null)).value)]).toEqual([field.key, applies.text]);
        return applies ? [field.key] : [];
      });
    }),
  );
  expect(new Set(said)).toContain('tint_color');
  expect(new Set(said)).toContain('listing_count');
});
