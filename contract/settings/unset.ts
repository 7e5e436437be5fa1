import type { Field, FieldValue } from '../fields/field.ts';
import type { UnsetScope, WhatApplies } from './screen.ts';
import { readableOn, themeColors } from './theme-colors.ts';

/** The title of a page for search engines, where neither it nor the settings have one. */
export const defaultTitleFormat = '%post_title% | %site_title%';

type Rule = (scope: UnsetScope) => WhatApplies | null;

const inherited = (text: string): WhatApplies => ({ source: 'Inherited', text });
const siteTitle: Rule = () => inherited('the website’s title');
const primaryLogo: Rule = () => inherited('the primary logo');
const textOf = (value: FieldValue | undefined): string => (typeof value === 'string' ? value.trim() : '');

const brandColor =
  (key: 'primary_color' | 'secondary_color'): Rule =>
  ({ theme }) => {
    const color = theme && themeColors[theme][key];
    return color && { source: 'Theme’s colour', text: color, color };
  };

/** The value of the SEO screen that a page inherits, else what happens without that. */
const fromSeo =
  (key: string, otherwise: string): Rule =>
  ({ setting }) =>
    inherited(textOf(setting('seo', key)) || otherwise);

const rules: Readonly<Record<string, Rule>> = {
  site_title: ({ websiteName }) => inherited(websiteName ?? 'the website’s name'),
  primary_color: brandColor('primary_color'),
  secondary_color: brandColor('secondary_color'),
  primary_font_color: (scope) => {
    const primary = textOf(scope.value('primary_color')) || brandColor('primary_color')(scope)?.text;
    const color = primary && readableOn(primary);
    return color ? { source: 'Theme’s colour', text: color, color } : null;
  },
  secondary_logo: primaryLogo,
  tertiary_logo: primaryLogo,
  logo_alt_text: siteTitle,
  blog_rss_feed_title: siteTitle,
  blog_rss_feed_description: siteTitle,
  footer_agency_name: siteTitle,
  footer_logo_link_url: () => ({ source: 'Default', text: 'the homepage (/)' }),
  seo_title_format: () => ({ source: 'Default', text: defaultTitleFormat }),
  homepage_seo_title: fromSeo('seo_title_format', 'the website’s title'),
  homepage_seo_description: fromSeo('seo_default_description', 'nothing, as SEO has no default description'),
  homepage_seo_image: () => inherited('the site image of SEO'),
};

/** What applies while the field is blank; null for a field without such a rule. */
export function whatApplies(field: Field, scope: UnsetScope): WhatApplies | null {
  const rule = rules[field.key];
  if (rule) return rule(scope);
  // The placeholder of a website's own term is the standard term.
  return field.key.startsWith('terminology_') && field.placeholder ? { source: 'Default', text: field.placeholder } : null;
}
