import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

interface Failure {
  readonly code: 'offlineNeverLoaded' | 'notFound' | 'unknown';
  readonly message: string;
}

interface LoadFailureProps {
  readonly failure: Failure;
  /** Texts for this screen, such as "This homepage" and "The blocks could not be loaded". */
  readonly labels: { readonly screen: string; readonly notFound: string; readonly unknown: string };
  readonly onRetry: () => void;
}

/** Replaces a form or a list that could not be loaded. */
export function LoadFailureNotice({ failure, labels, onRetry }: LoadFailureProps) {
  const titles = { offlineNeverLoaded: 'Not on this device yet', notFound: labels.notFound, unknown: labels.unknown };
  const isOffline = failure.code === 'offlineNeverLoaded';
  return (
    <EmptyState
      kind={isOffline ? 'offline' : 'failed'}
      title={titles[failure.code]}
      actions={
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {isOffline
        ? `${labels.screen} has not been opened here before, and there is no connection now. It loads as soon as there is one.`
        : failure.message}
    </EmptyState>
  );
}
