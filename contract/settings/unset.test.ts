import { expect, it } from 'vitest';
import type { Field, FieldValue } from '../fields/field.ts';
import { hints } from './hints.ts';
import { settingsScreens } from './index.ts';
import { fieldsOf } from './screen.ts';
import { whatApplies } from './unset.ts';
import { voidReason } from './voids.ts';

const fields = new Map(settingsScreens.flatMap(fieldsOf).map((field) => [field.key, field]));
const fieldAt = (key: string) => {
  const field = fields.get(key);
  if (!field) throw new Error(`no screen has ${key}`);
  return field;
};

function scopeOf(theme: 'byron' | 'versatile' | 'minimal', values: Readonly<Record<string, FieldValue>> = {}) {
  return {
    theme,
    websiteName: 'North Shore Realty',
    value: (key: string) => values[key],
    setting: (_: string, key: string) => values[key],
  };
}

it.each([
  ['primary_color', {}, 'Theme’s colour: #22382f'],
  ['primary_font_color', {}, 'Theme’s colour: #ffffff'],
  ['primary_font_color', { primary_color: '#ffee00' }, 'Theme’s colour: #111111'],
  ['site_title', {}, 'Inherited: North Shore Realty'],
  ['homepage_seo_title', {}, 'Inherited: the website’s title'],
  ['homepage_seo_title', { seo_title_format: '%post_title% | Ours' }, 'Inherited: %post_title% | Ours'],
  ['terminology_underoffer', {}, 'Default: Under Offer'],
] as const)('%s with %o says what applies', (key, values, text) => {
  const applies = whatApplies(fieldAt(key), scopeOf('byron', values));
  expect(`${applies?.source}: ${applies?.text}`).toBe(text);
});

it.each([
  ['transparent_header_font_color', 'byron', { transparent_header: false }, true],
  ['transparent_header_font_color', 'byron', { transparent_header: true }, false],
  ['transparent_header_font_color', 'versatile', { disable_transparent_header: true }, true],
  ['header_phone', 'minimal', { show_contact_details: false }, true],
  ['footer_phone', 'byron', { footer_hide_contact_details: true, hide_agency_details: false }, false],
  ['desktop_logo_size', 'minimal', { desktop_logo: null }, true],
  ['desktop_logo_size', 'minimal', { desktop_logo: '7' }, false],
] as const)('%s in %s with %o is void: %s', (key, theme, values, isVoid) => {
  expect(voidReason(fieldAt(key), scopeOf(theme, values)) !== null).toBe(isVoid);
});

it('the example in an empty field is the value that then applies', () => {
  for (const theme of ['byron', 'versatile', 'minimal'] as const)
    for (const field of fields.values()) {
      const applies = whatApplies(field, scopeOf(theme));
      if (applies && field.placeholder) expect([field.key, field.placeholder]).toEqual([field.key, applies.text]);
    }
});

it('every screen that has a field to say something of has the hints, and no other', () => {
  const hasOne = (field: Field) => hints.canBeVoid(field) || hints.whatApplies(field, scopeOf('byron')) !== null;
  for (const screen of settingsScreens) expect([screen.id, screen.hints !== undefined]).toEqual([screen.id, fieldsOf(screen).some(hasOne)]);
});
