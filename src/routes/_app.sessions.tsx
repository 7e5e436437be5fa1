import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { SessionsScreen } from '#src/features/sessions/sessions-screen.tsx';

const search = v.object({
  page: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000))), undefined),
});

export const Route = createFileRoute('/_app/sessions')({
  validateSearch: search,
  component: SessionsRoute,
});

function SessionsRoute() {
  const { page = 0 } = Route.useSearch();
  const navigate = Route.useNavigate();
  // The first page is left out of the address.
  return (
    <SessionsScreen
      page={page}
      onPage={(next, how) => void navigate({ search: v.parse(search, { page: next || undefined }), replace: how === 'replace' })}
    />
  );
}
