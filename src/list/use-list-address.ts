import { useLocation, useNavigate } from '@tanstack/react-router';
import * as v from 'valibot';
import { limits } from '#contract/limits.ts';

/** What the address says of a list. */
export interface ListAddress {
  /** From 0. */
  readonly page: number;
  /** `key` or `-key`. */
  readonly sort: string;
  readonly q: string;
}

interface ListOrder {
  /** Keys of the columns that sort. */
  readonly sortable: readonly string[];
  readonly defaultSort: string;
}

/** `replace`: while typing a search, so that Back does not walk through every letter. */
export type SetListAddress = (next: Partial<ListAddress>, how: 'push' | 'replace') => void;

/** A search for 2024 stands in the address as a number. */
const searchText = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String), v.maxLength(limits.searchCharacters));

/** The query of a list in the address, and what puts another there. Anything else in it reads as nothing; defaults stay out of it. */
export function useListAddress({ sortable, defaultSort }: ListOrder): readonly [ListAddress, SetListAddress] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const sorts = sortable.flatMap((key) => [key, `-${key}`]);
  const address = v.parse(
    v.object({
      page: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)), 0),
      sort: v.fallback(v.picklist([defaultSort, ...sorts]), defaultSort),
      q: v.fallback(searchText, ''),
    }),
    search,
  );
  const setAddress: SetListAddress = (next, how) => {
    const { page, sort, q } = { ...address, ...next };
    void navigate({
      to: '.',
      search: { ...(page > 0 ? { page } : {}), ...(sort === defaultSort ? {} : { sort }), ...(q === '' ? {} : { q }) },
      replace: how === 'replace',
      // A dialog over the list stays open.
      state: true,
    });
  };
  return [address, setAddress];
}

/** The order that a click on a column leads to: descending where it is sorted by that column already. */
export const nextSort = (sort: string, key: string): string => (sort === key ? `-${key}` : key);
