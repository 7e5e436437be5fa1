import { createFileRoute } from '@tanstack/react-router';
import { CatalogueScreen } from '#src/screens/settings/catalogue-screen.tsx';

/** Every settings screen of the catalogue: the path names it. The catalogue itself loads with the first screen. */
export const Route = createFileRoute('/_app/website/$websiteId/$')({ component: SettingsRoute });

function SettingsRoute() {
  const { websiteId, _splat: path = '' } = Route.useParams();
  return <CatalogueScreen websiteId={websiteId} path={path} />;
}
