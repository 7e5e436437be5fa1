import { describe, expect, it } from 'vitest';
import { brandColorOptions } from './brand-colors.ts';
import type { Field } from '../fields/field.ts';
import { defaultValue } from '../fields/index.ts';
import { screenAt, settingOf, settingsScreens } from './index.ts';
import { fieldOfTheme } from './screen.ts';

function fieldAt(key: string): Field {
  const known = settingOf(key);
  if (!known) throw new Error(`no screen has ${key}`);
  return known.field;
}
const optionsOf = (key: string) => {
  const field = fieldAt(key);
  return 'options' in field ? field.options.map((option) => [option.value, option.label]) : null;
};

describe('titles and where the screens stand', () => {
  it.each([
    ['design/header-behaviour', 'Header'],
    ['design/footer', 'Footer Settings'],
    ['design/site-info', 'Site Info'],
    ['design/styles', 'Company Branding'],
    ['menu-settings', 'Menu Locations'],
    ['forms-settings', 'Form Settings'],
    ['admin/listing-settings', 'Listings Settings'],
    ['admin/listing-settings-native', 'Listings Settings'],
    ['admin/listing-search', 'Listings Search Settings'],
    ['admin/listing-search-native', 'Listings Search Settings'],
    ['admin/seo', 'SEO'],
    ['admin/terminology', 'Custom Terminology'],
    ['homepage-seo', 'Homepage SEO'],
    ['posts-landing-page', 'Posts Landing Page'],
    ['listings-landing-page', 'Listings Landing Page'],
    ['openhomes-landing-page', 'Open Homes Landing Page'],
    ['agency-landing-page', 'Agency Page Settings'],
    ['staff-landing-page', 'Staff Landing Page'],
    ['staff-page-settings', 'Staff Page Settings'],
    ['testimonials-landing-page', 'Testimonials Landing Page'],
    ['projects-landing-page', 'Projects Index Page'],
    ['design/custom', 'Custom CSS'],
    ['marketing/tracking', 'Tracking codes'],
    ['marketing/social', 'Social links'],
    ['marketing/feeds', 'Feeds'],
    ['marketing/robotss', 'Robots.txt'],
    ['admin/custom-js', 'Custom Javascript'],
  ])('%s is %s', (path, title) => expect(screenAt(path)?.title).toBe(title));

  it.each([
    ['admin/listing-search', ['Available Views', 'Basic Filters', 'Advanced Filters', 'Custom Price Increments']],
    ['admin/terminology', ['Listing Status', 'Residential Listings', 'Commercial Listings']],
    ['marketing/feeds', ['Blog Posts']],
  ])('%s has the sections %j', (path, titles) => expect(screenAt(path)?.sections.map((section) => section.title)).toEqual(titles));

  it('has the Cover Banner above the projects’ title and description', () => {
    expect(screenAt('projects-landing-page')?.sections[0]?.title).toBe('Cover Banner');
  });

  it.each([
    ['forms-settings', 'topAndBottom'],
    ['admin/listing-search', 'eachSection'],
    ['design/footer', undefined],
  ])('%s has Save at %s', (path, where) => expect(screenAt(path)?.saveButtons).toBe(where));

  it('has a live preview beside the header, the footer and the branding', () => {
    expect(settingsScreens.filter((screen) => screen.preview).map((screen) => screen.path)).toEqual([
      'design/styles',
      'design/header-behaviour',
      'design/footer',
    ]);
  });

  it.each([
    ['design/header-behaviour', 'page', 'Header behaviour'],
    ['design/footer', 'page', 'Footer behaviour'],
    ['admin/terminology', 'page', 'Custom Terminology'],
    ['projects-landing-page', 'page', 'Projects Index Page'],
    ['projects-landing-page', 'save', 'updated projects landing page'],
  ] as const)('%s is called by its %s event %s', (path, event, name) => expect(screenAt(path)?.events?.[event]).toBe(name));

  it.each([
    ['menu-settings', { saved: 'Theme successfully updated' }],
    ['design/styles', { saved: 'Theme settings successfully updated', failedTitle: null }],
    ['design/header-behaviour', { saved: 'Theme settings successfully updated', failed: 'An unknown error has occurred' }],
    ['design/footer', { saved: 'Theme settings successfully updated' }],
    ['design/site-info', undefined],
  ])('%s says after a save %j', (path, toasts) => expect(screenAt(path)?.toasts).toEqual(toasts));

  it('asks where menus should appear', () => expect(screenAt('menu-settings')?.intro).toBe('Select where menus should appear'));
});

