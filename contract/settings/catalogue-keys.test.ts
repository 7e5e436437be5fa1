import { describe, expect, it } from 'vitest';
import type { Category, SettingType } from '../entities/setting.ts';
import { settingOf, settingsScreens } from './index.ts';
import { categoryOf, fieldsOf } from './screen.ts';
import { wireType } from '../fields/index.ts';

const keysIn = (text: string): readonly string[] => text.trim().split(/\s+/u);
const each = (text: string, make: (word: string) => readonly string[]): readonly string[] => keysIn(text).flatMap(make);

const banner = (prefix: string) =>
  keysIn('banner_title subtitle cover_image banner_color banner_color_tint').map((end) => `${prefix}_${end}`);
const sliders = (prefix: string) => keysIn('default buy rent sold leased').map((name) => `${prefix}_listing_slider_${name}_link`);
const filters = `free suburbs price_range beds baths cars type category property_id build_area land_area new_homes auctions
  availability state features tags agency buy_lease`;

/** The product's keys, as its documents list them. */
const expected: Readonly<Partial<Record<Category, readonly string[]>>> = {
  style: keysIn(`
    hide_agency_details footer_address_line_1 footer_address_line_2 footer_postcode footer_state footer_country footer_phone
    footer_fax footer_email footer_agency_name footer_agency_opening_hours footer_form display_terms_and_conditions
    display_privacy_policy legal_menu legal_disclaimer unique_footer_logo quick_links_menu footer_background_color
    footer_font_color footer_logo_link_url footer_logo_link_target include_footer_form_inner_pages footer_tagline
    footer_hide_contact_details contact_details_title quick_links_title legal_menu_title
    primary_color secondary_color primary_font_color property_banner_color property_banner_text_color desktop_logo
    desktop_logo_size mobile_logo mobile_logo_size secondary_logo secondary_logo_size tertiary_logo tertiary_logo_size
    logo_alt_text boxed_logo gallery_background_color custom_heading_font custom_body_font custom_heading_font_name
    custom_body_font_name
    menu_background_color header_accent_color menu_font_color menu_font_hover_color menu_dropdown_background_color
    menu_dropdown_font_color menu_dropdown_font_hover_color show_contact_details contact_details_font_color header_behaviour
    blog_feature_size transparent_header disable_transparent_header transparent_header_hide_logo transparent_header_font_color
    menu_item_hover_color versatile_header_contact_link header_background_color header_font_color mobile_menu_background_color
    mobile_menu_font_color default_header_logo transparent_header_logo header_phone header_email header_address
    homepage_font_color menu_overlay_font_color main_menu_style`),
  site_info: keysIn(`site_title favicon apple_touch_icon disable_ios_phone_number_detection listing_types
    mix_contract_available country suburb_formatter`),
  form: keysIn(`
    header_menu homepage_menu
    enquiry holiday_enquiry property_enquiry sales_market_appraisal rental_appraisal agency_contact agent_sales_appraisal
    agent_rental_appraisal agent_contact tenancy_application pet_application maintenance_request newsletter tenant_newsletter
    vacate_notice property_alert development_register_interest
    property_enquiry_send_to_listing_agent property_enquiry_send_to_admin hide_enquiry_form_sold_leased
    agency_contact_send_to_agency agency_contact_send_to_admin agent_contact_send_to_agent agent_contact_send_to_admin
    recaptcha_site_key recaptcha_secret_key recaptcha_apply_to_all_forms sales_market_appraisal_send_to_listing_agent
    rental_appraisal_send_to_property_manager maintenance_request_send_to_property_manager
    holiday_enquiry_send_to_property_manager`),
  listings: [
    ...keysIn(`
      display_currency display_currency_use_currency_code listings_hide_marketing_headline listings_hide_agents
      listings_hide_agency hide_listings_from_maps_when_address_hidden show_listing_sale_date listings_available_now_text
      open_homes_show_for_x_hours_after auction_fees_label auction_fees_description single_listing_page_layout
      listings_external_link_label listings_external_link_label_rentals custom_listing_categories
      listings_custom_content_auction
      listing_search_show_gallery listing_search_show_list listing_search_show_map listing_search_default_view
      listing_search_preserve_image_aspect listing_new_for_x_days listings_default_sold_order
      listing_search_filters_status_default listing_search_filters_buy_lease_default price_increments rental_price_increments`),
    ...each('residential rural land commercial business holiday', (kind) =>
      keysIn('bedrooms sleeps bathrooms cars land_area build_area').map((stat) => `listing_stats_${kind}_${stat}`),
    ),
    ...each(filters, (name) => [`listing_search_filters_${name}`, `listing_search_advanced_filters_${name}`]),
    ...each(
      `available underoffer sold buy lease leased letagreed residential_buildarea residential_landarea commercial_buildarea
       commercial_landarea`,
      (name) => [`terminology_${name}`],
    ),
  ],
  seo: keysIn('seo_title_format seo_default_description seo_enable_keywords seo_noindex site_image'),
  homepage_seo_info: keysIn(`homepage_seo_title homepage_seo_description homepage_seo_keywords homepage_seo_canonical_url
    homepage_seo_image`),
  posts_landing_page_info: [...banner('posts_landing_page'), 'posts_landing_page_hide_filter'],
  listings_landing_page_info: banner('listings_landing_page').filter((key) => !key.endsWith('_subtitle')),
  openhomes_landing_page_info: [
    ...banner('openhomes_landing_page'),
    'openhomes_landing_page_hide_filter',
    ...banner('auctions_landing_page'),
  ],
  staff_landing_page_info: [
    ...banner('staff_landing_page'),
    ...keysIn('staff_landing_page_hide_filter staff_landing_page_filter_type staff_landing_page_filter_sorting'),
  ],
  testimonials_landing_page_info: [...banner('testimonials_landing_page'), 'testimonials_landing_page_hide_filter'],
  agency_landing_page_info: ['agency_testimonials_variant', ...sliders('agency')],
  staff_page_info: ['staff_testimonials_variant', ...sliders('staff')],
  project_landing_page_info: [...banner('projects_landing_page'), 'projects_title', 'projects_description'],
  css: ['custom_css'],
  tracking: keysIn('gtm_code spoke_gtm_code google_verification_code fb_pixel_code tracking_snippets_code'),
  social: keysIn('fb_link ig_link pinterest_link youtube_link linkedin_link twitter_link'),
  feeds: keysIn('enable_blog_rss_feed blog_rss_feed_title blog_rss_feed_description'),
  robots: ['robots_txt'],
  agency: ['agency_departments'],
  project: ['project_stages'],
  customjs: ['header_js', 'footer_js'],
};

