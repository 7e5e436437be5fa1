import { describe, expect, it } from 'vitest';
import type { ThemeKey } from '../entities/website.ts';
import { brandColorOptions, swatchOf } from './brand-colors.ts';
import { contrastRatio } from './contrast.ts';
import { blocksAllCrawling } from './crawling.ts';
import type { FieldValue } from '../fields/field.ts';
import { screenAt } from './index.ts';
import { type ConditionScope, type SettingsScreen, type ShownForm, shownSections } from './screen.ts';

type Values = Readonly<Record<string, FieldValue>>;

const shownForm = (screen: SettingsScreen, values: Values, theme: ThemeKey): ShownForm => {
  const scope: ConditionScope = { theme, value: (key) => values[key], setting: (_, key) => values[key] };
  return {
    fields: new Map(shownSections(screen, scope).flatMap(({ fields }) => fields.map((field) => [field.key, field]))),
    values,
    scope,
  };
};

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#777777', '#ffffff', 4.48],
    ['#1D3B53', '#1d3b53', 1],
    ['#ff0000', '#ffffff', 4],
  ])('of %s on %s is %d', (one, other, ratio) => expect(contrastRatio(one, other)).toBeCloseTo(ratio, 1));
  it('knows only whole colours', () => expect([contrastRatio('red', '#ffffff'), contrastRatio('#ffffff', '#fff')]).toEqual([null, null]));
});

