import { css } from '#styled/css/index.js';
import { Main } from './shell/main.tsx';
import { appUpdateView } from '#machines/app-update/app-update.view.ts';
import { sessionView } from '#machines/session/session.view.ts';
import { RouterProvider } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { FullScreenSpinner } from '#src/ui/full-screen-spinner.tsx';
import type { App } from './app.ts';
import type { createAppRouter } from './router.tsx';

const page = css({
  width: 'full',
  maxWidth: 'form',
  marginInline: 'auto',
  paddingInline: '4',
  paddingTop: { base: '10', md: '[14vh]' },
  outline: 'none',
});

interface AppRootProps {
  readonly app: App;
  readonly router: ReturnType<typeof createAppRouter>;
}

/** The console once it is known whether anybody is signed in; until then, that it is being found out. */
export function AppRoot({ app, router }: AppRootProps) {
  const screen = useSelector(app.session, (snapshot) => sessionView(snapshot).screen);
  const signingOut = useSelector(app.session, (snapshot) => sessionView(snapshot).signingOut);
  const blocked = useSelector(app.appUpdate, (snapshot) => appUpdateView(snapshot).status === 'blocked');
  if (blocked) {
    return (
      <Main className={page}>
        <title>Another tab is open · Frontage</title>
        <Notice
          tone="warning"
          title="Close the other tabs of this console"
          live="alert"
          actions={
            <Button variant="primary" onClick={() => app.appUpdate.send({ type: 'reload.requested' })}>
              Try again
            </Button>
          }
        >
          An older version of it is open in another tab, and holds what is on this device. Close that tab, and this one goes on by itself.
          What you saved is safe.
        </Notice>
      </Main>
    );
  }
  if (screen === 'starting') return <FullScreenSpinner label={signingOut ? 'Signing out…' : 'Initialising app...'} />;
  if (screen === 'unreachable') {
    return (
      <Main className={page}>
        <title>No connection · Frontage</title>
        <Notice
          tone="warning"
          title="The server can’t be reached"
          actions={
            <>
              <Button variant="primary" onClick={() => app.session.send({ type: 'retry.requested' })}>
                Try again
              </Button>
              <Button onClick={() => app.session.send({ type: 'signOut.requested' })}>Sign out</Button>
            </>
          }
        >
          You are signed in, but nothing of your account is on this device yet. It opens as soon as there is a connection.
        </Notice>
      </Main>
    );
  }
  return <RouterProvider router={router} />;
}
