import { isWebUrl } from '#contract/web-url.ts';
import type { PageModel, PageImage } from '../themes/page-model.ts';
import type { SiteSettings } from './site-settings.ts';

/** The homepage's data for search engines. A separate title takes precedence over the format of the whole site. */
export function homepageSeoModel(settings: SiteSettings, siteTitle: string, picture: (key: string) => PageImage | null): PageModel['seo'] {
  const canonical = settings.text('homepage_seo_canonical_url');
  const format = settings.text('homepage_seo_title') || settings.text('seo_title_format');
  return {
    title: withTags(format, { site_title: siteTitle, post_title: 'Home', post_content: '' }) || siteTitle,
    description: settings.text('homepage_seo_description') || settings.text('seo_default_description'),
    keywords: settings.flag('seo_enable_keywords') ? settings.text('homepage_seo_keywords') : '',
    noindex: settings.flag('seo_noindex'),
    canonical: isWebUrl(canonical) ? canonical : null,
    image: picture('homepage_seo_image') ?? picture('site_image'),
  };
}

/** Replaces `%tags%` with values; an unknown tag stays as it was typed. */
export function withTags(format: string, tags: Readonly<Record<string, string>>): string {
  return format.replaceAll(/%(\w+)%/gu, (typed, name: string) => (Object.hasOwn(tags, name) ? (tags[name] ?? '') : typed)).trim();
}
