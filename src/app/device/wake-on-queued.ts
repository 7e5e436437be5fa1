import type { DeviceStore } from '#db/device-store.ts';
import { needsAttention } from '#db/queue-rows.ts';
import type { SyncHandle } from './sync-handle.ts';

/**
 * Wakes a tab's drainer for entries of the user that another tab queued, or that waited from before. `onFirst`: how many wait for
 * the network at the start. Answers how to stop.
 */
export function wakeOnQueued(
  store: Pick<DeviceStore, 'watch'>,
  sync: Pick<SyncHandle, 'send'>,
  userId: string | null,
  onFirst: (waiting: number) => void = () => undefined,
): () => void {
  if (userId === null) return () => undefined;
  let before: number | null = null;
  return store.watch.queue(userId, (entries) => {
    const waiting = entries.filter((entry) => !needsAttention(entry)).length;
    if (before === null) onFirst(waiting);
    if (waiting > (before ?? 0)) sync.send({ type: 'queue.changed' });
    before = waiting;
  });
}
