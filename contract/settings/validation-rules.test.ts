import { describe, expect, it } from 'vitest';
import type { ThemeKey } from '../entities/website.ts';
import type { FieldValue } from '../fields/field.ts';
import { defaultValue, validateField } from '../fields/index.ts';
import { screenAt, settingOf, settingsScreens } from './index.ts';
import { screenProblems } from './problems.ts';
import { type ConditionScope, fieldsOf, type SettingsScreen } from './screen.ts';

type Values = Readonly<Record<string, FieldValue>>;

function at(path: string): SettingsScreen {
  const screen = screenAt(path);
  if (!screen) throw new Error(`no screen at ${path}`);
  return screen;
}
const scopeOf = (values: Values, theme: ThemeKey = 'versatile'): ConditionScope => ({
  theme,
  value: (key) => values[key],
  setting: (_, key) => values[key],
});
/** Every field with a valid value, except for the given values. */
function filled(screen: SettingsScreen, over: Values = {}): Values {
  const texts = fieldsOf(screen).map((field) => [field.key, defaultValue(field)] as const);
  const required = fieldsOf(screen).filter((field) => field.required && (defaultValue(field) ?? '') === '');
  return { ...Object.fromEntries(texts), ...Object.fromEntries(required.map((field) => [field.key, 'x'])), ...over };
}
const problems = (path: string, over: Values, theme?: ThemeKey) => {
  const values = filled(at(path), over);
  return screenProblems(at(path), { values, scope: scopeOf(values, theme) }, null);
};
const check = (key: string, value: FieldValue) => {
  const field = settingOf(key)?.field;
  if (!field) throw new Error(`no screen has ${key}`);
  return validateField(field, value);
};

describe('every screen', () => {
  it.each(settingsScreens.map((screen) => [screen.title, screen] as const))(
    '%s: what it starts with, filled where it must be, is taken',
    (_, screen) => {
      for (const theme of ['versatile', 'byron', 'minimal'] as const) {
        const values = filled(screen);
        expect(screenProblems(screen, { values, scope: scopeOf(values, theme) }, null)).toEqual({});
      }
    },
  );
});

