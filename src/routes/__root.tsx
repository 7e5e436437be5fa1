import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { AppBanners } from '#src/app/shell/app-banners.tsx';
import { Toasts } from '#src/app/shell/toasts.tsx';
import type { RouterContext } from '#src/app/router-context.ts';

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root });

function Root() {
  return (
    <>
      <AppBanners />
      <Outlet />
      <Toasts />
    </>
  );
}
