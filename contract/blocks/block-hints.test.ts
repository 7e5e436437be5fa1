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

it.each([
  [
    'versatile',
    'cover',
    'primary_button_text',
    'optional_component',
    'property_search',
    'Has no effect unless “Below the text” is “Call-to-action buttons”.',
  ],
  [
    'versatile',
    'cover',
    'secondary_button_new_tab',
    'optional_component',
    null,
    'Has no effect unless “Below the text” is “Call-to-action buttons”.',
  ],
  ['minimal', 'cover', 'primary_button_link', 'optional_component', 'cta_buttons', null],
  ['versatile', 'cover', 'cover_title', 'optional_component', 'none', null],
  ['byron', 'columns', 'column_4_text', 'column_amount', 'three_columns', 'Has no effect unless “Columns” is “Four columns”.'],
  ['byron', 'columns', 'column_4_image', 'column_amount', 'four_columns', null],
  ['versatile', 'launch_pad', 'card_3_title', 'variant', 'display-two', 'Has no effect unless “Cards” is “Three cards” or “Four cards”.'],
  ['versatile', 'launch_pad', 'card_3_title', 'variant', null, null],
  ['versatile', 'launch_pad', 'card_4_button_link', 'variant', 'display-three', 'Has no effect unless “Cards” is “Four cards”.'],
  // Only the launch pad's choice decides on cards.
  ['versatile', 'about_us', 'title', 'variant', 'one', null],
] as const)('%s, %s: %s while %s is %j', (theme, block, key, decider, chosen, reason) => {
  const declaration = blockCatalogue[theme].find((each) => each.key === block);
  const screen = screenOf(declaration ? defaultSettings(declaration) : []);
  const field = fieldsOf(screen).find((each) => each.key === key);
  expect(field).toBeDefined();
  if (!field) return;
  expect(screen.hints?.voidReason(field, { ...scope, value: (each) => (each === decider ? chosen : undefined) })).toBe(reason);
  expect(screen.hints?.canBeVoid(field)).toBe(key !== 'cover_title' && key !== 'title');
});
