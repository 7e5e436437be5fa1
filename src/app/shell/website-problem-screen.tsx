import { Main } from './main.tsx';
import { css } from '#styled/css/index.js';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { RouteProblem } from '#src/app/problem/route-problem.tsx';

const main = css({ flex: '1', outline: 'none' });

const titles = { notFound: 'Website not found', offline: 'Not on this device yet', failed: 'The website could not be opened' } as const;
type Reason = keyof typeof titles;

function reasonOf(error: unknown): Reason | null {
  // By name and field, not by class: importing the class would pull the client store into this bundle.
  if (!(error instanceof Error) || error.name !== 'WebsiteNotOpened' || !('reason' in error)) return null;
  return (Object.keys(titles) as Reason[]).find((reason) => reason === error.reason) ?? null;
}

export function WebsiteProblemScreen(props: ErrorComponentProps) {
  const router = useRouter();
  const reason = reasonOf(props.error);
  if (reason === null) return <RouteProblem {...props} />;
  return (
    <Main className={main}>
      <title>{`${titles[reason]} · Frontage`}</title>
      <EmptyState
        heading="h1"
        kind={reason === 'offline' ? 'offline' : 'failed'}
        title={titles[reason]}
        actions={
          <>
            {reason === 'notFound' ? null : (
              <Button variant="primary" onClick={() => void router.invalidate()}>
                Try again
              </Button>
            )}
            <Link to="/websites" className={buttonClass()}>
              Back to website list
            </Link>
          </>
        }
      >
        {props.error instanceof Error ? props.error.message : null}
      </EmptyState>
    </Main>
  );
}
