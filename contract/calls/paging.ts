import * as v from 'valibot';
import { limits } from '../limits.ts';

const wholeNumber = (max: number) =>
  v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer(), v.minValue(0), v.maxValue(max));

/** Query of a list with a fixed order. */
export const pageQuery = v.object({
  page: v.optional(wholeNumber(1_000_000)),
  per_page: v.optional(v.pipe(wholeNumber(limits.perPageMax), v.minValue(1))),
});

/** Query of every other list: `page` from 0, `per_page`, `sort` (`field` or `-field`), `q` (search). */
export function listQuery<const Sort extends readonly [string, ...string[]]>(sortable: Sort) {
  const orders = [...sortable, ...sortable.map((field) => `-${field}`)] as [string, ...string[]];
  return v.object({
    ...pageQuery.entries,
    sort: v.optional(v.picklist(orders)),
    q: v.optional(v.pipe(v.string(), v.maxLength(limits.searchCharacters))),
  });
}

export const paginationSchema = v.object({
  page: v.number(),
  per_page: v.number(),
  total: v.number(),
  last_page: v.number(),
});
