import { Main } from '#src/app/shell/main.tsx';
import { Navigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import type { ClientServices } from '#src/offline/client-services.ts';
import { useApp } from '#src/app/use-app.ts';
import { FullScreenSpinner } from '#src/ui/full-screen-spinner.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';

/** Shown while the session ends; asks first where there are unsent changes. Cancelling leads back to the websites. */
export function LogoutScreen({ services }: { readonly services: ClientServices | null }) {
  const { session } = useApp();
  const isSigningOut = useSelector(session, (snapshot) => snapshot.matches({ signedIn: 'signingOut' }));
  if (!isSigningOut) return <Navigate to="/" replace />;
  return (
    <Main>
      <title>Signing out · Frontage</title>
      <FullScreenSpinner label="Signing out…" />
      {services ? <SignOutDialog services={services} /> : null}
    </Main>
  );
}
