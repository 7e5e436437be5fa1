import { asc, eq } from 'drizzle-orm';
import type { Category, WireValue } from '#contract/entities/setting.ts';
import type { Field, FieldValue } from '#contract/fields/field.ts';
import { choiceListOf, defaultValue, sampleValue, toWire, validateField, wireType } from '#contract/fields/index.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import { categoryOf, fieldsOf } from '#contract/settings/screen.ts';
import type { Database } from '../connect.ts';
import { forms, menus } from '../tables/content.ts';
import { settingCategories, settings } from '../tables/websites.ts';
import type { Pictures } from './files.ts';
import { landingDemo } from './landing-pages.ts';
import type { Look } from './looks.ts';
import { dateOf } from './names.ts';

/** How a demo website looks. */
function lookValues({ primary, secondary, theme }: Look, { one }: Pictures): Readonly<Record<string, FieldValue>> {
  return {
    primary_color: primary,
    secondary_color: secondary,
    primary_font_color: '#ffffff',
    property_banner_color: primary,
    property_banner_text_color: '#ffffff',
    gallery_background_color: '#f4f1ec',
    desktop_logo: one('logo.svg'),
    secondary_logo: one('logo-light.svg'),
    mobile_logo: one('badge.svg'),
    tertiary_logo: one('badge.svg'),
    favicon: one('icon.png'),
    apple_touch_icon: one('icon.png'),
    site_image: one('house.png'),
    homepage_seo_image: one('house.png'),
    posts_landing_page_cover_image: one('view-2.svg'),
    listings_landing_page_cover_image: one('view-1.svg'),
    desktop_logo_size: theme === 'minimal' ? 160 : 200,
    secondary_logo_size: theme === 'minimal' ? 160 : 200,
    mobile_logo_size: 48,
    tertiary_logo_size: 64,
    unique_footer_logo: 'secondary_logo',
    default_header_logo: 'desktop_logo',
    transparent_header_logo: 'secondary_logo',
    show_contact_details: true,
  };
}

/** The demo website's settings that differ from the catalogue's defaults. */
function demoValues(name: string, slug: string, look: Look, pictures: Pictures): Readonly<Record<string, FieldValue>> {
  return {
    ...lookValues(look, pictures),
    fb_link: `https://www.facebook.com/${slug}`,
    ig_link: `https://www.instagram.com/${slug}`,
    youtube_link: `https://www.youtube.com/@${slug}`,
    linkedin_link: `https://www.linkedin.com/company/${slug}`,
    google_verification_code: 'u7Qd-frontage-demo-verification',
    tracking_snippets_code: '<script>\n  window.dataLayer = window.dataLayer || [];\n</script>',
    enable_blog_rss_feed: true,
    blog_rss_feed_title: `${name}: news`,
    blog_rss_feed_description: `Market news and advice from ${name}.`,
    terminology_underoffer: 'Under Contract',
    terminology_buy: 'For Sale',
    terminology_lease: 'For Rent',
    agency_departments: 'Sales\nProperty Management\nProjects\nAdministration',
    project_stages: 'Planning\nSelling off the plan\nUnder construction\nCompleted',
    custom_css: '.cover h1 {\n  letter-spacing: 0.02em;\n}',
    header_js: '<script>\n  document.documentElement.classList.add("js");\n</script>',
    robots_txt: 'User-agent: *\nDisallow: /search\nAllow: /',
    ...landingDemo(name),
    site_title: name,
    header_phone: '02 9000 0000',
    header_email: `hello@${slug}.example`,
    header_address: '12 Ocean Street',
    versatile_header_contact_link: '/contact-us',
    logo_alt_text: name,
    show_contact_details: true,
    footer_tagline: 'Local, and here to stay.',
    contact_details_title: 'Visit us',
    quick_links_title: 'Quick links',
    legal_menu_title: 'Legal',
    footer_agency_name: name,
    footer_address_line_1: '12 Ocean Street',
    footer_postcode: '2000',
    footer_state: 'NSW',
    footer_country: 'Australia',
    footer_phone: '02 9000 0000',
    footer_email: `hello@${slug}.example`,
    footer_agency_opening_hours: 'Monday to Friday, 9 am to 5.30 pm\nSaturday, 9 am to 3 pm',
    legal_disclaimer: `${name} has taken care that what is said here is right, and answers for no mistake in it.`,
    homepage_seo_title: `${name}: homes for sale and for rent`,
    homepage_seo_description: `Buy, sell and rent with ${name}.`,
    seo_title_format: '%post_title% | %site_title%',
    seo_default_description: `${name} sells, rents and looks after homes.`,
    open_homes_show_for_x_hours_after: '1',
    listing_new_for_x_days: '7',
    price_increments: '250000\n500000\n750000\n1000000\n1500000\n2000000',
    rental_price_increments: '300\n400\n500\n650\n800\n1000',
    property_enquiry_send_to_listing_agent: true,
    agency_contact_send_to_agency: true,
    agent_contact_send_to_agent: true,
  };
}

/** The menus and forms of the demo, by the settings that choose one. */
async function demoChoices(tx: Database, websiteId: number): Promise<Readonly<Record<string, FieldValue>>> {
  const [main, quickLinks, legal, tiles] = await tx.select().from(menus).where(eq(menus.websiteId, websiteId)).orderBy(asc(menus.id));
  const [contact, appraisal, newsletter, , maintenance] = await tx
    .select()
    .from(forms)
    .where(eq(forms.websiteId, websiteId))
    .orderBy(asc(forms.id));
  const chosen = {
    header_menu: main,
    homepage_menu: tiles,
    quick_links_menu: quickLinks,
    legal_menu: legal,
    footer_form: newsletter,
    enquiry: contact,
    property_enquiry: contact,
    agency_contact: contact,
    agent_contact: contact,
    sales_market_appraisal: appraisal,
    rental_appraisal: appraisal,
    newsletter,
    maintenance_request: maintenance,
  };
  return Object.fromEntries(Object.entries(chosen).map(([key, row]) => [key, row ? String(row.id) : null]));
}

/** The field's default or, where that is not enough (a required field), a sample value. Ids in a sample would name nothing. */
function startOf(field: Field): FieldValue {
  const start = defaultValue(field);
  const namesOthers = choiceListOf(field) !== null || 'accept' in field;
  return namesOthers || validateField(field, start) === null ? start : sampleValue(field);
}

/** Every key of the catalogue, so that no screen of a demo website is empty without reason. */
export async function seedSettings(
  tx: Database,
  websiteId: number,
  name: string,
  slug: string,
  look: Look,
  pictures: Pictures,
): Promise<void> {
  const demo = { ...demoValues(name, slug, look, pictures), ...(await demoChoices(tx, websiteId)) };
  const rows = new Map<
    string,
    { websiteId: number; key: string; category: Category; value: WireValue; type: string | null; updatedAt: Date }
  >();
  for (const screen of settingsScreens) {
    for (const field of fieldsOf(screen).filter((item) => item.secret !== true)) {
      const value = toWire(field, demo[field.key] ?? startOf(field));
      rows.set(field.key, {
        websiteId,
        key: field.key,
        category: categoryOf(screen, field),
        value,
        type: wireType(field),
        updatedAt: dateOf(websiteId),
      });
    }
  }
  const all = [...rows.values()];
  if (all.length === 0) return;
  await tx.insert(settings).values(all);
  await tx
    .insert(settingCategories)
    .values([...new Set(all.map((row) => row.category))].map((category) => ({ websiteId, category, version: 1 })));
}
