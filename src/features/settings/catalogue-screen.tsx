import { Navigate } from '@tanstack/react-router';
import { movedBlockPath } from '#contract/blocks/paths.ts';
import type { SettingsScreen } from '#contract/settings/screen.ts';
import { restOfAccountPath } from '#contract/resources/paths.ts';
import { redirectTarget } from '#contract/settings/summary.ts';
import { bespokeScreenAt } from '#src/app/bespoke-screens.ts';
import { NotFound } from '#src/app/problem/not-found.tsx';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { SettingsRouteScreen } from './settings-route-screen.tsx';

interface CatalogueScreenProps {
  readonly websiteId: string;
  readonly path: string;
  /** The settings screen at the path; null where there is none. */
  readonly screen: SettingsScreen | null;
}

/** The screen at a path: a bespoke one, or a settings screen of the catalogue. */
export function CatalogueScreen({ websiteId, path, screen }: CatalogueScreenProps) {
  // The navigation has entries of the account's screens too.
  const ofAccount = restOfAccountPath(path);
  if (ofAccount !== null) return <Navigate to="/account/$" params={{ _splat: ofAccount }} replace />;
  const target = redirectTarget(path) ?? movedBlockPath(path);
  if (target) return <Navigate to="/website/$websiteId/$" params={{ websiteId, _splat: target }} replace />;
  const bespoke = bespokeScreenAt(path);
  if (bespoke) {
    return (
      <LazyBoundary
        key={`${websiteId}/${bespoke.path}`}
        part={bespoke.part}
        props={{ websiteId, path: bespoke.path, rest: bespoke.rest }}
      />
    );
  }
  if (!screen) return <NotFound />;
  // Each screen has its own actor: another path or website must start a new one.
  return <SettingsRouteScreen key={`${websiteId}/${screen.id}`} websiteId={websiteId} screen={screen} />;
}
