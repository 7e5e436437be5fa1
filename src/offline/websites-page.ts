import { compareFolded, folded } from '#contract/folded.ts';
import { isProblem, meansOffline } from '#contract/api-result.ts';
import { listWebsites } from '#contract/calls/websites.ts';
import type { Website } from '#contract/entities/website.ts';
import type { Cached } from '#db/cache.ts';
import type { ListQuery, PageLoaded } from '#machines/ports.ts';
import { problemMessage } from '#machines/problem-messages.ts';
import type { ApiClient } from '#src/io/api-client.ts';
import { apiQuery, pageFromDevice, pageFromServer } from './list-paging.ts';

const orders: Readonly<Record<string, (website: Website) => string>> = {
  name: (website) => website.name,
  account: (website) => website.account ?? '',
  created_at: (website) => website.created_at ?? '',
};

/** A page from the cached websites: search, order and paging as the server would do them. */
function pageOfKnown(websites: readonly Website[], query: ListQuery, fetchedAt: number): PageLoaded {
  const search = folded(query.q.trim());
  const found = websites.filter(
    (website) => folded(website.name).includes(search) || website.domains.some(({ domain }) => folded(domain).includes(search)),
  );
  const descending = query.sort?.startsWith('-') ?? false;
  const read = orders[(query.sort ?? 'name').replace(/^-/, '')] ?? ((website: Website) => website.name);
  const sorted = found.toSorted((a, b) => (compareFolded(read(a), read(b)) || Number(a.id) - Number(b.id)) * (descending ? -1 : 1));
  return pageFromDevice(sorted, query, fetchedAt);
}

/** The websites of one user. */
interface Deps {
  readonly client: ApiClient;
  readonly isOffline: () => boolean;
  readonly epoch: () => Promise<number>;
  /** The cached websites. */
  readonly known: () => Promise<Cached<readonly Website[]> | null>;
  /** Adds fetched websites to them. */
  readonly add: (epoch: number, fetched: readonly Website[]) => void;
}

/** A page of the list of websites: from the API, or where that can't be reached from this device. */
export async function loadWebsitesPage(deps: Deps, query: ListQuery, signal: AbortSignal): Promise<PageLoaded> {
  const fromDevice = async (): Promise<PageLoaded> => {
    const cached = await deps.known();
    return cached ? pageOfKnown(cached.data, query, cached.fetchedAt) : { kind: 'offline' };
  };
  if (deps.isOffline()) return fromDevice();
  const epoch = await deps.epoch();
  const result = await deps.client.call(listWebsites, { params: {}, query: apiQuery(query), signal });
  if (isProblem(result)) return meansOffline(result) ? fromDevice() : { kind: 'failed', message: problemMessage(result) };
  deps.add(epoch, result.data);
  return pageFromServer(query, result);
}
