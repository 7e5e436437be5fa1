import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { RouteProblem } from '#src/app/problem/route-problem.tsx';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useEmitted } from '#src/app/use-emitted.ts';
import { lazyComponent, LazyBoundary } from '#src/ui/lazy-component.tsx';

const screen = lazyComponent(
  async () => (await import('./website-problem-screen.tsx')).WebsiteProblemScreen,
  (props: ErrorComponentProps) => <RouteProblem {...props} />,
);

/** Loads the problem screen only when there is a problem. What could not be reached is asked for again once there is a connection. */
export function WebsiteProblem(props: ErrorComponentProps) {
  const router = useRouter();
  const { connection } = useClientServices();
  useEmitted(connection, 'connection.restored', () => void router.invalidate());
  return <LazyBoundary part={screen} props={props} />;
}
