import { describe, expect, test } from 'vitest';
import { blockField } from '#contract/blocks/block-screen.ts';
import { blockCatalogue, defaultSettings } from '#contract/blocks/catalogue.ts';
import type { BlockDeclaration, BlockSettingDeclaration } from '#contract/blocks/declaration.ts';
import { footerBlockKey } from '#contract/blocks/footer-block.ts';
import { type ThemeKey, themeKeys } from '#contract/entities/website.ts';
import type { BlockModel, BlockValue, PageModel } from './page-model.ts';
import { renderPage } from './render.ts';
import { themeFiles } from './templates.ts';
import { alone, withValues } from './testing/change.ts';
import { sampleForm, otherMenu, pageFixture } from './testing/fixture.ts';
import { scene } from './testing/scenes.ts';

/** Settings that select records from the database: the model has those records, and the templates show them. */
const chosenBefore = new Set([
  'listings_display',
  'testimonials_display',
  'testimonials_chosen',
  'staff_display',
  'staff_chosen',
  'blog_display',
  'agency',
]);

/** The conditions under which a setting has an effect. */
function needed(setting: string): Record<string, BlockValue> {
  if (/^(?:primary|secondary)_button/u.test(setting)) return { optional_component: 'cta_buttons' };
  if (setting.startsWith('card_4')) return { variant: 'display-four' };
  if (setting.startsWith('column_4')) return { column_amount: 'four_columns' };
  return {};
}

/** Values of a setting that must each result in another page. */
function valuesOf(theme: ThemeKey, declaration: BlockDeclaration, { key, type }: BlockSettingDeclaration): readonly BlockValue[] {
  const setting = defaultSettings(declaration).find((one) => one.key === key);
  const field = setting ? blockField(declaration.key, setting, theme) : null;
  if (field && (field.kind === 'select' || field.kind === 'themeColor')) return field.options.map(({ value }) => value);
  switch (type) {
    case 'checkbox':
      return [true, false];
    case 'slider':
      return [0, 25, 100];
    case 'number':
      return key === 'tint_opacity' ? [0, 0.5, 1] : [1, 2];
    case 'color':
      return ['#123456', '#654321'];
    case 'image':
      return [scene(0), scene(1), null];
    case 'multi-image':
      return [[scene(0)], [scene(1)], [scene(0), scene(1)], []];
    case 'menu':
    case 'menu-dropdown':
      return [otherMenu, { ...otherMenu, items: otherMenu.items.slice(1) }, null];
    case 'form':
      return [sampleForm, { ...sampleForm, rows: sampleForm.rows.slice(1) }, null];
    case 'text':
    case 'multi-line-text':
    case 'banner-subtitle-text':
      return key === 'background_video' || key === 'video_id' ? ['dQw4w9WgXcQ', 'abcdefghijk', ''] : ['/one', '/two', ''];
    default:
      throw new Error(`No values are given for settings of the type ${type}.`);
  }
}

