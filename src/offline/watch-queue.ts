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
 * Entries that another tab queued or let go, or that waited from before, wake this tab's drainer too, and so does the beginning of a send: the
 * sender may stop, and this tab's own next attempt may be a minute away. Where another tab sends there is a connection: a tab that
 * takes itself for offline asks, once for each time that something begins to be sent.
 */
export function watchQueue({ store, sync, isOffline, probe, onFound }: WatchQueueDeps, userId: string | null): () => void {
  if (userId === null) return () => undefined;
  let before: { readonly waiting: number; readonly attention: number; readonly isUnderWay: boolean } | null = null;
  return store.watch.standing(userId, ({ waiting, attention, isUnderWay }) => {
    if (before === null) onFound(waiting);
    const begins = isUnderWay && before?.isUnderWay !== true;
    // What was decided may let go what waited behind it.
    const isDecided = attention < (before?.attention ?? 0);
    if (waiting > (before?.waiting ?? 0) || begins || isDecided) sync.send({ type: 'queue.changed' });
    before = { waiting, attention, isUnderWay };
    if (begins && isOffline()) probe();
  });
}
