import { primaryDomain, type Website } from '#contract/entities/website.ts';
import { limits } from '#contract/limits.ts';
import { isWebUrl } from '#contract/web-url.ts';

export interface SearchResultInput {
  readonly title: string;
  readonly description: string;
  /** The canonical URL; blank where there is none. */
  readonly url: string;
}

export interface SearchResult {
  /** Host and path, as search engines write an address: `www.bay.example › about`. */
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly counters: readonly { readonly label: string; readonly text: string; readonly over: boolean }[];
}

const samples = { post: 'A page of the website', content: 'The first words of the page…' };

/** The result as a search engine would show it: with tags replaced, defaults for blank texts, and long texts cut at a word. */
export function searchResult(input: SearchResultInput, website: Website | null): SearchResult {
  const site = website?.name ?? 'Your website';
  const fill = (text: string): string =>
    text.replaceAll('%site_title%', site).replaceAll('%post_title%', samples.post).replaceAll('%post_content%', samples.content).trim();
  const title = fill(input.title);
  const description = fill(input.description);
  return {
    address: addressOf(input.url.trim(), website),
    title: cut(title || site, limits.seoTitleCharacters),
    description: cut(description || 'Without a description, search engines take words from the page.', limits.seoDescriptionCharacters),
    counters: [
      counter('Title', title.length, limits.seoTitleCharacters),
      counter('Description', description.length, limits.seoDescriptionCharacters),
    ],
  };
}

function counter(label: string, length: number, limit: number): SearchResult['counters'][number] {
  return { label, text: `${length} / ${limit}`, over: length > limit };
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const whole = text.slice(0, most).replace(/\s+\S*$/u, '');
  return `${whole}…`;
}

function addressOf(url: string, website: Website | null): string {
  const domain = website && primaryDomain(website);
  const address = isWebUrl(url) ? url : `https://${domain ?? 'www.your-website.example'}`;
  const [host = '', ...path] =
    address
      .replace(/^https?:\/\//iu, '')
      .split(/[?#]/u)[0]
      ?.split('/')
      .filter(Boolean) ?? [];
  return [host, ...path].join(' › ');
}
