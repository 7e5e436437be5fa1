import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import type { OutboxSummary } from '#db/outbox-entries.ts';
import { useSelector } from '@xstate/react';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { syncCenter } from '#src/app/shell/overlays.ts';
import { useHasUnsaved } from '#src/app/unsaved-forms.ts';
import { useSubmission } from '#src/app/submissions.ts';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useDisconnection } from '#src/app/use-disconnection.ts';
import { useIsOnDevice } from '#src/ui/store-place.ts';
import { useUser } from '#src/app/use-session.ts';
import { useWatched, type Watched } from '#src/app/use-watched.ts';
import { SyncChip } from '#src/ui/sync-chip.tsx';
import { chipView } from './chip-view.ts';
import { useSyncCenter } from '#src/app/sync-center-open.ts';

/** The chip that shows the state of the outbox, and the sync centre that it opens. */
export function SyncStatus() {
  const services = useClientServices();
  const userId = useUser()?.id;
  const { isOpen, open, close } = useSyncCenter();
  const source = useMemo(
    (): Watched<OutboxSummary | null> => ({
      initial: null,
      watch: (callback) => (userId ? services.store.watch.summary(userId, callback) : () => undefined),
    }),
    [services, userId],
  );
  const watched = useWatched(source);
  const standing = watched ?? empty;
  const isWarned = useSelector(services.connection, (snapshot) => snapshot.hasTag('warned'));
  const disconnection = useDisconnection();
  const { activity } = useSyncExternalStore(services.sync.watch, services.sync.view);
  const isUnsaved = useHasUnsaved();
  const submission = useSubmission();
  const { pending, isSending, isTried } = standing;
  const attention = useReportedAttention(standing.attention, submission !== null);
  // The chip keeps its label through the attempts that follow the first, so that it does not flicker.
  const isDelayed = activity === 'waiting' || activity === 'paused' || isTried;
  const chip = chipView({
    isLoaded: watched !== null,
    pending,
    attention,
    isWarned,
    disconnection,
    isSending,
    isDelayed,
    // A save that was just stored shows as "Saving…" until the outbox contains it.
    isSubmitting: submission === 'inFlight' || submission === 'justPending',
    unreported: standing.attention - attention,
    isUnsaved,
    isInTab: !useIsOnDevice(),
  });
  return (
    <>
      <SyncChip state={chip.state} label={chip.label} aria-label={`Sync status: ${chip.label}`} aria-haspopup="dialog" onClick={open} />
      {isOpen ? <LazyBoundary part={syncCenter} props={{ standing: watched, onClose: close }} /> : null}
    </>
  );
}

const empty: OutboxSummary = { pending: 0, attention: 0, isSending: false, isTried: false, isUnderWay: false };

/** Leaves out entries that began to need a person while a screen awaits its save: the screen may show the refusal itself, which dequeues the entry. */
function useReportedAttention(attention: number, isHandling: boolean): number {
  const [before, setBefore] = useState(attention);
  if (!isHandling && before !== attention) setBefore(attention);
  return isHandling ? Math.min(before, attention) : attention;
}
