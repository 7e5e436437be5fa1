import { Navigate } from '@tanstack/react-router';
import { homePath } from '#src/app/website-path.ts';

/** A website opens on its posts, or on the first screen that works. */
export function WebsiteHome({ websiteId }: { readonly websiteId: string }) {
  return <Navigate to="/website/$websiteId/$" params={{ websiteId, _splat: homePath() }} replace />;
}
