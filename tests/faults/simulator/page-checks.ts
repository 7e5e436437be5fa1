import { pageCacheKey } from '#contract/cache-keys.ts';
import { type Json, sameJson, toJson } from '#contract/json.ts';
import type { PageReading, RecordScope, RecordStore } from '#db/records.ts';
import type { Browser } from './browser.ts';
import { onWire, type Place } from './places.ts';

type Scope = Pick<RecordScope, 'userId' | 'resource' | 'websiteId'>;
type Device = Pick<Browser, 'disk' | 'perPage'>;

/** The parameters of a page, as the list asks for it. */
const queryOf = (page: number, perPage: number) => ({ page, per_page: perPage });

function cachedPage({ disk, perPage }: Device, { userId, resource, websiteId }: Scope, page: number) {
  return disk.tables.resources.get([userId, pageCacheKey(resource.name, websiteId, queryOf(page, perPage))]) ?? null;
}

function idsOf(data: Json | undefined): readonly string[] | null {
  if (typeof data !== 'object' || data === null || !('ids' in data) || !Array.isArray(data.ids)) return null;
  return data.ids.map(String);
}

/**
 * Differences between the pages that a list shows and the server's rows of each page as they are cached, with the outbox applied as it is in
 * `all`, which has been compared with the device already.
 */
export async function pagesNotShown(
  device: Device,
  records: Pick<RecordStore, 'readPage'>,
  scope: RecordScope,
  all: Pick<PageReading, 'rows' | 'created'>,
): Promise<readonly string[]> {
  const found: string[] = [];
  const known = new Map(all.rows.map((row) => [row.id, row]));
  for (let page = 0; ; page += 1) {
    const ids = idsOf(cachedPage(device, scope, page)?.data);
    if (ids === null) return found;
    const reading = await records.readPage(scope, queryOf(page, device.perPage));
    const rows = ids.flatMap((id) => known.get(id) ?? []);
    const shown = reading?.rows ?? [];
    const textOf = (each: PageReading['rows']) => each.map(({ id, values, isDeleting }) => toJson({ id, values, isDeleting }));
    if (!sameJson(textOf(shown), textOf(rows)))
      found.push(`page ${page} is ${JSON.stringify(textOf(shown))}, not ${JSON.stringify(textOf(rows))}`);
    const created = (reading?.created ?? []).map(({ id }) => id);
    // What has been created since the page was read stands behind what waits.
    const waiting = page === 0 ? all.created.map(({ id }) => id) : [];
    const late = created.slice(waiting.length);
    if (!sameJson(created.slice(0, waiting.length), waiting) || (page > 0 && late.length > 0))
      found.push(`above page ${page} stand ${created.join()}, not ${waiting.join()}`);
    if (new Set([...created, ...ids]).size < created.length + ids.length)
      found.push(`a row of page ${page} is shown twice: ${[...created, ...ids].join()}`);
  }
}

/** Notes the cached page before the list asks for it. The result says, after the answer, in what the page differs from the server's. */
export function watchFetch(browser: Device & Pick<Browser, 'server'>, scope: Scope, place: Place, page: number): () => readonly string[] {
  const [before, effects] = [cachedPage(browser, scope, page), browser.server.effects.length];
  return () => {
    const now = cachedPage(browser, scope, page);
    // The page may have found no room, and the server may have changed meanwhile.
    if (now === null || now === before || browser.server.effects.length > effects) return [];
    const listed = browser.server.contactList(place).map(({ id }) => onWire(id));
    const expected = listed.slice(page * browser.perPage, (page + 1) * browser.perPage);
    const ids = idsOf(now.data);
    return sameJson(toJson(ids), expected) ? [] : [`page ${page} is kept as ${String(ids)}, not ${expected.join()}`];
  };
}
