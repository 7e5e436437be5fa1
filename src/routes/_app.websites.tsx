import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { WebsitesScreen } from '#src/features/websites/websites-screen.tsx';

const search = v.object({
  page: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000))), undefined),
  sort: v.fallback(v.optional(v.picklist(['name', '-name', 'account', '-account', 'created_at', '-created_at'])), undefined),
  q: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(100))), undefined),
});

export const Route = createFileRoute('/_app/websites')({
  validateSearch: search,
  component: WebsitesRoute,
});

function WebsitesRoute() {
  const { page = 0, sort = 'name', q = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <WebsitesScreen
      query={{ page, sort, q }}
      onQuery={(next, how) =>
        navigate({
          // Defaults stay out of the address.
          search: v.parse(search, {
            page: next.page || undefined,
            sort: next.sort === 'name' ? undefined : next.sort,
            q: next.q || undefined,
          }),
          replace: how === 'replace',
        })
      }
    />
  );
}
