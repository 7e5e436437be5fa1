import { describe, expect, it } from 'vitest';
import { type ThemeKey, themeKeys } from '../entities/website.ts';
import type { FieldValue } from '../fields/field.ts';
import { screenAt, settingsScreens } from './index.ts';
import { categoriesOf, fieldOfTheme, fieldsOf, shownSections } from './screen.ts';
import { readWire } from '../fields/index.ts';

function visibleKeys(path: string, theme: ThemeKey | null, settings: Readonly<Record<string, FieldValue>> = {}): readonly string[] {
  const screen = screenAt(path);
  if (!screen) throw new Error(`no screen at ${path}`);
  const scope = { theme, value: () => undefined, setting: (_: string, key: string) => settings[key] };
  return shownSections(screen, scope).flatMap((section) => section.fields.map((field) => field.key));
}

const onlyClassic = [
  ...['hide_agency_details', 'footer_country', 'footer_fax', 'footer_agency_name', 'footer_agency_opening_hours'],
  ...['include_footer_form_inner_pages', 'display_terms_and_conditions', 'display_privacy_policy'],
];
const onlyModern = [
  ...['footer_background_color', 'footer_font_color', 'footer_tagline', 'footer_hide_contact_details', 'contact_details_title'],
  ...['quick_links_title', 'quick_links_menu', 'legal_menu_title'],
];
const everywhere = [
  ...['unique_footer_logo', 'footer_logo_link_url', 'footer_logo_link_target', 'footer_address_line_1', 'footer_address_line_2'],
  ...['footer_postcode', 'footer_state', 'footer_phone', 'footer_email', 'footer_form', 'legal_menu', 'legal_disclaimer'],
];

describe('by theme', () => {
  it.each(themeKeys)('the footer of %s has its own form', (theme) => {
    const own = theme === 'byron' ? onlyClassic : onlyModern;
    expect([...visibleKeys('design/footer', theme)].sort()).toEqual([...everywhere, ...own].sort());
  });

  it.each(themeKeys)('the branding of %s has its own logos and colours', (theme) => {
    const keys = visibleKeys('design/styles', theme);
    const modern = [
      ...['desktop', 'mobile', 'secondary', 'tertiary'].map((name) => `${name}_logo_size`),
      ...['tertiary_logo', 'gallery_background_color', 'property_banner_color', 'property_banner_text_color'],
    ];
    for (const key of modern) expect(keys.includes(key), key).toBe(theme !== 'byron');
    expect(keys.includes('boxed_logo')).toBe(theme === 'byron');
    for (const key of ['primary_color', 'secondary_color', 'custom_heading_font', 'custom_body_font_name', 'desktop_logo']) {
      expect(keys, key).toContain(key);
    }
  });

  it.each(['agency', 'staff'])('links of the %s slider by status stand on versatile and minimal alone', (prefix) => {
    const path = prefix === 'agency' ? 'agency-landing-page' : 'staff-page-settings';
    const links = (theme: ThemeKey) => visibleKeys(path, theme).filter((key) => key.endsWith('_link')).length;
    expect(themeKeys.map((theme) => [theme, links(theme)])).toEqual([
      ['versatile', 5],
      ['byron', 1],
      ['minimal', 5],
    ]);
  });

  it('shows every key in some theme', () => {
    const keywords = { seo_enable_keywords: true };
    for (const screen of settingsScreens) {
      const seen = new Set(themeKeys.flatMap((theme) => visibleKeys(screen.path, theme, keywords)));
      expect(
        fieldsOf(screen).filter((field) => !seen.has(field.key)),
        screen.title,
      ).toEqual([]);
    }
  });

  it('offers classic footers no tertiary logo, and reads any other or missing choice as the primary', () => {
    const logo = screenAt('design/footer')
      ?.sections.flatMap((section) => section.fields)
      .find((field) => field.key === 'unique_footer_logo');
    if (!logo) throw new Error('the footer has no logo');
    const read = (theme: ThemeKey, stored: string | null) => readWire(fieldOfTheme(logo, theme), stored === null ? null : [stored]);
    expect(read('versatile', 'tertiary_logo')).toEqual({ value: 'tertiary_logo' });
    for (const stored of ['tertiary_logo', 'something', '', null]) expect(read('byron', stored)).toEqual({ value: 'desktop_logo' });
    expect(read('minimal', 'something')).toEqual({ value: 'desktop_logo' });
  });
});

describe('by another category', () => {
  it('shows keywords only once SEO has them activated', () => {
    expect(visibleKeys('homepage-seo', 'byron')).not.toContain('homepage_seo_keywords');
    expect(visibleKeys('homepage-seo', 'byron', { seo_enable_keywords: false })).not.toContain('homepage_seo_keywords');
    expect(visibleKeys('homepage-seo', 'byron', { seo_enable_keywords: true })).toContain('homepage_seo_keywords');
  });

  it('loads the categories that conditions and named colours read', () => {
    const of = (path: string) => {
      const screen = screenAt(path);
      return screen ? [...categoriesOf(screen)].sort() : [];
    };
    expect(of('homepage-seo')).toEqual(['homepage_seo_info', 'seo']);
    expect(of('posts-landing-page')).toEqual(['posts_landing_page_info', 'style']);
  });
});
