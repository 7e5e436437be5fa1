import { describeAbsence } from '#machines/disconnection-messages.ts';
import type { ReactNode } from 'react';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { useDisconnection } from './use-disconnection.ts';

interface NotOnDeviceProps {
  /** "This popup has not been opened here before". */
  readonly what: string;
  readonly actions: ReactNode;
}

/** In the place of what this device has never loaded, while it can't be loaded. */
export function NotOnDevice({ what, actions }: NotOnDeviceProps) {
  return (
    <EmptyState kind="offline" title="Not on this device yet" actions={actions}>
      {useAbsence(what)}
    </EmptyState>
  );
}

/** That something was never loaded here, why it can't be loaded now, and when it will be. */
export function useAbsence(what: string): string {
  const { reason, until } = describeAbsence(useDisconnection());
  return `${what}, and ${reason}. It loads as soon as ${until}.`;
}
