import { isBlankText, withoutInvisible } from '#contract/invisible.ts';
import { and, desc, eq, lte } from 'drizzle-orm';
import { disallowAll } from '#contract/settings/robots.ts';
import type { Database } from '../connect.ts';
import type { Deps } from '../deps.ts';
import { escapeHtml } from '../pages/head-html.ts';
import { sitePath } from '../pages/page-model-of.ts';
import { readSiteSettings } from '../pages/site-settings.ts';
import { posts } from '../tables/content.ts';
import type { FoundSite } from './find-site.ts';
import { redirectedPaths } from './redirects.ts';

/** The configured robots.txt; crawling is forbidden where the setting is empty. */
export async function robotsTxt(db: Database, site: FoundSite): Promise<string> {
  // What nobody sees, such as the byte order mark that an editor's file begins with, would make its line unreadable.
  const written = withoutInvisible((await readSiteSettings(db, site.id)).code('robots_txt'));
  return `${isBlankText(written) ? disallowAll : written}\n`;
}

/** The address under which all sites are. */
export const sitesOrigin = (config: Deps['config']): string => config.sitesOrigin ?? new URL(config.publicUrl).origin;

/** The address of a site, with a slash at its end. */
export const siteAddress = (config: Deps['config'], domain: string): string => `${sitesOrigin(config)}${sitePath(domain)}/`;

/** As many addresses as a sitemap may have. */
const sitemapPages = 50_000;

/**
 * The pages of a site that a search engine may show: its homepage and its published posts, without those that redirects hide. A form's own page is none of them. `address` is
 * the address of the site, with a slash at its end.
 */
export async function sitemapXml(db: Database, websiteId: number, address: string, now: Date): Promise<string> {
  const published = await publishedPosts(db, websiteId, now, sitemapPages - 1);
  const paths = ['/', ...published.map(({ id }) => `/posts/${id}`)];
  const hidden = await redirectedPaths(db, websiteId, paths);
  const urls = paths.filter((path) => !hidden.has(path)).map((path) => `<url><loc>${xml(`${address}${path.slice(1)}`)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

const postAddress = (address: string, id: number): string => `${address}posts/${id}`;

/** The newest first. */
const publishedPosts = (db: Database, websiteId: number, now: Date, most: number) =>
  db
    .select()
    .from(posts)
    .where(and(eq(posts.websiteId, websiteId), lte(posts.publishedAt, now)))
    .orderBy(desc(posts.publishedAt), desc(posts.id))
    .limit(most);

const feedPosts = 20;

/** The newest posts as RSS; null where the settings do not enable the feed. */
export async function feedXml(db: Database, site: FoundSite, address: string, now: Date): Promise<string | null> {
  const settings = await readSiteSettings(db, site.id);
  if (!settings.flag('enable_blog_rss_feed')) return null;
  const siteTitle = settings.text('site_title') || site.name;
  const title = settings.text('blog_rss_feed_title') || siteTitle;
  const rows = await publishedPosts(db, site.id, now, feedPosts);
  const items = rows.map(
    (post) =>
      `<item><title>${xml(post.title)}</title><link>${xml(postAddress(address, post.id))}</link><description>${xml(post.excerpt)}</description>` +
      // Without the domain: readers would show each post again after a change of it.
      `<guid isPermaLink="false">urn:frontage:website:${site.id}:post:${post.id}</guid><pubDate>${post.publishedAt.toUTCString()}</pubDate></item>`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>\n' +
    `<title>${xml(title)}</title><link>${xml(address)}</link>` +
    `<atom:link href="${xml(`${address}feed.xml`)}" rel="self" type="application/rss+xml"/>` +
    `<description>${xml(settings.text('blog_rss_feed_description') || siteTitle)}</description>\n${items.join('\n')}\n</channel></rss>\n`
  );
}

/** Escaped, and without characters that XML does not allow even when they are escaped. */
const xml = (text: string): string => escapeHtml(text.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));
