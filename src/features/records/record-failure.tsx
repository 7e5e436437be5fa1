import type { ResourceDefinition } from '#contract/resources/define.ts';
import type { RecordRead } from '#machines/record-list/record-list.ports.ts';
import { Button } from '#src/ui/button.tsx';
import { NotOnDevice } from '#src/app/not-on-device.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

interface RecordFailureProps {
  readonly resource: ResourceDefinition;
  readonly failure: Omit<Extract<RecordRead, { readonly kind: 'failed' }>, 'kind'>;
  readonly onRetry: () => void;
}

/** Why a record can't be shown, in its dialog. */
export function RecordFailure({ resource: { labels }, failure: { code, message }, onRetry }: RecordFailureProps) {
  const retry = <Button onClick={onRetry}>Try again</Button>;
  if (code === 'offlineNeverLoaded') {
    return <NotOnDevice what={`This ${labels.one} has not been opened here before`} actions={retry} />;
  }
  if (code === 'notFound') {
    return (
      <EmptyState kind="none" title={`There is no such ${labels.one}`}>
        {message}
      </EmptyState>
    );
  }
  return (
    <EmptyState kind="failed" title={`The ${labels.one} could not be loaded`} actions={retry}>
      {message}
    </EmptyState>
  );
}