const styles = (html: string) => html.match(/<style>.*?<\/style>/su)?.[0] ?? '';
const classesOf = (html: string) => new Set([...html.matchAll(/class="([^"]*)"/gu)].flatMap(([, names]) => (names ?? '').split(/\s+/u)));
const withoutClasses = (html: string) => html.replaceAll(/class="[^"]*"/gu, '');

const cases = themeKeys.flatMap((theme) =>
  blockCatalogue[theme]
    .filter(({ key }) => key !== footerBlockKey)
    .flatMap((declaration) =>
      declaration.settings
        .filter(({ type, key }) => type !== 'heading' && !chosenBefore.has(key))
        .map((setting) => ({ name: `${theme} ${declaration.key}.${setting.key}`, theme, declaration, setting })),
    ),
);

test.each(cases)('$name: every value makes another page', ({ theme, declaration, setting }) => {
  const page = alone(pageFixture(theme), declaration.key);
  const values = valuesOf(theme, declaration, setting);
  expect(values.length).toBeGreaterThan(1);
  for (const preview of [true, false]) {
    const pages = values.map((value) =>
      renderPage({ ...withValues(page, declaration.key, { ...needed(setting.key), [setting.key]: value }), preview }),
    );
    expect(new Set(pages).size).toBe(values.length);
    for (const html of pages.slice(1)) expectStyled(pages[0] ?? '', html);
  }
});

/** Where two pages differ only in their classes, the style sheet must use one of the different classes. */
function expectStyled(one: string, other: string): void {
  if (withoutClasses(one) !== withoutClasses(other)) return;
  const [before, after] = [classesOf(one), classesOf(other)];
  const differing = [...[...before].filter((name) => !after.has(name)), ...[...after].filter((name) => !before.has(name))];
  const css = styles(one);
  expect(differing.filter((name) => css.includes(`.${name}`))).not.toEqual([]);
}

describe.each(themeKeys)('%s shows the records that were selected from the database', (theme) => {
  const page = pageFixture(theme);
  const differs = (key: string, more: Partial<BlockModel>) => renderPage(alone(page, key, more)) !== renderPage(alone(page, key));

  test('listings, testimonials, staff, posts and an agency', () => {
    const [listing] = page.blocks.find(({ key }) => key === 'listing_slider')?.listings ?? [];
    if (!listing) throw new Error('The fixture has no listings.');
    const posts = theme === 'byron' ? 'blog' : 'blogs';
    expect(differs('listing_slider', { listings: [listing] })).toBe(true);
    expect(differs('testimonials', { testimonials: [{ author: 'A', quote: 'Q' }] })).toBe(true);
    expect(differs('staff', { staff: [] })).toBe(true);
    expect(differs(posts, { posts: [] })).toBe(true);
    expect(differs('map', { agency: null })).toBe(true);
  });

  test('the text of a listing, by its setting', () => {
    const listing = {
      href: '/l',
      address: 'The address',
      suburb: 'The suburb',
      headline: 'The headline',
      priceText: 'The price',
      status: 'Sold',
      bedrooms: 3,
      bathrooms: 2,
      cars: 1,
      image: scene(0),
    };
    const titleFor = (listing_content: string) => {
      const html = renderPage(withValues(alone(page, 'listing_slider', { listings: [listing] }), 'listing_slider', { listing_content }));
      return /class="listing-title">([^<]*)</u.exec(html)?.[1];
    };
    expect(['address', 'price', 'marketing'].map(titleFor)).toEqual(['The address', 'The price', 'The headline']);
  });
});

const logo = { url: '/files/a.png', width: 200, height: 80, alt: 'A', shownWidth: 120 };
const pair = { color: '#123456', hover: '#654321' };

/** Changes outside the blocks, each with the conditions under which it has an effect. */
const outside: readonly (readonly [name: string, change: (page: PageModel) => PageModel, before?: (page: PageModel) => PageModel])[] = [
  ['the menu', (page) => ({ ...page, header: { ...page.header, menu: otherMenu } })],
  ['the logo', (page) => ({ ...page, header: { ...page.header, logo } })],
  [
    'the logo over the cover',
    (page) => ({ ...page, header: { ...page.header, transparent: true, transparentLogo: logo } }),
    (page) => ({ ...page, header: { ...page.header, transparent: true } }),
  ],
  [
    'the mobile logo',
    (page) => ({ ...page, header: { ...page.header, logo }, logos: { ...page.logos, mobile: { ...logo, url: '/files/m.png' } } }),
    (page) => ({ ...page, header: { ...page.header, logo } }),
  ],
  [
    "a logo's size",
    (page) => ({ ...page, header: { ...page.header, logo: { ...logo, shownWidth: 90 } } }),
    (page) => ({ ...page, header: { ...page.header, logo } }),
  ],
  ['behaviour', (page) => ({ ...page, header: { ...page.header, behaviour: 'hide_and_seek' } })],
  ['transparency', (page) => ({ ...page, header: { ...page.header, transparent: !page.header.transparent } })],
  [
    'a hidden logo',
    (page) => ({ ...page, header: { ...page.header, transparent: true, hideLogoWhileTransparent: true } }),
    (page) => ({ ...page, header: { ...page.header, transparent: true } }),
  ],
  ['the boxed logo', (page) => ({ ...page, header: { ...page.header, boxedLogo: true } })],
  ['the contact link', (page) => ({ ...page, header: { ...page.header, contactLink: { label: 'Call us', href: '/call', newTab: true } } })],
  ['contact details', (page) => ({ ...page, header: { ...page.header, contact: { ...page.header.contact, shown: false } } })],
  ['pictures of posts', (page) => ({ ...page, header: { ...page.header, blogFeature: 'contain' } })],
  ["the footer's logo", (page) => ({ ...page, footer: { ...page.footer, logo } })],
  ["the footer logo's link", (page) => ({ ...page, footer: { ...page.footer, logoLink: { label: 'L', href: '/l', newTab: true } } })],
  ["the footer's colours", (page) => ({ ...page, footer: { ...page.footer, colors: { background: pair, font: pair } } })],
  ['the tagline', (page) => ({ ...page, footer: { ...page.footer, tagline: 'Other' } })],
  ["the footer's contact details", (page) => ({ ...page, footer: { ...page.footer, contact: { ...page.footer.contact, shown: false } } })],
  ["the footer's form", (page) => ({ ...page, footer: { ...page.footer, form: null } })],
  ['quick links', (page) => ({ ...page, footer: { ...page.footer, quickLinks: { title: 'Q', menu: otherMenu } } })],
  ['the disclaimer', (page) => ({ ...page, footer: { ...page.footer, legal: { ...page.footer.legal, disclaimer: '' } } })],
  ['terms', (page) => ({ ...page, footer: { ...page.footer, legal: { ...page.footer.legal, terms: false } } })],
  ['privacy', (page) => ({ ...page, footer: { ...page.footer, legal: { ...page.footer.legal, privacy: false } } })],
  ['social links', (page) => ({ ...page, social: [] })],
  ['a brand colour', (page) => ({ ...page, colors: { ...page.colors, primary: '#123456' } })],
];

test.each(themeKeys.flatMap((theme) => outside.map(([name, change, before]) => ({ theme, name, change, before }))))(
  '$theme: $name makes another page',
  ({ theme, change, before }) => {
    const page = pageFixture(theme);
    expect(renderPage(change(page))).not.toBe(renderPage(before ? before(page) : page));
  },
);

test('the menu of minimal is an overlay, or an extended header; the other themes show it in their bar', () => {
  const barOf = (theme: ThemeKey, style: 'overlay' | 'header') => {
    const page = pageFixture(theme);
    return renderPage({ ...page, header: { ...page.header, style } }).includes('<nav class="bar-menu"');
  };
  expect(themeKeys.map((theme) => barOf(theme, 'header'))).toEqual([true, true, true]);
  expect(themeKeys.map((theme) => barOf(theme, 'overlay'))).toEqual([true, true, false]);
});

const dropdown = ['menu_dropdown_background_color', 'menu_dropdown_font_color', 'menu_dropdown_font_hover_color'];
const bar = ['header_background_color', 'header_font_color', 'menu_item_hover_color'];

/** The colours that each theme's header has. */
const headerColors: Readonly<Record<ThemeKey, readonly string[]>> = {
  versatile: [
    ...bar,
    ...dropdown,
    'mobile_menu_background_color',
    'mobile_menu_font_color',
    'transparent_header_font_color',
    'contact_details_font_color',
  ],
  byron: [
    'menu_background_color',
    'menu_font_color',
    'menu_font_hover_color',
    'header_accent_color',
    ...dropdown,
    'transparent_header_font_color',
    'contact_details_font_color',
  ],
  minimal: [...bar, 'menu_background_color', 'menu_overlay_font_color', 'homepage_font_color'],
};

test.each(themeKeys.flatMap((theme) => headerColors[theme].map((key) => ({ theme, key }))))(
  "$theme: the header's $key is set, and used",
  ({ theme, key }) => {
    const page = pageFixture(theme);
    const html = renderPage({ ...page, header: { ...page.header, colors: { [key]: pair } } });
    const name = `--${key.replaceAll('_', '-')}`;
    expect(html).toContain(`${name}:#123456;${name}-hover:#654321`);
    expect(themeFiles(theme).css).toContain(`var(${name}`);
  },
);
