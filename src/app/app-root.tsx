import { sessionView } from '#machines/session/session.view.ts';
import { RouterProvider } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Button } from '#src/ui/button.tsx';
import { FailureAction } from '#src/ui/failure-action.ts';
import { FullScreenSpinner } from '#src/ui/full-screen-spinner.tsx';
import { ErrorBoundary, LazyBoundary } from '#src/ui/lazy-component.tsx';
import type { App } from './app.ts';
import { useLateSelector } from './late-actor.ts';
import { ProblemPage } from './problem/problem-page.tsx';
import { ReportProblem, reportProblem } from './problem/report-problem.tsx';
import { blockedScreen } from './shell/lazy-parts.ts';
import type { createAppRouter } from './router.tsx';

const reportButton = <ReportProblem />;

interface AppRootProps {
  readonly app: App;
  readonly router: ReturnType<typeof createAppRouter>;
}

/** The console. An error that no route could handle leaves a problem screen too, and never an empty page. */
export function AppRoot(props: AppRootProps) {
  return (
    <ErrorBoundary fallback={<Problem app={props.app} />}>
      <Console {...props} />
    </ErrorBoundary>
  );
}

function Problem({ app }: Pick<AppRootProps, 'app'>) {
  return (
    <ProblemPage
      name="Something went wrong"
      tone="danger"
      live="alert"
      title="The console ran into a problem"
      actions={
        <>
          <Button variant="primary" onClick={() => location.reload()}>
            Reload
          </Button>
          <Button onClick={() => void reportProblem(app)}>Report a problem</Button>
        </>
      }
    >
      What you saved is safe.
    </ProblemPage>
  );
}

/** The routes, or a spinner until it is known whether anybody is signed in. */
function Console({ app, router }: AppRootProps) {
  const screen = useSelector(app.session, (snapshot) => sessionView(snapshot).screen);
  const signingOut = useSelector(app.session, (snapshot) => sessionView(snapshot).signingOut);
  const blocked = useLateSelector(app.appUpdate, (snapshot) => snapshot.matches('blocked'), false);
  if (blocked) {
    return <LazyBoundary part={blockedScreen} props={{ onRetry: () => app.appUpdate.send({ type: 'reload.requested' }) }} />;
  }
  if (screen === 'starting') return <FullScreenSpinner label={signingOut ? 'Signing out…' : 'Initialising app...'} />;
  if (screen === 'unreachable') {
    return (
      <ProblemPage
        name="No connection"
        tone="warning"
        title="The server can’t be reached"
        actions={
          <>
            <Button variant="primary" onClick={() => app.session.send({ type: 'retry.requested' })}>
              Try again
            </Button>
            <Button onClick={() => app.session.send({ type: 'signOut.requested' })}>Sign out</Button>
            <Button onClick={() => void reportProblem(app)}>Report a problem</Button>
          </>
        }
      >
        You are signed in, but nothing of your account is on this device yet. It opens as soon as the server answers.
      </ProblemPage>
    );
  }
  return (
    <FailureAction value={reportButton}>
      <RouterProvider router={router} />
    </FailureAction>
  );
}
