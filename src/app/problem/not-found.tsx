import type { ComponentProps } from 'react';
import { LazyBoundary, lazyComponent } from '#src/ui/lazy-component.tsx';
import type { NotFoundScreen } from './not-found-screen.tsx';

/** Not the router's own lazy component, which reloads the page where its code can't be loaded, also without a connection. */
const screen = lazyComponent<ComponentProps<typeof NotFoundScreen>>(
  async () => (await import('./not-found-screen.tsx')).NotFoundScreen,
  () => 'There is nothing at this address.',
);

/** Says that there is nothing at the address. Its code loads only then. */
export function NotFound(props: ComponentProps<typeof NotFoundScreen>) {
  return <LazyBoundary part={screen} props={props} />;
}
