import { useMemo } from 'react';
import type { ShownEntries } from '#db/shown-entries.ts';
import { useDevice } from '#src/app/use-device.ts';
import { useUser } from '#src/app/use-session.ts';
import { useWatched, type Watched } from '#src/app/use-watched.ts';
import { ConflictForm } from './conflict-form.tsx';

/** More never need attention at once. */
const limit = 1_000;
const nothingYet: ShownEntries = { waiting: [], attention: [], conflicts: [] };

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
    (): Watched<ShownEntries> => ({
      initial: nothingYet,
      watch: (callback) => (userId ? store.watch.entries(userId, limit, callback) : () => undefined),
    }),
    [store, userId],
  );
  const entry = useWatched(source).attention.find((each) => each.kind === 'row' && each.row.opId === opId);
  return entry?.kind === 'row' ? <ConflictForm row={entry.row} finalFocus={heading} onClose={onClose} /> : null;
}
