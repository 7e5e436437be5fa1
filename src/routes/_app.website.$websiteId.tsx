import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router';
import { Suspense } from 'react';
import { RouteProblem } from '#src/app/problem/route-problem.tsx';
import { WebsiteLayout } from '#src/app/shell/website-layout.tsx';
import { lazyComponent, LazyBoundary } from '#src/ui/lazy-component.tsx';

export const Route = createFileRoute('/_app/website/$websiteId')({
  loader: async ({ context, params }) => (await context.app.services()).websites.open(params.websiteId),
  component: WebsiteLayout,
  errorComponent: WebsiteProblem,
});

const screen = lazyComponent(
  async () => (await import('#src/app/shell/website-problem-screen.tsx')).WebsiteProblemScreen,
  (props: ErrorComponentProps) => <RouteProblem {...props} />,
);

/** Loads the problem screen only when there is a problem. */
function WebsiteProblem(props: ErrorComponentProps) {
  return (
    <Suspense>
      <LazyBoundary part={screen} props={props} />
    </Suspense>
  );
}