describe('rules of one field', () => {
  const required = [
    'header_menu',
    'agency_departments',
    'project_stages',
    'projects_title',
    'projects_description',
    ...['posts', 'listings', 'openhomes', 'auctions', 'staff', 'testimonials', 'projects'].map(
      (page) => `${page}_landing_page_banner_title`,
    ),
    ...['posts', 'openhomes', 'auctions', 'staff', 'testimonials', 'projects'].map((page) => `${page}_landing_page_subtitle`),
  ];
  it.each(required)('%s is required', (key) => {
    expect(check(key, null)).toMatch(/ is required\.$/u);
    expect(check(key, '')).toMatch(/ is required\.$/u);
    expect(check(key, 'x')).toBeNull();
  });

  it.each([
    ...fieldsOf(at('design/header-behaviour'))
      .filter((field) => field.kind === 'themeColor' || field.kind === 'select')
      .map((field) => field.key),
    'posts_landing_page_banner_color',
    'posts_landing_page_banner_color_tint',
    'staff_landing_page_filter_type',
    'staff_landing_page_filter_sorting',
    'agency_testimonials_variant',
    'staff_testimonials_variant',
  ])('%s is required, and starts with a value', (key) => {
    const field = settingOf(key)?.field;
    expect(check(key, null)).toMatch(/ is required\.$/u);
    expect(check(key, field ? defaultValue(field) : null)).toBeNull();
  });

  const optional = [
    'homepage_menu',
    ...['title', 'description', 'keywords', 'canonical_url', 'image'].map((end) => `homepage_seo_${end}`),
    ...['posts', 'listings', 'openhomes', 'auctions', 'staff', 'testimonials', 'projects'].map(
      (page) => `${page}_landing_page_cover_image`,
    ),
    ...['default', 'buy', 'rent', 'sold', 'leased'].flatMap((name) => [
      `agency_listing_slider_${name}_link`,
      `staff_listing_slider_${name}_link`,
    ]),
    'footer_form',
    'enquiry',
    'header_phone',
    'header_email',
    'header_address',
    'versatile_header_contact_link',
  ];
  it.each(optional)('%s may be left out', (key) => expect(check(key, null)).toBeNull());

  it.each(['posts', 'openhomes', 'staff', 'testimonials'])('the filter of %s may be left or hidden', (page) => {
    expect([check(`${page}_landing_page_hide_filter`, false), check(`${page}_landing_page_hide_filter`, true)]).toEqual([null, null]);
  });

  const codes = ['custom_css', 'tracking_snippets_code', 'robots_txt', 'header_js', 'footer_js'];
  it.each([...codes, 'custom_listing_categories', 'listings_custom_content_auction', 'agency_departments', 'project_stages'])(
    '%s holds 9000 characters',
    (key) => {
      expect(check(key, 'a'.repeat(9000))).toBeNull();
      expect(check(key, 'a'.repeat(9001))).toContain('at most 9000 characters');
    },
  );

  const accepted: readonly (readonly [string, readonly string[]])[] = [
    ['favicon', ['png', 'jpg', 'jpeg', 'ico']],
    ['apple_touch_icon', ['png']],
    ...['desktop_logo', 'mobile_logo', 'secondary_logo', 'tertiary_logo', 'posts_landing_page_cover_image'].map(
      (key) => [key, ['png', 'jpg', 'jpeg']] as const,
    ),
  ];
  it.each(accepted)('%s accepts %j and nothing else', (key, accept) =>
    expect(settingOf(key)?.field).toMatchObject({ kind: 'image', accept }),
  );

  it.each(['desktop_logo_size', 'mobile_logo_size', 'secondary_logo_size', 'tertiary_logo_size'])('%s is numeric', (key) => {
    expect(check(key, 120)).toBeNull();
    expect(check(key, 'wide')).toContain('must be a number');
    for (const size of [0, -1, 1.5, 2001]) expect(check(key, size)).toMatch(/ must be /u);
  });

  it.each(['posts', 'listings', 'openhomes', 'auctions', 'staff', 'testimonials', 'projects'])(
    'the tint of %s is between 0 and 1',
    (page) => {
      const key = `${page}_landing_page_banner_color_tint`;
      expect([check(key, 0), check(key, 0.35), check(key, 1)]).toEqual([null, null, null]);
      expect([check(key, -0.05), check(key, 1.05)]).toEqual(['Must be between 0.0 and 1.0.', 'Must be between 0.0 and 1.0.']);
      expect(check(key, 0.33)).toMatch(/ goes in steps of 0\.05: choose 0\.3 or 0\.35\.$/u);
      for (let step = 0; step <= 20; step += 1) expect(check(key, step * 0.05)).toBeNull();
    },
  );

  it.each(['open_homes_show_for_x_hours_after', 'listing_new_for_x_days'])('%s is blank, zero or a whole number', (key) => {
    expect([check(key, ''), check(key, '0'), check(key, '48')]).toEqual([null, null, null]);
    for (const value of ['two', '-1', '1.5']) expect(check(key, value)).toMatch(/must be a whole number\.$/u);
  });

  it.each([
    ['gtm_code', 'GTM-ABC1234', 'UA-12345678-1'],
    ['spoke_gtm_code', 'GTM-ABC1234', 'ABC1234'],
    ['google_verification_code', '<meta name="google-site-verification" content="abc" />', '<meta name="other">'],
    ['fb_pixel_code', '1234567890123456', '12345x'],
    ['agency_departments', 'Sales\nRentals', 'Sales\nsales'],
    ['project_stages', 'Planning\nSelling', 'Planning\n\nSelling'],
    ['price_increments', '250000\n500000', '250k'],
    ['rental_price_increments', '300', '$300'],
    ['footer_postcode', 'SW1A 1AA', '2'.repeat(21)],
    ['footer_phone', '+61 2 9000 0000 (after hours: 0400 000 000)', '2'.repeat(101)],
    ['header_phone', '', '2'.repeat(101)],
  ])('%s takes %j and not %j', (key, fine, wrong) => {
    expect(check(key, fine)).toBeNull();
    expect(check(key, wrong)).toMatch(/\.$/u);
  });

  it.each(['homepage_seo_description', 'seo_default_description'])('%s holds 170 characters', (key) => {
    expect(check(key, 'a'.repeat(170))).toBeNull();
    expect(check(key, 'a'.repeat(171))).toContain('at most 170 characters');
  });

  it('lets a title through that is longer than a search result shows', () => {
    expect(check('homepage_seo_title', 'a'.repeat(61))).toBeNull();
    expect(settingOf('homepage_seo_title')?.field).toMatchObject({ counter: { characters: 60, limit: 'soft' } });
  });
});

