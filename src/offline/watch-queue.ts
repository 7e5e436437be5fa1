import type { ClientStore } from '#db/open-client-store.ts';
import type { SyncHandle } from './sync-handle.ts';

interface WatchQueueDeps {
  readonly store: { readonly watch: Pick<ClientStore['watch'], 'summary'> };
  readonly sync: Pick<SyncHandle, 'send'>;
  readonly isOffline: () => boolean;
  /** Asks at once whether the API answers. */
  readonly probe: () => void;
  /** Saves that were pending before this tab was opened. */
  readonly onFound: (count: number) => void;
}

/**
 * Entries that another tab added or released, or that were pending before, wake this tab's drainer too, and so does the beginning of a send: the
 * sender may stop, and this tab's own next attempt may be a minute away. Where another tab sends there is a connection: a tab that
 * takes itself for offline asks, once for each time that something begins to be sent.
 */
export function watchQueue({ store, sync, isOffline, probe, onFound }: WatchQueueDeps, userId: string | null): () => void {
  if (userId === null) return () => undefined;
  let before: { readonly pending: number; readonly attention: number; readonly isUnderWay: boolean } | null = null;
  return store.watch.summary(userId, ({ pending, attention, isUnderWay }) => {
    if (before === null) onFound(pending);
    const begins = isUnderWay && before?.isUnderWay !== true;
    // A decision may release entries that waited for it.
    const isDecided = attention < (before?.attention ?? 0);
    if (pending > (before?.pending ?? 0) || begins || isDecided) sync.send({ type: 'queue.changed' });
    before = { pending, attention, isUnderWay };
    if (begins && isOffline()) probe();
  });
}
