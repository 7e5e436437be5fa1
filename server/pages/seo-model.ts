import { trimmed } from '#contract/invisible.ts';
import { limits } from '#contract/limits.ts';
import { defaultTitleFormat } from '#contract/settings/unset.ts';
import { isWebUrl } from '#contract/web-url.ts';
import type { PageModel, PageImage } from '../themes/page-model.ts';
import type { SiteSettings } from './site-settings.ts';

/**
 * The homepage's data for search engines: what Edit SEO of its page says, else the screen Homepage SEO, else what applies to every page.
 * `page`: null where the page has none of its own.
 */
export function homepageSeoModel(
  settings: SiteSettings,
  siteTitle: string,
  page: PageSeo | null,
  image: PageImage | null,
): PageModel['seo'] {
  const first = (own: string | null | undefined, ...keys: readonly string[]) =>
    textOf(own ?? null) || (keys.map((key) => settings.text(key)).find((text) => text !== '') ?? '');
  const canonical = first(page?.permalink, 'homepage_seo_canonical_url');
  const tags = { site_title: siteTitle, post_title: 'Home', post_content: '' };
  return {
    title: withTags(first(page?.title, 'homepage_seo_title', 'seo_title_format'), tags) || siteTitle,
    description: withTags(first(page?.tagline, 'homepage_seo_description', 'seo_default_description'), tags),
    keywords: settings.flag('seo_enable_keywords') ? first(page?.keywords, 'homepage_seo_keywords') : '',
    noindex: settings.flag('seo_noindex'),
    canonical: isWebUrl(canonical) ? canonical : null,
    image,
  };
}

/** SEO data of one page, as it is stored. Null: the page has none of its own. */
export interface PageSeo {
  readonly title: string | null;
  readonly tagline: string | null;
  readonly keywords: string | null;
  readonly permalink: string | null;
}

interface SeoPage {
  readonly title: string;
  readonly text: string;
  readonly seo: PageSeo | null;
  readonly image: PageImage | null;
}

/** A page's data for search engines: its own, else what the settings say for every page. */
export function pageSeoModel(settings: SiteSettings, siteTitle: string, page: SeoPage): PageModel['seo'] {
  const { title, tagline, keywords, permalink } = page.seo ?? { title: null, tagline: null, keywords: null, permalink: null };
  const tags = { site_title: siteTitle, post_title: page.title, post_content: excerptOf(page.text) };
  const format = textOf(title) || settings.text('seo_title_format') || defaultTitleFormat;
  const description = textOf(tagline) || settings.text('seo_default_description');
  return {
    title: withTags(format, tags) || siteTitle,
    description: withTags(description, tags),
    keywords: settings.flag('seo_enable_keywords') ? textOf(keywords) : '',
    noindex: settings.flag('seo_noindex'),
    canonical: permalink !== null && isWebUrl(permalink) ? permalink : null,
    image: page.image,
  };
}

const textOf = (stored: string | null): string => trimmed(stored ?? '');

/** The first words of a text: about as many as a search engine shows. */
function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  if (line.length <= limits.seoDescriptionCharacters) return line;
  return `${line.slice(0, limits.seoDescriptionCharacters - 1).replace(/\s+\S*$/u, '')}…`;
}

/** Replaces `%tags%` with values; an unknown tag stays as it was typed. */
function withTags(format: string, tags: Readonly<Record<string, string>>): string {
  return format.replaceAll(/%(\w+)%/gu, (typed, name: string) => (Object.hasOwn(tags, name) ? (tags[name] ?? '') : typed)).trim();
}
