import '#src/styles.css';
import { toastsMachine } from '#machines/toasts/toasts.machine.ts';
import { SimulatedClock } from '#machines/testing/simulated-clock.ts';
import { type AnyRoute, createMemoryHistory, createRootRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { type ActorRefFrom, createActor } from 'xstate';
import type { App } from '#src/app/app.ts';
import { lateActor } from '#src/app/late-actor.ts';
import { Toasts } from '#src/app/shell/toasts.tsx';

const nothing = () => undefined;
const nobody = { context: { session: null } };

/** What screens use of the app, with nobody signed in. Its toasts are real, and stay: their clock stands still. */
function quietApp() {
  const toasts: App['toasts'] = lateActor<ActorRefFrom<typeof toastsMachine>>({
    load: async () => createActor(toastsMachine, { clock: new SimulatedClock() }).start(),
    isUrgent: ({ type }) => type === 'toast.added',
  });
  return {
    toasts,
    notify: (toast: Parameters<App['notify']>[0]) => toasts.send({ type: 'toast.added', toast, at: 0 }),
    analytics: { page: nothing, track: nothing },
    appUpdate: { send: nothing },
    session: { getSnapshot: () => nobody, subscribe: () => ({ unsubscribe: nothing }) },
  };
}

// What moves can't be clicked.
const style = '*, ::before, ::after { animation: none !important; transition: none !important }';

interface RoutesPage {
  readonly page: ReactNode;
  /** Goes to an address, as by a link, Back or Forward. */
  readonly goTo: (address: string) => void;
}

/** A page with the routes of a screen. `Frame`: what is around them, by default `main` and the toasts. */
export function routesPage(
  routesOf: (root: AnyRoute) => readonly AnyRoute[],
  address: string,
  Frame: ComponentType<{ readonly children: ReactNode }> = FrameWithToasts,
): RoutesPage {
  const root = createRootRoute({
    component: () => (
      <Frame>
        <style>{style}</style>
        <Outlet />
      </Frame>
    ),
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren(routesOf(root)), history, context: { app: quietApp() } });
  // The router's type is that of the console's routes.
  return { page: <RouterProvider router={router as never} />, goTo: (to) => history.push(to) };
}

function FrameWithToasts({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <main id="main" tabIndex={-1} style={{ padding: '1.5rem' }}>
        {children}
      </main>
      <Toasts />
    </>
  );
}
