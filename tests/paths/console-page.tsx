import '#src/styles.css';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { LeaveGuard } from '#src/app/shell/leave-guard.tsx';

// Below the top bar of the console, which covers what is above: a Save that is covered is not in view. What moves can't be clicked.
const style = `main { padding: 5rem 1.5rem } *, ::before, ::after { animation: none !important; transition: none !important }`;

/**
 * A screen in the console's frame, as far as a screen needs it: its route, `main`, the question before unsaved changes are left, and a link
 * to another screen, whose heading is "Elsewhere".
 */
export function consolePage(Screen: ComponentType<{ readonly leave: () => void }>): ReactNode {
  const rootRoute = createRootRoute({
    component: () => (
      <>
        <style>{style}</style>
        <nav>
          <Link to={'/website/5/elsewhere' as string}>Elsewhere</Link>
        </nav>
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
        <LeaveGuard />
      </>
    ),
  });
  const screen = createRoute({
    getParentRoute: () => rootRoute,
    path: '/website/$websiteId/$',
    component: () => {
      const leave = () => void router.navigate({ to: '/website/5/elsewhere' as string });
      return screen.useParams()._splat === 'screen' ? <Screen leave={leave} /> : <h1>Elsewhere</h1>;
    },
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([screen]),
    history: createMemoryHistory({ initialEntries: ['/website/5/screen'] }),
  });
  // The router's type is that of the console's routes.
  return <RouterProvider router={router as never} />;
}
