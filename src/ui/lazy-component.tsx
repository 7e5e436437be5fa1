import { Component, type FunctionComponent, type ReactNode, useState, useSyncExternalStore } from 'react';

/**
 * A component whose code loads when it is first rendered: for what most visits never open. It does without `Suspense`, because React
 * keeps a fallback on the screen for at least 300 ms, however soon the code is there.
 */
export interface LazyComponent<Props> {
  /** The component; null once it could not be loaded, undefined until then. */
  readonly read: () => FunctionComponent<Props> | null | undefined;
  /** Calls back when `read` has changed, and returns what ends that. Marks the part as shown. */
  readonly subscribe: (callback: () => void) => () => void;
  /**
   * Loads the code, again where that has failed: when the component is mounted, or ahead, on hover, on focus, or with the data of a screen.
   * Resolves when it is there or could not be loaded; a failure is only shown where the component is rendered.
   */
  readonly preload: () => Promise<void>;
  /**
   * Rendered when the code could not be loaded or the component fails, such as the button alone. Null: nothing until the code is there, and
   * the error of a component that fails reaches the problem screen, since an empty place has no way out.
   */
  readonly fallback: ((props: Props) => ReactNode) | null;
}

export function lazyComponent<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  fallback: LazyComponent<Props>['fallback'] = null,
): LazyComponent<Props> {
  let component: FunctionComponent<Props> | null | undefined;
  let loading: Promise<void> | null = null;
  const callbacks = new Set<() => void>();
  const set = (next: typeof component): void => {
    component = next;
    setMissing(part, component === null && callbacks.size > 0);
    // `preload` is called while a component renders, when no other may be told to.
    queueMicrotask(() => {
      for (const callback of callbacks) callback();
    });
  };
  const part: LazyComponent<Props> = {
    read: () => component,
    subscribe(callback) {
      callbacks.add(callback);
      setMissing(part, component === null);
      return () => {
        callbacks.delete(callback);
        setMissing(part, component === null && callbacks.size > 0);
      };
    },
    preload() {
      if (component === null) set(undefined);
      loading ??= load().then(set, () => {
        loading = null;
        set(null);
      });
      return loading;
    },
    fallback,
  };
  return part;
}

/** A lazy component, whatever its props. */
export type AnyLazyComponent = Pick<LazyComponent<never>, 'read' | 'preload'>;

type Missing = Pick<LazyComponent<never>, 'preload' | 'fallback'>;

/** The parts that are shown and whose code did not load. */
const missing = new Set<Missing>();
const watchers = new Set<(isAnyMissing: boolean) => void>();

function setMissing(part: Missing, isMissing: boolean): void {
  const before = missing.size;
  if (isMissing) missing.add(part);
  else missing.delete(part);
  if (before > 0 !== missing.size > 0) for (const watcher of watchers) watcher(missing.size > 0);
}

/** Calls back when something shown lacks its code, and when nothing does any more. */
export function watchMissingParts(watcher: (isAnyMissing: boolean) => void): void {
  watchers.add(watcher);
}

/** Loads the code again that something shown lacks. What stands in for a field waits until nobody types: it goes with the focus. */
export function loadMissingParts(): void {
  const { activeElement } = document;
  const isTyping = activeElement instanceof HTMLElement && activeElement.matches('input, textarea, [contenteditable]');
  for (const part of missing) if (part.fallback === null || !isTyping) part.preload();
  if (isTyping && missing.size > 0) activeElement.addEventListener('blur', loadMissingParts, { once: true });
}

/** Code that hangs is waited for this long; then each component stands in for itself. ms. */
const patienceMs = 3_000;

/** Whether the code of each part is there or could not be loaded. Loads what is missing. */
export function useLoaded(parts: readonly AnyLazyComponent[]): boolean {
  const [{ subscribe, read }] = useState(() => {
    const loading = parts.map((part) => part.preload());
    let isOver = parts.every((part) => part.read() !== undefined);
    const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
    const ended = Promise.race([Promise.all(loading), patience]).then(() => {
      isOver = true;
    });
    // Nothing to unsubscribe: `ended` resolves once, and React ignores a call for a component that was unmounted.
    const onEnd = (callback: () => void) => {
      ended.then(callback);
      return () => undefined;
    };
    return { subscribe: onEnd, read: () => isOver };
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
 * the shell says that a part did not load. The next mount loads again, and so does the connection's return.
 */
export function LazyBoundary<Props extends object>({ part, props, pending = null }: LazyBoundaryProps<Props>) {
  useState(part.preload);
  const Part = useSyncExternalStore(part.subscribe, part.read, part.read);
  const [hasFailed, setFailed] = useState(false);
  if (Part === null && !hasFailed) setFailed(true);
  // A text has an element of its own in a fragment (src/jsx).
  const fallback = <>{part.fallback?.(props)}</>;
  if (!Part) return Part === null || hasFailed ? fallback : pending;
  const content = <Part {...props} />;
  return part.fallback ? <ErrorBoundary fallback={fallback}>{content}</ErrorBoundary> : content;
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
