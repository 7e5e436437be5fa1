import { NotOnDevice } from '#src/app/not-on-device.tsx';
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
  const retry = (
    <Button variant="primary" onClick={onRetry}>
      Try again
    </Button>
  );
  if (failure.code === 'offlineNeverLoaded')
    return <NotOnDevice what={`${labels.screen} has not been opened here before`} actions={retry} />;
  return (
    <EmptyState kind="failed" title={labels[failure.code]} actions={retry}>
      {failure.message}
    </EmptyState>
  );
}
