import { useLocation, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import * as v from 'valibot';
import { idSchema } from '#contract/entities/id.ts';
import { limits } from '#contract/limits.ts';

/** The query of a list in the address. */
export interface ListAddress {
  /** From 0. */
  readonly page: number;
  /** `key` or `-key`. */
  readonly sort: string;
  readonly q: string;
  /** The chosen ids, by the key of their filter. */
  readonly filters: Readonly<Record<string, string>>;
}

interface ListOrder {
  /** Keys of the columns that sort. */
  readonly sortable: readonly string[];
  readonly defaultSort: string;
  /** Keys of the filters. */
  readonly filters?: readonly string[];
}

/** `replace`: while typing a search, so that Back does not walk through every letter. */
export type SetListAddress = (next: Partial<ListAddress>, how: 'push' | 'replace') => void;

/** The router parses a search for 2024 as a number. */
const searchText = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String), v.maxLength(limits.searchCharacters));

const noFilters: readonly string[] = [];

function chosenIn(search: object, known: readonly string[]): ListAddress['filters'] {
  const all = v.parse(v.record(v.string(), v.unknown()), search);
  return Object.fromEntries(
    known.flatMap((key) => {
      const id = v.safeParse(idSchema, all[key]);
      return id.success ? [[key, id.output]] : [];
    }),
  );
}

/** Reads and sets the query of a list in the address. Invalid values read as the defaults; defaults are left out of the address. */
export function useListAddress({ sortable, defaultSort, filters: known = noFilters }: ListOrder): readonly [ListAddress, SetListAddress] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const sorts = sortable.flatMap((key) => [key, `-${key}`]);
  const asked = v.parse(
    v.object({
      page: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)), 0),
      sort: v.fallback(v.picklist([defaultSort, ...sorts]), defaultSort),
      q: v.fallback(searchText, ''),
    }),
    search,
  );
  const filters = useMemo(() => chosenIn(search, known), [search, known]);
  const address: ListAddress = { ...asked, filters };
  const setAddress: SetListAddress = (next, how) => {
    const { page, sort, q, filters: chosen } = { ...address, ...next };
    void navigate({
      to: '.',
      search: { ...(page > 0 ? { page } : {}), ...(sort === defaultSort ? {} : { sort }), ...(q === '' ? {} : { q }), ...shortIds(chosen) },
      replace: how === 'replace',
      // A dialog over the list stays open.
      state: true,
    });
  };
  return [address, setAddress];
}

/** Ids of digits as numbers, since the router puts texts that look like one in quotes. */
export function shortIds(filters: ListAddress['filters']): Readonly<Record<string, string | number>> {
  return Object.fromEntries(Object.entries(filters).map(([key, id]) => [key, String(Number(id)) === id ? Number(id) : id]));
}

/** The order after a click on a column: descending where the list is sorted by that column already. */
export const nextSort = (sort: string, key: string): string => (sort === key ? `-${key}` : key);
