import { toJson } from '#contract/json.ts';
import type { ListQuery, PageLoaded } from '#machines/ports.ts';

/** One page of rows that are already searched and sorted. `fetchedAt`: ms since the epoch. */
export function pageFromDevice(rows: readonly unknown[], { page, perPage }: ListQuery, fetchedAt: number): PageLoaded {
  const start = page * perPage;
  return {
    kind: 'page',
    rows: rows.slice(start, start + perPage).map(toJson),
    pagination: { page, per_page: perPage, total: rows.length, last_page: Math.max(0, Math.ceil(rows.length / perPage) - 1) },
    fromDevice: true,
    fetchedAt,
  };
}
