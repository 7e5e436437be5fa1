import { Wanted } from '#src/ui/on-demand.tsx';
import type { QueueRow } from '#contract/queue.ts';
import { needsAttention, readable } from '#db/queue-rows.ts';
import type { ReadRow } from '#db/migrate-row.ts';
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
    (): Watched<readonly ReadRow[]> => ({
      initial: [],
      watch: (callback) => (userId ? device.store.watch.queue(userId, callback) : () => undefined),
    }),
    [device, userId],
  );
  const entries = useWatched(queue);
  const warned = useSelector(device.connection, (snapshot) => snapshot.hasTag('warned'));
  const offline = useSelector(device.connection, (snapshot) => snapshot.hasTag('offline'));
  const { activity } = useSyncExternalStore(device.sync.watch, device.sync.view);
  const unsaved = useHasUnsaved();
  const attention = entries.filter(needsAttention).length;
  const rows = readable(entries.filter((entry) => !needsAttention(entry)));
  const chip = chipView({
    waiting: entries.length - attention,
    attention,
    warned,
    offline,
    sending: rows.some(({ status, attempts }) => status === 'sending' && attempts <= 1),
    held: activity === 'waiting' || activity === 'paused' || rows.some(isTriedAgain),
    unsaved,
  });
  return (
    <>
      <SyncChip state={chip.state} label={chip.label} aria-label={`Sync status: ${chip.label}`} aria-haspopup="dialog" onClick={open} />
      <Suspense>{isOpen ? <Wanted part={syncCenter} props={{ entries, onClose: close }} /> : null}</Suspense>
    </>
  );
}

/** Its first attempt did not do: it stays on this device through the tries that follow, and the chip does not flicker with them. */
const isTriedAgain = ({ status, attempts }: QueueRow): boolean => attempts > (status === 'sending' ? 1 : 0);
