import { Wanted } from '#src/ui/on-demand.tsx';
import type { QueueStanding } from '#db/queue-rows.ts';
import { useSelector } from '@xstate/react';
import { Suspense, useMemo, useSyncExternalStore } from 'react';
import { syncCenter } from '#src/app/shell/overlays.ts';
import { useHasUnsaved } from '#src/app/unsaved-forms.ts';
import { useDevice } from '#src/app/use-device.ts';
import { useUser } from '#src/app/use-session.ts';
import { useWatched, type Watched } from '#src/app/use-watched.ts';
import { SyncChip } from '#src/ui/sync-chip.tsx';
import { chipView } from './chip-view.ts';
import { useSyncCenter } from './sync-center-open.ts';

/** The chip, and the sync centre that it opens. */
export function SyncStatus() {
  const device = useDevice();
  const userId = useUser()?.id;
  const { isOpen, open, close } = useSyncCenter();
  const queue = useMemo(
    (): Watched<QueueStanding> => ({
      initial: empty,
      watch: (callback) => (userId ? device.store.watch.standing(userId, callback) : () => undefined),
    }),
    [device, userId],
  );
  const standing = useWatched(queue);
  const warned = useSelector(device.connection, (snapshot) => snapshot.hasTag('warned'));
  const offline = useSelector(device.connection, (snapshot) => snapshot.hasTag('offline'));
  const { activity } = useSyncExternalStore(device.sync.watch, device.sync.view);
  const unsaved = useHasUnsaved();
  const { waiting, attention, isSending, isTried } = standing;
  // What was tried stays on this device through the tries that follow, and the chip does not flicker with them.
  const held = activity === 'waiting' || activity === 'paused' || isTried;
  const chip = chipView({ waiting, attention, warned, offline, sending: isSending, held, unsaved });
  return (
    <>
      <SyncChip state={chip.state} label={chip.label} aria-label={`Sync status: ${chip.label}`} aria-haspopup="dialog" onClick={open} />
      <Suspense>{isOpen ? <Wanted part={syncCenter} props={{ standing, onClose: close }} /> : null}</Suspense>
    </>
  );
}

const empty: QueueStanding = { waiting: 0, attention: 0, isSending: false, isTried: false, isUnderWay: false };