/** Keys that are sent with a type; all others have none. */
const typed: Readonly<Record<string, SettingType>> = {
  ...Object.fromEntries(keysIn('header_menu legal_menu quick_links_menu').map((key) => [key, 'menu' as const])),
  footer_form: 'form',
  ...Object.fromEntries(
    [
      ...keysIn('favicon apple_touch_icon site_image homepage_seo_image desktop_logo mobile_logo secondary_logo tertiary_logo'),
      ...each('posts listings openhomes auctions staff testimonials projects', (page) => [`${page}_landing_page_cover_image`]),
    ].map((key) => [key, 'image' as const]),
  ),
};

const listed = Object.entries(expected).flatMap(([category, keys]) => keys.map((key) => [key, category] as const));

describe('the keys of the catalogue', () => {
  it.each(listed)('%s stands in the category %s', (key, category) => expect(settingOf(key)?.category).toBe(category));

  it.each(listed)('%s travels with the type that the product gives it', (key) => {
    const known = settingOf(key);
    expect(known && wireType(known.field)).toBe(typed[key] ?? null);
  });

  it('has no key that the product does not name', () => {
    const named = new Set(listed.map(([key]) => key));
    expect(settingsScreens.flatMap(fieldsOf).filter((field) => !named.has(field.key))).toEqual([]);
    expect(Object.keys(typed).filter((key) => !named.has(key))).toEqual([]);
  });

  it('has a key once on each screen, and in one category everywhere', () => {
    for (const screen of settingsScreens) {
      const keys = fieldsOf(screen).map((field) => field.key);
      expect(new Set(keys).size, screen.title).toBe(keys.length);
    }
    const places = new Map<string, Set<string>>();
    for (const screen of settingsScreens) {
      for (const field of fieldsOf(screen)) places.set(field.key, (places.get(field.key) ?? new Set()).add(categoryOf(screen, field)));
    }
    expect([...places].filter(([, categories]) => categories.size > 1)).toEqual([]);
  });

  it('keeps one secret', () => {
    const secrets = settingsScreens.flatMap(fieldsOf).filter((field) => field.secret);
    expect(secrets.map((field) => field.key)).toEqual(['recaptcha_secret_key']);
  });

  it('has six stats for six kinds of listing, each in its cell', () => {
    const table = settingsScreens.flatMap((screen) => screen.sections).find((section) => section.table);
    expect(table?.table?.rows.map((row) => row.keys.length)).toEqual([6, 6, 6, 6, 6, 6]);
    expect(table?.table?.columns).toHaveLength(6);
    expect(table?.table?.rows.flatMap((row) => row.keys)).toEqual(table?.fields.map((field) => field.key));
  });
});
