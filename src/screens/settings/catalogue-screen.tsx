import { Navigate } from '@tanstack/react-router';
import { redirectTarget, screenAt } from '#contract/settings/index.ts';
import { NotFoundScreen } from '#src/screens/problem/not-found-screen.tsx';
import { SettingsRouteScreen } from './settings-route-screen.tsx';

/** The settings screen that a path names, by the catalogue. */
export function CatalogueScreen({ websiteId, path }: { readonly websiteId: string; readonly path: string }) {
  const target = redirectTarget(path);
  if (target) return <Navigate to="/website/$websiteId/$" params={{ websiteId, _splat: target }} replace />;
  const screen = screenAt(path);
  if (!screen) return <NotFoundScreen />;
  // A screen is its own actor: another path or website must start another.
  return <SettingsRouteScreen key={`${websiteId}/${screen.id}`} websiteId={websiteId} screen={screen} />;
}
