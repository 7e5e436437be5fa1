import { createFileRoute } from '@tanstack/react-router';
import { requireSignedIn } from '#src/app/auth-guard.ts';
import { prefetchWhenIdle } from '#src/app/when-idle.ts';
import { AppLayout } from '#src/app/shell/app-layout.tsx';

export const Route = createFileRoute('/_app')({
  beforeLoad: ({ context, location }) => requireSignedIn(context.app, location.href),
  loader: ({ context }) => {
    prefetchWhenIdle(async () => (await import('#src/app/shell/overlays.ts')).preloadOverlays());
    prefetchWhenIdle(async () => (await import('#src/io/sessions-offer.ts')).askForSessions(context.app.client));
    return context.app.services();
  },
  component: AppLayout,
});
