import { createFileRoute, redirect } from '@tanstack/react-router';
import { LogoutScreen } from '#src/features/sign-in/logout-screen.tsx';

export const Route = createFileRoute('/logout')({
  beforeLoad: ({ context, preload }) => {
    // Hovering over a link must not sign anybody out.
    if (preload) return;
    const { session } = context.app;
    if (!session.getSnapshot().hasTag('signedIn')) throw redirect({ to: '/', replace: true });
    session.send({ type: 'signOut.requested' });
  },
  // The question about unsent changes counts them. A store that can't be opened does not hold up the sign-out.
  loader: ({ context }) => context.app.services().catch(() => null),
  component: () => <LogoutScreen services={Route.useLoaderData()} />,
});
