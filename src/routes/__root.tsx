import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { useLateSelector } from '#src/app/late-actor.ts';
import { appBanners, toastRegion } from '#src/app/shell/lazy-parts.ts';
import type { RouterContext } from '#src/app/router-context.ts';
import { useAfterFirstScreen } from '#src/app/use-after-first-screen.ts';
import { useApp } from '#src/app/use-app.ts';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root });

function Root() {
  const { appUpdate, toasts } = useApp();
  const later = useAfterFirstScreen();
  const hasBanner = useLateSelector(appUpdate, (snapshot) => !snapshot.matches('current'), false);
  const hasToast = useLateSelector(toasts, ({ context }) => context.entries.length > 0, false);
  return (
    <>
      {later || hasBanner ? <LazyBoundary part={appBanners} props={{}} /> : null}
      <Outlet />
      {later || hasToast ? <LazyBoundary part={toastRegion} props={{}} /> : null}
    </>
  );
}
