import { Navigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { movedBlockPath } from '#contract/blocks/paths.ts';
import { redirectTarget, screenAt } from '#contract/settings/index.ts';
import { bespokeScreenAt } from '#src/app/bespoke-screens.ts';
import { NotFoundScreen } from '#src/app/problem/not-found-screen.tsx';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { SettingsRouteScreen } from './settings-route-screen.tsx';

/** The screen that a path names: one of its own, or a settings screen by the catalogue. */
export function CatalogueScreen({ websiteId, path }: { readonly websiteId: string; readonly path: string }) {
  const target = redirectTarget(path) ?? movedBlockPath(path);
  if (target) return <Navigate to="/website/$websiteId/$" params={{ websiteId, _splat: target }} replace />;
  const bespoke = bespokeScreenAt(path);
  if (bespoke) {
    return (
      <Suspense>
        <LazyBoundary
          key={`${websiteId}/${bespoke.path}`}
          part={bespoke.part}
          props={{ websiteId, path: bespoke.path, rest: bespoke.rest }}
        />
      </Suspense>
    );
  }
  const screen = screenAt(path);
  if (!screen) return <NotFoundScreen />;
  // A screen is its own actor: another path or website must start another.
  return <SettingsRouteScreen key={`${websiteId}/${screen.id}`} websiteId={websiteId} screen={screen} />;
}