describe('rules between fields', () => {
  const google = 'https://fonts.googleapis.com/css2?family=Lora';
  it.each([
    ['a cloud font', google, true],
    ['a cloud font, with space around it', ` ${google} `, true],
    ['a font file elsewhere', 'https://cdn.example/fonts/Lora.woff2', false],
    ['a font file with a version', 'https://cdn.example/fonts/Lora.woff2?v=3', false],
    ['a font file of the website', '/fonts/lora.ttf', false],
    ['no font', '', false],
  ])('%s: a name is asked for or not', (_, font, asked) => {
    const path = 'design/styles';
    expect(problems(path, { custom_heading_font: font })).toEqual(
      asked ? { custom_heading_font_name: 'Heading font name is required.' } : {},
    );
    expect(problems(path, { custom_heading_font: font, custom_heading_font_name: 'Lora' })).toEqual({});
  });

  it('wants both of label and description of auction fees, or neither', () => {
    const message = 'Auction fees label and description must both be set for either to apply.';
    const path = 'admin/listing-settings';
    expect(problems(path, { auction_fees_label: 'Fees' })).toEqual({ auction_fees_description: message });
    expect(problems(path, { auction_fees_description: '2 %', auction_fees_label: '  ' })).toEqual({ auction_fees_label: message });
    expect(problems(path, { auction_fees_label: 'Fees', auction_fees_description: '2 %' })).toEqual({});
  });

  it('wants a default view that is shown, and one view at least', () => {
    const path = 'admin/listing-search';
    const [none, other] = ['Show at least one view.', 'This view is not shown. Show it, or choose another.'];
    const off = (...views: readonly string[]) => Object.fromEntries(views.map((view) => [`listing_search_show_${view}`, false]));
    expect(problems(path, off('list', 'map'))).toEqual({});
    expect(problems(path, off('gallery'))).toEqual({ listing_search_default_view: other });
    expect(problems(path, { ...off('gallery'), listing_search_default_view: 'map' })).toEqual({});
    expect(problems(path, off('gallery', 'list', 'map'))).toEqual({
      listing_search_show_gallery: none,
      listing_search_default_view: other,
    });
  });

  describe('what was wrong before', () => {
    const edited = (path: string, stored: Values, edits: Values) => {
      const [before, now] = [filled(at(path), stored), filled(at(path), { ...stored, ...edits })];
      return screenProblems(at(path), { values: now, scope: scopeOf(now) }, { values: before, scope: scopeOf(before) });
    };

    it.each([
      ['a required field that is blank', 'design/header-behaviour', { header_menu: null }, { header_phone: '02' }],
      [
        'a value that is refused today',
        'admin/listing-settings',
        { listings_external_link_label: 'x'.repeat(2000) },
        { display_currency: 'gbp' },
      ],
      ['half of two', 'admin/listing-settings', { auction_fees_label: 'Fees' }, { display_currency: 'gbp' }],
    ] as const)('%s prevents no save of other fields', (_, path, stored, edits) => expect(edited(path, stored, edits)).toEqual({}));

    it('counts once it is edited', () => {
      expect(edited('admin/listing-settings', { auction_fees_label: 'Fees' }, { auction_fees_label: 'Costs' })).toHaveProperty(
        'auction_fees_description',
      );
      expect(edited('projects-landing-page', { projects_title: 'Now' }, { projects_title: '' })).toEqual({
        projects_title: 'Title is required.',
      });
    });

    it('counts for a new record, of which nothing is stored', () => {
      const values = filled(at('projects-landing-page'), { projects_title: '' });
      expect(screenProblems(at('projects-landing-page'), { values, scope: scopeOf(values) }, null)).toHaveProperty('projects_title');
    });

    it('is no excuse for a field that an edit makes required', () =>
      expect(edited('design/styles', {}, { custom_heading_font: google })).toHaveProperty('custom_heading_font_name'));
  });

  it('does not validate hidden fields', () => {
    const screen = at('design/styles');
    const values = filled(screen, { desktop_logo_size: -1 });
    expect(screenProblems(screen, { values, scope: scopeOf(values, 'minimal') }, null)).toHaveProperty('desktop_logo_size');
    expect(screenProblems(screen, { values, scope: scopeOf(values, 'byron') }, null)).toEqual({});
  });
});
