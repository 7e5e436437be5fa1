import type { Website } from '#contract/entities/website.ts';
import type { ListQuery, PageLoaded } from '#machines/ports.ts';
import { pageFromDevice } from './list-paging.ts';

const orders: Readonly<Record<string, (website: Website) => string>> = {
  name: (website) => website.name,
  account: (website) => website.account ?? '',
  created_at: (website) => website.created_at ?? '',
};

/** A page from the cached websites: search, order and paging as the server would do them. */
export function pageOfKnown(websites: readonly Website[], query: ListQuery, fetchedAt: number): PageLoaded {
  const search = query.q.trim().toLowerCase();
  const found = websites.filter(
    (website) => website.name.toLowerCase().includes(search) || website.domains.some(({ domain }) => domain.toLowerCase().includes(search)),
  );
  const descending = query.sort?.startsWith('-') ?? false;
  const read = orders[(query.sort ?? 'name').replace(/^-/, '')] ?? ((website: Website) => website.name);
  const collator = new Intl.Collator('en', { sensitivity: 'base' });
  const sorted = found.toSorted((a, b) => collator.compare(read(a), read(b)) * (descending ? -1 : 1));
  return pageFromDevice(sorted, query, fetchedAt);
}
