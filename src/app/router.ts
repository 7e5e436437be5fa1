import { createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { routeTree } from '#src/route-tree.gen.ts';
import { RouteProblem } from '#src/app/problem/route-problem.tsx';
import type { App } from './app.ts';
import type { RouterContext } from './router-context.ts';

export function createAppRouter(app: App) {
  return createRouter({
    routeTree,
    context: { app } satisfies RouterContext,
    defaultPreload: 'intent',
    defaultNotFoundComponent: lazyRouteComponent(() => import('#src/app/problem/not-found-screen.tsx'), 'BareNotFoundScreen'),
    defaultErrorComponent: RouteProblem,
    // Loaders only open what the device store then keeps up to date.
    defaultStaleTime: Number.POSITIVE_INFINITY,
    scrollRestoration: true,
    // The id of a record that was made on this device, as in `local:…`, stays readable.
    pathParamsAllowedCharacters: [':'],
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
