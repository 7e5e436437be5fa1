import { useLocation, useNavigate } from '@tanstack/react-router';
import * as v from 'valibot';
import { newestFirst } from '#src/offline/files-source.ts';

const sorts = ['name', '-name', 'bytes', '-bytes', 'created_at', newestFirst] as const;

/** What the address says of the list. Anything else in it reads as nothing. */
const querySchema = v.object({
  page: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)), 0),
  sort: v.fallback(v.picklist(sorts), newestFirst),
  q: v.fallback(v.pipe(v.string(), v.maxLength(100)), ''),
});
type FilesQuery = v.InferOutput<typeof querySchema>;

/** The order that a click on a column leads to: descending where it is sorted by that column already. */
export const nextSort = (sort: FilesQuery['sort'], id: string) => v.parse(v.picklist(sorts), sort === id ? `-${id}` : id);

/** The query in the address, and what puts another there. */
export function useFilesQuery(websiteId: string) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const query = v.parse(querySchema, search);
  /** `replace`: while typing a search, so that Back does not walk through every letter. Defaults stay out of the address. */
  const setQuery = (next: FilesQuery, how: 'push' | 'replace') =>
    void navigate({
      to: '/website/$websiteId/$',
      params: { websiteId, _splat: 'files' },
      search: {
        ...(next.page > 0 ? { page: next.page } : {}),
        ...(next.sort === newestFirst ? {} : { sort: next.sort }),
        ...(next.q === '' ? {} : { q: next.q }),
      },
      replace: how === 'replace',
    });
  return [query, setQuery] as const;
}
