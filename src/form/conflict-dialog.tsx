import { useMemo } from 'react';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useUser } from '#src/app/use-session.ts';
import { useWatched, type Watched } from '#src/app/use-watched.ts';
import { ConflictForm } from './conflict-form.tsx';

/** The heading of the screen, since the button that opened the dialog disappears with the conflict. */
const heading = (): HTMLElement | null => document.querySelector<HTMLElement>('main h1');

export interface ConflictDialogProps {
  readonly opId: string;
  readonly onClose: () => void;
}

/** A dialog to resolve the conflict of one outbox entry, over the screen of the change. */
export function ConflictDialog({ opId, onClose }: ConflictDialogProps) {
  const { store } = useClientServices();
  const userId = useUser()?.id;
  const source = useMemo(
    (): Watched<OutboxEntry | null> => ({ initial: null, watch: (callback) => store.watch.entry(opId, callback) }),
    [store, opId],
  );
  const entry = useWatched(source);
  const isOpen = entry !== null && entry.userId === userId && entry.status === 'conflict';
  return isOpen ? <ConflictForm entry={entry} finalFocus={heading} onClose={onClose} /> : null;
}
