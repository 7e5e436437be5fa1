import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, useState } from 'react';
import { LoadGuard } from './load-guard.tsx';

/** A component whose code loads when it is first rendered: for overlays that most visits never open. */
export interface LazyComponent<Props> {
  /** The component for a new mount. */
  readonly latest: () => LazyExoticComponent<ComponentType<Props>>;
  /**
   * After a failed load, lets the next mount load again: React never retries a failed `lazy`. Called once the fallback is there, or by a
   * person's click, and not at the failure itself: a boundary that suspends before its first commit keeps no state, and would load again
   * without end.
   */
  readonly renew: () => void;
  /** Loads the code ahead: on hover, on focus, or when the page is idle. A failure is reported only when the component is rendered. */
  readonly preload: () => void;
  /** Rendered when the code could not be loaded, such as the button alone. */
  readonly fallback: (props: Props) => ReactNode;
}

export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: LazyComponent<Props>['fallback'] = () => null,
): LazyComponent<Props> {
  let hasFailed = false;
  const fresh = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    });
  let latest = fresh();
  const renew = () => {
    if (!hasFailed) return;
    hasFailed = false;
    latest = fresh();
  };
  return { latest: () => latest, renew, preload: () => void load().catch(() => undefined), fallback };
}

interface LazyBoundaryProps<Props> {
  readonly part: LazyComponent<Props>;
  readonly props: Props;
}

/**
 * Renders a lazy component, and suspends while its code loads. Where the code can't be loaded it renders the fallback, so that a
 * form survives a missing menu; a banner of the shell says that a part did not load.
 */
export function LazyBoundary<Props extends object>({ part, props }: LazyBoundaryProps<Props>) {
  const [Part] = useState(part.latest);
  return (
    <LoadGuard fallback={part.fallback(props)} onFailed={part.renew}>
      <Part {...props} />
    </LoadGuard>
  );
}
