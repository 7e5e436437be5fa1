import type { Category, WireValue } from '#contract/entities/setting.ts';
import { defaultValue, type Field, type FieldValue } from '#contract/settings/field.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import { categoryOf, fieldsOf } from '#contract/settings/screen.ts';
import { validateField } from '#contract/settings/validate.ts';
import { toWire, wireType } from '#contract/settings/wire.ts';
import type { Database } from '../connect.ts';
import { settingCategories, settings } from '../tables/websites.ts';
import { dateOf } from './names.ts';

/** What a demo website has beyond the catalogue's defaults. */
function demoValues(name: string, slug: string): Readonly<Record<string, FieldValue>> {
  return {
    fb_link: `https://www.facebook.com/${slug}`,
    ig_link: `https://www.instagram.com/${slug}`,
    youtube_link: `https://www.youtube.com/@${slug}`,
    linkedin_link: `https://www.linkedin.com/company/${slug}`,
    gtm_code: 'GTM-FRNTG01',
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
  };
}

/** The field's default, and where that is not enough (a field that must be filled) something that is. */
function sampleOf(field: Field, name: string, slug: string): FieldValue {
  const start = defaultValue(field);
  if (validateField(field, start) === null) return start;
  switch (field.kind) {
    case 'url':
      return `https://www.${slug}.example`;
    case 'email':
      return `office@${slug}.example`;
    case 'telephone':
      return '02 5550 0123';
    case 'number':
    case 'opacity':
      return 'min' in field && field.min !== undefined ? field.min : 1;
    case 'color':
      return '#336699';
    case 'select':
    case 'radio':
    case 'themeColor':
    case 'logo':
      return field.options[0]?.value ?? null;
    case 'image':
    case 'file':
    case 'menu':
    case 'form':
      return start;
    default:
      return name;
  }
}

/** Every key of the catalogue, so that no screen of a demo website is empty without reason. */
export async function seedSettings(tx: Database, websiteId: number, name: string, slug: string): Promise<void> {
  const demo = demoValues(name, slug);
  const rows = new Map<
    string,
    { websiteId: number; key: string; category: Category; value: WireValue; type: string | null; updatedAt: Date }
  >();
  for (const screen of settingsScreens) {
    for (const field of fieldsOf(screen).filter((item) => item.secret !== true)) {
      const value = toWire(field, demo[field.key] ?? sampleOf(field, name, slug));
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
