import { createRouter } from '@tanstack/react-router';
import { Suspense } from 'react';
import { routeTree } from '#src/route-tree.gen.ts';
import { RouteProblem } from '#src/app/problem/route-problem.tsx';
import { LazyBoundary, lazyComponent } from '#src/ui/lazy-component.tsx';
import type { App } from './app.ts';
import type { RouterContext } from './router-context.ts';

/** Not the router's own lazy component, which reloads the page where its code can't be loaded, also without a connection. */
const notFoundScreen = lazyComponent(
  async () => (await import('#src/app/problem/not-found-screen.tsx')).NotFoundScreen,
  () => 'There is nothing at this address.',
);

function BareNotFound() {
  return (
    <Suspense>
      <LazyBoundary part={notFoundScreen} props={{ bare: true }} />
    </Suspense>
  );
}

export function createAppRouter(app: App) {
  return createRouter({
    routeTree,
    context: { app } satisfies RouterContext,
    defaultPreload: 'intent',
    defaultNotFoundComponent: BareNotFound,
    defaultErrorComponent: RouteProblem,
    // Loaders only open queries, which the client store keeps up to date.
    defaultStaleTime: Number.POSITIVE_INFINITY,
    scrollRestoration: true,
    // Keeps a local id readable, as in `local:…`.
    pathParamsAllowedCharacters: [':'],
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
