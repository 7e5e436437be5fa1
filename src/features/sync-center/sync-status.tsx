import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import type { OutboxSummary } from '#db/outbox-entries.ts';
import { useSelector } from '@xstate/react';
import { Suspense, useMemo, useState, useSyncExternalStore } from 'react';
import { syncCenter } from '#src/app/shell/overlays.ts';
import { useHasUnsaved } from '#src/app/unsaved-forms.ts';
import { useSubmission } from '#src/app/submissions.ts';
import { useDevice } from '#src/app/use-device.ts';
import { useUser } from '#src/app/use-session.ts';
import { useWatched, type Watched } from '#src/app/use-watched.ts';
import { SyncChip } from '#src/ui/sync-chip.tsx';
import { chipView } from './chip-view.ts';
import { useSyncCenter } from '#src/app/sync-center-open.ts';

/** The chip, and the sync centre that it opens. */
export function SyncStatus() {
  const device = useDevice();
  const userId = useUser()?.id;
  const { isOpen, open, close } = useSyncCenter();
  const queue = useMemo(
    (): Watched<OutboxSummary | null> => ({
      initial: null,
      watch: (callback) => (userId ? device.store.watch.summary(userId, callback) : () => undefined),
    }),
    [device, userId],
  );
  const watched = useWatched(queue);
  const standing = watched ?? empty;
  const warned = useSelector(device.connection, (snapshot) => snapshot.hasTag('warned'));
  const offline = useSelector(device.connection, (snapshot) => snapshot.hasTag('offline'));
  const { activity } = useSyncExternalStore(device.sync.watch, device.sync.view);
  const unsaved = useHasUnsaved();
  const submission = useSubmission();
  const { pending, isSending, isTried } = standing;
  const attention = useUnhandled(standing.attention, submission !== null);
  // What was tried stays on this device through the tries that follow, and the chip does not flicker with them.
  const held = activity === 'waiting' || activity === 'paused' || isTried;
  const chip = chipView({
    known: watched !== null,
    waiting: pending,
    attention,
    warned,
    offline,
    sending: isSending,
    held,
    // A save that was just stored is not called saved before the outbox shows it.
    submitting: submission === 'inFlight' || submission === 'justPending',
    unreported: standing.attention - attention,
    unsaved,
  });
  return (
    <>
      <SyncChip state={chip.state} label={chip.label} aria-label={`Sync status: ${chip.label}`} aria-haspopup="dialog" onClick={open} />
      <Suspense>{isOpen ? <LazyBoundary part={syncCenter} props={{ standing, onClose: close }} /> : null}</Suspense>
    </>
  );
}

const empty: OutboxSummary = { pending: 0, attention: 0, isSending: false, isTried: false, isUnderWay: false };

/** Does not count entries that came to need a person while a screen waits for them: a refusal that the screen itself shows leaves the outbox. */
function useUnhandled(attention: number, isHandling: boolean): number {
  const [before, setBefore] = useState(attention);
  if (!isHandling && before !== attention) setBefore(attention);
  return isHandling ? Math.min(before, attention) : attention;
}
