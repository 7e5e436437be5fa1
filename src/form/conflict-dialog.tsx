import { useMemo } from 'react';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { useDevice } from '#src/app/use-device.ts';
import { useUser } from '#src/app/use-session.ts';
import { useWatched, type Watched } from '#src/app/use-watched.ts';
import { ConflictForm } from './conflict-form.tsx';

/** What asked for the choice goes with it. */
const heading = (): HTMLElement | null => document.querySelector<HTMLElement>('main h1');

export interface ConflictDialogProps {
  readonly opId: string;
  readonly onClose: () => void;
}

/** The choice about one change, over the screen that it was made on. */
export function ConflictDialog({ opId, onClose }: ConflictDialogProps) {
  const { store } = useDevice();
  const userId = useUser()?.id;
  const source = useMemo(
    (): Watched<OutboxEntry | null> => ({ initial: null, watch: (callback) => store.watch.entry(opId, callback) }),
    [store, opId],
  );
  const entry = useWatched(source);
  const isAsked = entry !== null && entry.userId === userId && entry.status === 'conflict';
  return isAsked ? <ConflictForm entry={entry} finalFocus={heading} onClose={onClose} /> : null;
}