describe('named colours', () => {
  const brand = (setting: string) => (setting === 'primary_color' ? '#804020' : null);
  it('follow the branding, lighter and darker', () => {
    const looks = Object.fromEntries(brandColorOptions.map((option) => [option.value, swatchOf(option, brand)?.color ?? null]));
    expect(looks).toEqual({
      'primary-500': '#804020',
      'primary-600': '#99664d',
      'primary-400': '#66331a',
      'secondary-500': null,
      'secondary-600': null,
      'secondary-400': null,
      white: '#ffffff',
      dark: '#000000',
    });
  });
  it('look different on hover', () => {
    for (const option of brandColorOptions) {
      const swatch = swatchOf(option, () => '#804020');
      expect(swatch?.hoverColor).toMatch(/^#[0-9a-f]{6}$/u);
      expect(swatch?.hoverColor).not.toBe(swatch?.color);
    }
  });
});

describe('a robots.txt', () => {
  it.each([
    ['User-agent: *\nDisallow: /', true],
    ['\ufeffUser-agent: *\n\u200bDisallow: /', true],
    ['user-agent:*\r\ndisallow:/ # all', true],
    ['User-agent: googlebot\nUser-agent: *\nDisallow: /*', true],
    ['User-agent: googlebot\nAllow: /\n\nUser-agent: *\nDisallow: /', true],
    ['User-agent: *\nDisallow: /\nAllow: /listings', false],
    ['User-agent: *\nDisallow:', false],
    ['User-agent: *\nDisallow: /search', false],
    ['User-agent: badbot\nDisallow: /', false],
    ['User-agent: *\nDisallow: /search\nUser-agent: badbot\nDisallow: /', false],
    ['# Disallow: /', false],
    ['', false],
    [' Disallow : / #: x\nUser-agent: *#\n  DISALLOW\t:/', true],
  ])('%j blocks everything: %s', (text, blocks) => expect(blocksAllCrawling(text)).toBe(blocks));

  it.each([900, 9000])('of a line of %d characters takes the same time whatever the characters', (length) => {
    const once = (text: string) => {
      const start = Date.now();
      for (let i = 0; i < 20; i += 1) blocksAllCrawling(text);
      return Date.now() - start;
    };
    // The fastest of several runs, which other work disturbs least.
    const cost = (text: string) => Math.min(once(text), once(text), once(text));
    const plain = cost(`a:${'b'.repeat(length)}#x`);
    expect(cost(`a:${' '.repeat(length)}#\u2028`)).toBeLessThan(100 * Math.max(plain, 1));
  });
});

describe('warnings of a screen', () => {
  const warn = (path: string, values: Readonly<Record<string, FieldValue>>, theme: ThemeKey = 'versatile') => {
    const screen = screenAt(path);
    if (!screen) throw new Error(`no screen at ${path}`);
    return screen.warnings?.list(shownForm(screen, values, theme)) ?? [];
  };

  it('report a robots.txt that blocks all crawling, even as the default of a blank one', () => {
    const blocked = [{ key: 'robots_txt', message: 'This file keeps every search engine from every page of the website.' }];
    expect(warn('marketing/robotss', { robots_txt: 'User-agent: *\nDisallow: /' })).toEqual(blocked);
    expect(warn('marketing/robotss', { robots_txt: ' ' })).toEqual(blocked);
    expect(warn('marketing/robotss', { robots_txt: 'User-agent: *\nAllow: /' })).toEqual([]);
  });

  it('report text that is hard to read on its background', () => {
    expect(warn('design/styles', { primary_color: '#777777', primary_font_color: '#ffffff' })).toEqual([
      {
        key: 'primary_font_color',
        message: 'Primary font colour on primary colour is hard to read: the contrast is 4.4 to 1, and should be at least 4.5 to 1.',
      },
    ]);
    expect(warn('design/styles', { primary_color: '#1d3b53', primary_font_color: '#ffffff' })).toEqual([]);
    const banner = { property_banner_color: '#ffffff', property_banner_text_color: '#eeeeee' };
    expect(warn('design/styles', banner).map((warning) => warning.key)).toEqual(['property_banner_text_color']);
  });

  it('work out the named colours of a footer by the branding', () => {
    const footer = { footer_background_color: 'primary-500', footer_font_color: 'white' };
    expect(warn('design/footer', { ...footer, primary_color: '#f0e0a0' })).toHaveLength(1);
    expect(warn('design/footer', { ...footer, primary_color: '#1d3b53' })).toEqual([]);
    expect(warn('design/footer', footer)).toEqual([]);
  });

  it('compare each text of a header with its background in that theme', () => {
    const grey = { menu_background_color: 'white', header_background_color: 'dark', menu_dropdown_background_color: 'white' };
    const white = Object.fromEntries(
      [
        'menu_font',
        'menu_font_hover',
        'menu_overlay_font',
        'header_font',
        'menu_item_hover',
        'menu_dropdown_font',
        'contact_details_font',
      ].map((part) => [`${part}_color`, 'white']),
    );
    const warned = (theme: ThemeKey) => warn('design/header-behaviour', { ...grey, ...white }, theme).map(({ key }) => key);
    expect(warned('byron')).toEqual(['menu_font_color', 'menu_font_hover_color', 'menu_dropdown_font_color', 'contact_details_font_color']);
    expect(warned('versatile')).toEqual(['menu_dropdown_font_color']);
    expect(warned('minimal')).toEqual(['menu_overlay_font_color']);
  });

  it('say nothing of fields that are not shown', () => {
    const footer = { footer_background_color: 'white', footer_font_color: 'white' };
    expect(warn('design/footer', footer, 'minimal')).toHaveLength(1);
    expect(warn('design/footer', footer, 'byron')).toEqual([]);
  });
});

describe('the contrast beside a colour', () => {
  it('is the lowest with what the text stands on, whether it is enough or not', () => {
    const screen = screenAt('design/styles');
    if (!screen) throw new Error('no screen');
    const of = (values: Readonly<Record<string, FieldValue>>) =>
      [...(screen.warnings?.contrasts?.(shownForm(screen, values, 'versatile')) ?? [])].map(([key, { text, isLow }]) => [key, text, isLow]);
    expect(of({ primary_color: '#777777', primary_font_color: '#ffffff' })).toEqual([
      ['primary_font_color', '4.4 to 1 on primary colour', true],
    ]);
    expect(of({ primary_color: '#000000', primary_font_color: '#ffffff' })).toEqual([
      ['primary_font_color', '21.0 to 1 on primary colour', false],
    ]);
    expect(of({ primary_color: '', primary_font_color: '#ffffff' })).toEqual([]);
  });
});

describe('a snippet', () => {
  const warned = (path: string, key: string, code: string) => {
    const screen = screenAt(path);
    if (!screen) throw new Error(`no screen at ${path}`);
    return screen.warnings?.list(shownForm(screen, { [key]: code }, 'byron')).map((warning) => warning.key);
  };
  it.each(["gtag('config', 'G-ABC1234567');", 'window.a = 1 < 2;', 'a<b'])('without a tag is warned of: %s', (code) => {
    expect(warned('admin/custom-js', 'header_js', code)).toEqual(['header_js']);
    expect(warned('marketing/tracking', 'tracking_snippets_code', code)).toEqual(['tracking_snippets_code']);
  });
  it.each(['', '\u200b', '<script>a()</script>', '<!-- a -->', '<meta name="a">', '<noscript>'])('is not, as %j', (code) =>
    expect(warned('admin/custom-js', 'footer_js', code)).toEqual([]),
  );
});

describe('a tag for search engines', () => {
  const warningsOf = (text: string) => {
    const screen = screenAt('admin/seo');
    if (!screen) throw new Error('no screen');
    return screen.warnings?.list(shownForm(screen, { seo_title_format: text }, 'byron'));
  };
  const known = 'the tags are %site_title%, %post_title%, %post_content%.';
  it.each([
    ['%page_title% | %site_title%', `%page_title% would be shown as it stands: ${known}`],
    ['%Site_Title%', `%Site_Title% would be shown as it stands: ${known}`],
    ['{{site_title}} %x% {{site_title}}', `{{site_title}}, %x% would be shown as it stands: ${known}`],
  ])('that is none is warned of: %s', (text, message) => expect(warningsOf(text)).toEqual([{ key: 'seo_title_format', message }]));
  it.each(['%post_title% | %site_title%', '50% off, 20% on top', '100 %', '{a} %', ''])('is not, in %j', (text) =>
    expect(warningsOf(text)).toEqual([]),
  );
});
