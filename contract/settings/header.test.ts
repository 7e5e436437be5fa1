import { describe, expect, it } from 'vitest';
import { themeKeys } from '../entities/website.ts';
import { header } from './header.ts';
import { type ConditionScope, fieldsOf, shownSections } from './screen.ts';

const scope = (theme: ConditionScope['theme']): ConditionScope => ({ theme, value: () => undefined, setting: () => undefined });
const formOf = (theme: ConditionScope['theme']) =>
  shownSections(header, scope(theme)).flatMap(({ fields }) => fields.map(({ key }) => key));

describe('the header’s forms', () => {
  it('are three different ones, which together have every key', () => {
    const forms = themeKeys.map((theme) => formOf(theme).join(' '));
    expect(new Set(forms).size).toBe(themeKeys.length);
    const visibleKeys = new Set(themeKeys.flatMap(formOf));
    expect(fieldsOf(header).filter(({ key }) => !visibleKeys.has(key))).toEqual([]);
  });

  it.each(themeKeys)('of %s has the menu, its behaviour and the contact details', (theme) => {
    expect(formOf(theme)).toEqual(
      expect.arrayContaining(['header_menu', 'header_behaviour', 'blog_feature_size', 'show_contact_details', 'header_phone']),
    );
  });

  it.each([
    ['byron', ['boxed_logo', 'header_accent_color', 'menu_font_color', 'transparent_header']],
    ['versatile', ['versatile_header_contact_link', 'mobile_menu_background_color', 'mobile_menu_font_color']],
    ['minimal', ['main_menu_style', 'homepage_font_color', 'menu_overlay_font_color']],
  ] as const)('of %s alone has %j', (theme, keys) => {
    expect(formOf(theme)).toEqual(expect.arrayContaining([...keys]));
    for (const other of themeKeys.filter((key) => key !== theme))
      expect(formOf(other).filter((key) => keys.some((k) => k === key))).toEqual([]);
  });
});
