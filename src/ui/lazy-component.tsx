import { Component, type FunctionComponent, type ReactNode, useState, useSyncExternalStore } from 'react';

/** One attempt to load a component's code. */
interface Attempt<Props> {
  /** The component; null once it could not be loaded, undefined until then. */
  readonly read: () => FunctionComponent<Props> | null | undefined;
  /** Calls back when `read` has changed, and returns what ends that. */
  readonly subscribe: (callback: () => void) => () => void;
  /** Never rejects. */
  readonly ended: Promise<void>;
}

/**
 * A component whose code loads when it is first rendered: for what most visits never open. It does without `Suspense`, because React
 * keeps a fallback on the screen for at least 300 ms, however soon the code is there.
 */
export interface LazyComponent<Props> {
  /** The attempt for a new mount: the last one, or a new one where that has failed. */
  readonly attempt: () => Attempt<Props>;
  /**
   * Loads the code ahead: on hover, on focus, or with the data of a screen. Resolves when it is there or could not be loaded; a failure
   * is only shown where the component is rendered, and that loads again.
   */
  readonly preload: () => Promise<void>;
  /** Rendered when the code could not be loaded, such as the button alone. */
  readonly fallback: (props: Props) => ReactNode;
}

export function lazyComponent<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  fallback: LazyComponent<Props>['fallback'] = () => null,
): LazyComponent<Props> {
  let latest: Attempt<Props> | null = null;
  const attempt = (): Attempt<Props> => {
    if (latest === null || latest.read() === null) latest = attemptOf(load);
    return latest;
  };
  return { attempt, preload: () => attempt().ended, fallback };
}

function attemptOf<Props>(load: () => Promise<FunctionComponent<Props>>): Attempt<Props> {
  let component: FunctionComponent<Props> | null | undefined;
  const ended = load().then(
    (loaded) => {
      component = loaded;
    },
    () => {
      component = null;
    },
  );
  return { read: () => component, ended, subscribe: subscribeTo(ended) };
}

/** Nothing to unsubscribe: `ended` resolves once, and React ignores a call for a component that was unmounted. */
const subscribeTo = (ended: Promise<unknown>) => (callback: () => void) => {
  ended.then(callback);
  return () => undefined;
};

/** A lazy component, whatever its props. */
export interface AnyLazyComponent {
  readonly attempt: () => Attempt<never>;
  readonly preload: () => Promise<void>;
}

/** Code that hangs is waited for this long; then each component stands in for itself. ms. */
const patienceMs = 3_000;

/** Whether the code of each part is there or could not be loaded. Loads what is missing. */
export function useLoaded(parts: readonly AnyLazyComponent[]): boolean {
  const [{ subscribe, read }] = useState(() => {
    const attempts = parts.map((part) => part.attempt());
    let isOver = false;
    const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
    const ended = Promise.race([Promise.all(attempts.map((each) => each.ended)), patience]).then(() => {
      isOver = true;
    });
    return { subscribe: subscribeTo(ended), read: () => isOver || attempts.every((each) => each.read() !== undefined) };
  });
  return useSyncExternalStore(subscribe, read);
}

interface LazyBoundaryProps<Props> {
  readonly part: LazyComponent<Props>;
  readonly props: Props;
  /** Rendered while the code loads; nothing by default. */
  readonly pending?: ReactNode;
}

/**
 * Renders a lazy component. Where its code can't be loaded it renders the fallback, so that a form survives a missing menu; a banner of
 * the shell says that a part did not load. The next mount loads again.
 */
export function LazyBoundary<Props extends object>({ part, props, pending = null }: LazyBoundaryProps<Props>) {
  const [{ subscribe, read }] = useState(part.attempt);
  const Part = useSyncExternalStore(subscribe, read, read);
  if (Part === undefined) return pending;
  if (Part === null) return part.fallback(props);
  return (
    <ErrorBoundary fallback={part.fallback(props)}>
      <Part {...props} />
    </ErrorBoundary>
  );
}

interface ErrorBoundaryProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Where a component itself fails, the fallback is rendered too, so that editing goes on. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