describe('labels', () => {
  it.each([
    ['header_menu', 'Header menu'],
    ['homepage_menu', 'Homepage menu'],
    ['header_behaviour', 'Header behaviour'],
    ['blog_feature_size', 'Blog feature image size'],
    ['main_menu_style', 'Main menu style'],
    ['menu_background_color', 'Menu background colour'],
    ['header_accent_color', 'Header accent colour'],
    ['menu_font_color', 'Menu font colour'],
    ['menu_font_hover_color', 'Menu font hover colour'],
    ['menu_dropdown_background_color', 'Menu dropdown background colour'],
    ['menu_dropdown_font_color', 'Menu dropdown font colour'],
    ['menu_dropdown_font_hover_color', 'Menu dropdown font hover colour'],
    ['menu_item_hover_color', 'Menu item hover colour'],
    ['menu_overlay_font_color', 'Menu overlay font colour'],
    ['mobile_menu_background_color', 'Mobile menu background colour'],
    ['mobile_menu_font_color', 'Mobile menu font colour'],
    ['header_background_color', 'Header background colour'],
    ['header_font_color', 'Header font colour'],
    ['homepage_font_color', 'Homepage font colour'],
    ['transparent_header_font_color', 'Transparent header font colour'],
    ['contact_details_font_color', 'Contact details font colour'],
    ['show_contact_details', 'Show contact details'],
    ['transparent_header', 'Transparent header'],
    ['disable_transparent_header', 'Disable transparent header'],
    ['transparent_header_hide_logo', 'Hide the logo while the header is transparent'],
    ['boxed_logo', 'Boxed logo'],
    ['default_header_logo', 'Default header logo'],
    ['transparent_header_logo', 'Transparent header logo'],
    ['versatile_header_contact_link', 'Contact link'],
    ['header_phone', 'Phone'],
    ['header_email', 'Email'],
    ['header_address', 'Address'],
    ['projects_title', 'Title'],
    ['projects_description', 'Description'],
    ['recaptcha_apply_to_all_forms', 'Automatically add reCaptcha to all forms'],
    ['include_footer_form_inner_pages', 'Include form block on inner pages'],
    ['footer_hide_contact_details', 'Hide contact details column'],
    ['hide_agency_details', 'Hide agency details'],
    ['contact_details_title', 'Contact details title'],
    ['quick_links_title', 'Quick links title'],
    ['quick_links_menu', 'Quick links menu'],
    ['legal_menu_title', 'Legal menu title'],
    ['legal_menu', 'Legal menu'],
    ['legal_disclaimer', 'Legal disclaimer'],
    ['disable_ios_phone_number_detection', 'Disable iOS phone number detection'],
    ['mix_contract_available', 'Mix contract and available'],
    ['homepage_seo_keywords', 'Keywords'],
  ])('%s is called %s', (key, label) => expect(fieldAt(key).label).toBe(label));
});

