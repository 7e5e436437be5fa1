import { type AnyRoute, createRoute, Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { LeaveGuard } from '#src/app/shell/leave-guard.tsx';
import { routesPage } from './routes-page.tsx';

/**
 * A screen in the console's frame, as far as a screen needs it: its route, `main`, the question before unsaved changes are left, and a link
 * to another screen, whose heading is "Elsewhere".
 */
export function consolePage(Screen: ComponentType<{ readonly leave: () => void }>): ReactNode {
  const { page, goTo } = routesPage((root) => [screenIn(root)], '/website/5/screen', ConsoleFrame);
  return page;

  function screenIn(root: AnyRoute): AnyRoute {
    const screen = createRoute({
      getParentRoute: () => root,
      path: '/website/$websiteId/$',
      component: () =>
        screen.useParams()._splat === 'screen' ? <Screen leave={() => goTo('/website/5/elsewhere')} /> : <h1>Elsewhere</h1>,
    });
    return screen;
  }
}

/** `main` is below the top bar of the console, which covers what is above: a Save that is covered is not in view. */
function ConsoleFrame({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <nav>
        <Link to={'/website/5/elsewhere' as string}>Elsewhere</Link>
      </nav>
      <main id="main" tabIndex={-1} style={{ padding: '5rem 1.5rem' }}>
        {children}
      </main>
      <LeaveGuard />
    </>
  );
}
