import type { SettingsView } from '#machines/settings-screen/settings-screen.view.ts';
import { SectionCard } from '#src/ui/section-card.tsx';
import { LoadFailureNotice } from './load-failure.tsx';

export interface SettingsFailureProps {
  readonly failure: NonNullable<SettingsView['failure']>;
  readonly onRetry: () => void;
}

const labels = { screen: 'This screen', notFound: 'These settings were not found', unknown: 'The settings could not be loaded' };

export function SettingsFailure(props: SettingsFailureProps) {
  return (
    <SectionCard>
      <LoadFailureNotice labels={labels} {...props} />
    </SectionCard>
  );
}
