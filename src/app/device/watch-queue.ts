import type { DeviceStore } from '#db/device-store.ts';
import type { SyncHandle } from './sync-handle.ts';

interface WatchQueueDeps {
  readonly store: { readonly watch: Pick<DeviceStore['watch'], 'standing'> };
  readonly sync: Pick<SyncHandle, 'send'>;
  readonly isOffline: () => boolean;
  /** Asks at once whether the API answers. */
  readonly probe: () => void;
  /** Saves that were there before this tab was opened, and were called kept. */
  readonly onFound: (count: number) => void;
}

/**
 * Entries that another tab queued, or that waited from before, wake this tab's drainer too. Where another tab sends there is a
 * connection: a tab that takes itself for offline asks, for its own next probe may be a minute away, and the other may stop.
 */
export function watchQueue({ store, sync, isOffline, probe, onFound }: WatchQueueDeps, userId: string | null): () => void {
  if (userId === null) return () => undefined;
  let before: number | null = null;
  return store.watch.standing(userId, ({ waiting, isUnderWay }) => {
    if (before === null) onFound(waiting);
    if (waiting > (before ?? 0)) sync.send({ type: 'queue.changed' });
    before = waiting;
    if (isUnderWay && isOffline()) probe();
  });
}
