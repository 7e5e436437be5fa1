import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { routeTree } from '#src/route-tree.gen.ts';
import { NotFound } from '#src/app/problem/not-found.tsx';
import { RouteProblem } from '#src/app/problem/route-problem.tsx';
import type { App } from './app.ts';
import type { RouterContext } from './router-context.ts';

const BareNotFound = () => <NotFound bare />;

/** What only the build sets, which renders a screen without a browser. */
interface WithoutBrowser {
  readonly history: RouterHistory;
  readonly origin: string;
  readonly isServer: boolean;
  readonly scrollRestoration: boolean;
}

export function createAppRouter(app: App, withoutBrowser?: WithoutBrowser) {
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
    ...withoutBrowser,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
