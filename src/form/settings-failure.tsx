import type { SettingsView } from '#machines/settings-screen/settings-screen.view.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SectionCard } from '#src/ui/section-card.tsx';

export interface SettingsFailureProps {
  readonly failure: NonNullable<SettingsView['failure']>;
  readonly onRetry: () => void;
}

const titles = {
  offlineNeverLoaded: 'Not on this device yet',
  notFound: 'These settings were not found',
  unknown: 'The settings could not be loaded',
} as const;

export function SettingsFailure({ failure, onRetry }: SettingsFailureProps) {
  const offline = failure.code === 'offlineNeverLoaded';
  return (
    <SectionCard>
      <EmptyState
        kind={offline ? 'offline' : 'failed'}
        title={titles[failure.code]}
        actions={
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {offline
          ? 'This screen has not been opened here before, and there is no connection now. It loads as soon as there is one.'
          : failure.message}
      </EmptyState>
    </SectionCard>
  );
}
