import type { ErrorComponentProps } from '@tanstack/react-router';
import { RouteProblem } from '#src/app/problem/route-problem.tsx';
import { lazyComponent, LazyBoundary } from '#src/ui/lazy-component.tsx';

const screen = lazyComponent(
  async () => (await import('./website-problem-screen.tsx')).WebsiteProblemScreen,
  (props: ErrorComponentProps) => <RouteProblem {...props} />,
);

/** Loads the problem screen only when there is a problem. */
export function WebsiteProblem(props: ErrorComponentProps) {
  return <LazyBoundary part={screen} props={props} />;
}
