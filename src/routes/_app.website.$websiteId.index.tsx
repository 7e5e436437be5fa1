import { createFileRoute } from '@tanstack/react-router';
import { WebsiteHome } from '#src/features/settings/website-home.tsx';

export const Route = createFileRoute('/_app/website/$websiteId/')({ component: WebsiteHomeRoute });

function WebsiteHomeRoute() {
  const { websiteId } = Route.useParams();
  return <WebsiteHome websiteId={websiteId} />;
}
