import { redirectTarget, screenAt } from '#contract/settings/index.ts';
import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { SettingsRouteScreen } from '#src/screens/settings/settings-route-screen.tsx';

/** Every settings screen of the catalogue: the path names it. */
export const Route = createFileRoute('/_app/website/$websiteId/$')({
  beforeLoad: ({ params }) => {
    const path = params._splat ?? '';
    const target = redirectTarget(path);
    if (target) throw redirect({ to: '/website/$websiteId/$', params: { websiteId: params.websiteId, _splat: target }, replace: true });
    if (!screenAt(path)) throw notFound();
  },
  component: SettingsRoute,
});

function SettingsRoute() {
  const { websiteId, _splat: path = '' } = Route.useParams();
  const screen = screenAt(path);
  if (!screen) throw notFound();
  // A screen is its own actor: another path or website must start another.
  return <SettingsRouteScreen key={`${websiteId}/${screen.id}`} websiteId={websiteId} screen={screen} />;
}
