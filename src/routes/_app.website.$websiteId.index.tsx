import { createFileRoute, Navigate } from '@tanstack/react-router';
import { homePath } from '#src/app/website-path.ts';

export const Route = createFileRoute('/_app/website/$websiteId/')({ component: WebsiteHome });

/** A website opens on its posts, or on the first screen that works. */
function WebsiteHome() {
  const { websiteId } = Route.useParams();
  return <Navigate to="/website/$websiteId/$" params={{ websiteId, _splat: homePath() }} replace />;
}
