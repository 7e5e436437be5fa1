import type { PaginationInfo } from '#contract/api-result.ts';
import { toJson } from '#contract/json.ts';
import type { ListQuery, PageLoaded } from '#machines/ports.ts';

/** The query of an API's list. */
export function apiQuery({ page, perPage, sort, q, filters }: ListQuery) {
  return { page, per_page: perPage, ...(sort ? { sort } : {}), ...(q ? { q } : {}), ...filters };
}

type PageOf = Pick<ListQuery, 'page' | 'perPage'>;

/** A page of what the server has just answered. */
export function pageFromServer(
  query: ListQuery,
  { data, pagination }: { readonly data: readonly unknown[]; readonly pagination: PaginationInfo | null },
): PageLoaded {
  return {
    kind: 'page',
    rows: data.map(toJson),
    pagination: pagination ?? onlyPage(query, data.length),
    fromDevice: false,
    fetchedAt: Date.now(),
  };
}

/** The paging of an answer that has none: it is the only page. */
export function onlyPage({ page, perPage }: PageOf, total: number): PaginationInfo {
  return { page, per_page: perPage, total, last_page: 0 };
}

/** One page of rows that are already searched and sorted, and its paging. */
export function pageOfRows<Row>(rows: readonly Row[], { page, perPage }: PageOf) {
  const total = rows.length;
  const pagination: PaginationInfo = { page, per_page: perPage, total, last_page: Math.max(0, Math.ceil(total / perPage) - 1) };
  return { rows: rows.slice(page * perPage, (page + 1) * perPage), pagination };
}

/** The same as the answer of this device. `fetchedAt`: ms since the epoch. */
export function pageFromDevice(all: readonly unknown[], query: ListQuery, fetchedAt: number): PageLoaded {
  const { rows, pagination } = pageOfRows(all, query);
  return { kind: 'page', rows: rows.map(toJson), pagination, fromDevice: true, fetchedAt };
}
