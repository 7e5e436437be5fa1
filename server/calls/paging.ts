import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { folded } from '#contract/folded.ts';
import { limits } from '#contract/limits.ts';
import type { PaginationInfo } from '#contract/api-result.ts';

export interface ListQueryInput {
  readonly page?: number | undefined;
  readonly per_page?: number | undefined;
  readonly sort?: string | undefined;
  readonly q?: string | undefined;
}

export interface Window {
  readonly page: number;
  readonly perPage: number;
  readonly offset: number;
}

export function windowOf(query: ListQueryInput): Window {
  const page = query.page ?? 0;
  const perPage = query.per_page ?? limits.perPageDefault;
  return { page, perPage, offset: page * perPage };
}

/** How a page is read: from the nearer end of the list, since a database reads every row before the page. */
export function nearerEnd(
  { offset, perPage }: Window,
  total: number,
): { readonly isReversed: boolean; readonly offset: number; readonly limit: number } {
  const limit = Math.max(0, Math.min(perPage, total - offset));
  const behind = total - offset - limit;
  if (behind < offset) return { isReversed: true, offset: Math.max(0, behind), limit };
  // A whole page: rows that were added since they were counted would push others out of a shorter one.
  return { isReversed: false, offset, limit: limit === 0 ? 0 : perPage };
}

/** The same order from the other end. */
export const reversed = (sort: string): string => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`);

/** `last_page` is counted from 0 as `page` is; an empty list has one empty page. */
export function paginationOf(window: Window, total: number): PaginationInfo {
  return { page: window.page, per_page: window.perPage, total, last_page: Math.max(0, Math.ceil(total / window.perPage) - 1) };
}

/** Contains-search of folded text: every typed character is literal, wildcards included. Undefined where nothing was typed. */
export function containsPattern(q: string | undefined): string | undefined {
  const typed = q && folded(q.trim());
  return typed ? `%${typed.replace(/[\\%_]/gu, '\\$&')}%` : undefined;
}

/** Order by the wanted field, then by id, so that equal rows keep their places from page to page. */
export function orderOf(sort: string | undefined, fallback: string, fields: Readonly<Record<string, SQL | AnyColumn>>, id: AnyColumn): SQL {
  const wanted = sort ?? fallback;
  const field = fields[wanted.replace(/^-/u, '')];
  if (field === undefined) throw new RangeError(`the contract lets ${wanted} through, and no column has it`);
  return wanted.startsWith('-') ? sql`${field} desc, ${id} desc` : sql`${field}, ${id}`;
}