describe('options and defaults', () => {
  const logos = [
    ['desktop_logo', 'Primary Logo'],
    ['secondary_logo', 'Secondary Logo'],
    ['tertiary_logo', 'Tertiary Logo'],
  ];
  const colors = [
    ['primary-500', 'Primary'],
    ['primary-600', 'Primary Light'],
    ['primary-400', 'Primary Dark'],
    ['secondary-500', 'Secondary'],
    ['secondary-600', 'Secondary Light'],
    ['secondary-400', 'Secondary Dark'],
    ['white', 'White'],
    ['dark', 'Black'],
  ];
  const oneTwo = [
    ['one', 'One'],
    ['two', 'Two'],
  ];
  const headerColors = [
    ['header_background_color', 'white'],
    ['header_font_color', 'dark'],
    ['menu_item_hover_color', 'primary-500'],
    ['menu_background_color', 'white'],
    ['menu_font_color', 'dark'],
    ['menu_font_hover_color', 'primary-500'],
    ['menu_overlay_font_color', 'dark'],
    ['header_accent_color', 'secondary-500'],
    ['menu_dropdown_background_color', 'white'],
    ['menu_dropdown_font_color', 'dark'],
    ['menu_dropdown_font_hover_color', 'primary-500'],
    ['mobile_menu_background_color', 'primary-500'],
    ['mobile_menu_font_color', 'white'],
    ['transparent_header_font_color', 'white'],
    ['homepage_font_color', 'white'],
    ['contact_details_font_color', 'dark'],
  ] as const;
  it.each(headerColors)('%s offers the eight colours and starts with %s', (key, initial) => {
    expect(optionsOf(key)).toEqual(colors);
    expect(defaultValue(fieldAt(key))).toBe(initial);
  });

  it.each([
    ['default_header_logo', logos.slice(0, 2), 'desktop_logo'],
    ['transparent_header_logo', logos.slice(0, 2), 'secondary_logo'],
    [
      'main_menu_style',
      [
        ['overlay', 'Overlay'],
        ['header', 'Extended header'],
      ],
      'overlay',
    ],
    ['unique_footer_logo', logos, 'desktop_logo'],
    ['footer_background_color', colors, 'primary-500'],
    ['footer_font_color', colors, 'white'],
    ['posts_landing_page_banner_color', colors, 'primary-500'],
    [
      'listing_types',
      [
        ['sale_and_rental', 'Sale & Rental'],
        ['sale', 'Sale Only'],
        ['rental', 'Rental Only'],
      ],
      'sale_and_rental',
    ],
    ['country', ['AU', 'UK', 'NZ', 'UAE'].map((value) => [value, value]), 'AU'],
    [
      'suburb_formatter',
      [
        ['no_formatting', 'No formatting'],
        ['uppercase', 'Uppercase'],
        ['capitalise', 'Capitalise'],
        ['lowercase', 'Lowercase'],
      ],
      'no_formatting',
    ],
    ['display_currency', ['AUD', 'GBP', 'NZD', 'USD', 'EUR', 'AED'].map((name) => [name.toLowerCase(), name]), 'aud'],
    ['agency_testimonials_variant', oneTwo, 'one'],
    ['staff_testimonials_variant', oneTwo, 'one'],
    [
      'listing_search_filters_buy_lease_default',
      [
        ['sale', 'Sale'],
        ['rental', 'Rental'],
      ],
      'sale',
    ],
  ])('%s offers %j and starts with %s', (key, options, initial) => {
    expect(optionsOf(key)).toEqual(options);
    expect(defaultValue(fieldAt(key))).toBe(initial);
  });

  it('starts with a header that stays, and pictures of posts that fill their frame', () => {
    expect(optionsOf('header_behaviour')?.map(([value]) => value)).toEqual(['hide_and_seek', 'full_stick']);
    expect(defaultValue(fieldAt('header_behaviour'))).toBe('full_stick');
    expect(optionsOf('blog_feature_size')?.map(([value]) => value)).toEqual(['cover', 'contain']);
    expect(defaultValue(fieldAt('blog_feature_size'))).toBe('cover');
  });

  it.each([
    ['footer_logo_link_target', ['_self', '_blank']],
    ['listings_available_now_text', ['date', 'text']],
    ['single_listing_page_layout', ['full_banner', 'inset_primary_image']],
    ['listing_search_default_view', ['gallery', 'list', 'map']],
    ['listings_default_sold_order', ['oldest_first', 'oldest_last']],
    ['listing_search_filters_status_default', ['all', 'available', 'available_under_contract', 'sold']],
    ['staff_landing_page_filter_type', ['location', 'team']],
    ['staff_landing_page_filter_sorting', ['default', 'alphabetical']],
  ])('%s offers %j, the first at first', (key, values) => {
    expect(optionsOf(key)?.map(([value]) => value)).toEqual(values);
    expect(defaultValue(fieldAt(key))).toBe(values[0]);
  });

  it.each([
    ['listings_external_link_label', 'External Link'],
    ['listings_external_link_label_rentals', 'External Link'],
    ['agency_listing_slider_default_link', '/listings'],
    ['staff_listing_slider_default_link', '/listings'],
    ['posts_landing_page_banner_color_tint', 0.3],
  ])('%s starts with %s', (key, value) => expect(defaultValue(fieldAt(key))).toBe(value));

  it('gives each named colour one look, of its own or of the brand', () => {
    expect(brandColorOptions.every((option) => (option.brand === undefined) !== (option.color === undefined))).toBe(true);
  });
});

