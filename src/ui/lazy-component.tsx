import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, useState } from 'react';
import { LoadGuard } from './load-guard.tsx';

/** A part whose code comes when it is first wanted: overlays that most visits never open, and that weigh more than their buttons. */
export interface LazyComponent<Props> {
  /** The part for a new mount. After a failure another one, since React keeps a failure for ever. */
  readonly latest: () => LazyExoticComponent<ComponentType<Props>>;
  /** Asks for the code ahead: on hover, on focus, or when the page is idle. A failure shows when the part is wanted. */
  readonly preload: () => void;
  /** What stands there when the code did not arrive, such as the button alone. */
  readonly fallback: (props: Props) => ReactNode;
}

export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: LazyComponent<Props>['fallback'] = () => null,
): LazyComponent<Props> {
  const fresh = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        latest = fresh();
        throw error;
      }
    });
  let latest = fresh();
  return { latest: () => latest, preload: () => void load().catch(() => undefined), fallback };
}

interface WantedProps<Props> {
  readonly part: LazyComponent<Props>;
  readonly props: Props;
}

/**
 * Draws a part on demand. Suspends while its code is on the way. The screen goes on without a part that did not arrive: a
 * form must not fall with a menu. A toast says app-wide that one is missing.
 */
export function LazyBoundary<Props extends object>({ part, props }: WantedProps<Props>) {
  const [Part] = useState(part.latest);
  return (
    <LoadGuard fallback={part.fallback(props)}>
      <Part {...props} />
    </LoadGuard>
  );
}
