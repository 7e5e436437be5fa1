import { createRouter } from '@tanstack/react-router';
import { routeTree } from '#src/route-tree.gen.ts';
import { NotFound } from '#src/app/problem/not-found.tsx';
import { RouteProblem } from '#src/app/problem/route-problem.tsx';
import type { App } from './app.ts';
import type { RouterContext } from './router-context.ts';

const BareNotFound = () => <NotFound bare />;

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