describe('help', () => {
  it('says how long a menu the minimal theme’s header can show, on both screens that have it', () => {
    for (const path of ['design/header-behaviour', 'menu-settings']) {
      const menu = screenAt(path)
        ?.sections.flatMap(({ fields }) => fields)
        .find(({ key }) => key === 'header_menu');
      if (!menu) throw new Error(`${path} has no header menu`);
      expect(fieldOfTheme(menu, 'minimal').help).toBe('At most 5 top-level items, each with at most 7 sub-items.');
      expect(fieldOfTheme(menu, 'byron').help).toBeUndefined();
    }
  });

  it.each([
    ['versatile_header_contact_link', 'A path such as /contact-us'],
    ['legal_menu', 'restricted to 5 items'],
    ['quick_links_menu', 'restricted to 5 items'],
    ['posts_landing_page_banner_color_tint', 'Must be between 0.0 and 1.0.'],
    ['open_homes_show_for_x_hours_after', 'Blank or zero hides events immediately once they have started.'],
    ['listing_new_for_x_days', "Blank or zero removes the 'New' label."],
    ['auction_fees_label', 'Auction fees label and description must both be set for either to apply.'],
    ['auction_fees_description', 'Auction fees label and description must both be set for either to apply.'],
    ['recaptcha_apply_to_all_forms', 'use form-specific reCaptcha settings'],
    ['recaptcha_apply_to_all_forms', 'automatically show on all forms'],
    ['custom_heading_font_name', 'Required for cloud fonts, otherwise optional.'],
    ['agency_listing_slider_default_link', 'Falls back to /listings'],
    ['desktop_logo', 'Max 5 MB.'],
    ['apple_touch_icon', 'PNG only.'],
    ['property_enquiry_send_to_listing_agent', 'listing agents'],
    ['holiday_enquiry_send_to_property_manager', 'property managers'],
    ['agency_contact_send_to_agency', 'agency profile'],
    ['agent_contact_send_to_agent', 'staff profile'],
    ['property_enquiry_send_to_admin', 'website admin'],
    ['seo_title_format', '%site_title%, %post_title% and %post_content%'],
  ])('%s says %s', (key, text) => expect(fieldAt(key).help).toContain(text));

  it('says of every other tint what it takes', () => {
    const tints = settingsScreens
      .flatMap((screen) => screen.sections.flatMap((section) => section.fields))
      .filter((f) => f.kind === 'opacity');
    expect(tints).toHaveLength(7);
    expect(new Set(tints.map((field) => field.help))).toEqual(new Set(['Must be between 0.0 and 1.0.']));
  });
});
