import { compareFolded, folded } from '#contract/folded.ts';
import type { Json } from '#contract/json.ts';
import { type ResourceDefinition, searchedColumns, type Values } from '#contract/resources/define.ts';
import type { PageReading } from '#db/records.ts';
import type { ListQuery } from '#machines/ports.ts';
import { pageOfRows } from './list-paging.ts';

type Searched = Pick<ListQuery, 'q' | 'filters'>;

/** Whether a record matches a search and the filters, as the server would decide: the search covers the text columns of the list. */
export function isFoundBy(resource: ResourceDefinition, { q, filters = {} }: Searched): (record: { readonly values: Values }) => boolean {
  const search = folded(q.trim());
  const chosen = Object.entries(filters);
  const texts = searchedColumns(resource).map(({ key }) => key);
  return ({ values }) =>
    chosen.every(([key, value]) => textOf(values[key]) === value) &&
    (search === '' || texts.some((key) => folded(textOf(values[key])).includes(search)));
}

/** All cached records, searched and sorted as the server would. */
export function arrange(reading: PageReading, resource: ResourceDefinition, query: ListQuery): PageReading {
  const isFound = isFoundBy(resource, query);
  const order = query.sort ?? resource.list.defaultSort;
  const key = order.replace(/^-/u, '');
  const sign = order.startsWith('-') ? -1 : 1;
  const rows = reading.rows
    .filter(isFound)
    .toSorted((a, b) => sign * (compare(a.values[key], b.values[key]) || Number(a.id) - Number(b.id)));
  return { ...reading, rows, created: reading.created.filter(isFound) };
}

/** One page of arranged records. Pending creates stand above the first page. */
export function pageOf(reading: PageReading, query: ListQuery): PageReading {
  return { ...reading, ...pageOfRows(reading.rows, query), created: query.page === 0 ? reading.created : [] };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

function compare(a: Json | undefined, b: Json | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  // What has no value stands behind everything that has one.
  const [isNone, isOtherNone] = [a ?? null, b ?? null].map((value) => value === null);
  return isNone || isOtherNone ? Number(isNone) - Number(isOtherNone) : compareFolded(textOf(a), textOf(b));
}
