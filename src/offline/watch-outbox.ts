import type { ClientStore } from '#db/open-client-store.ts';
import type { SyncHandle } from './sync-handle.ts';

interface WatchOutboxDeps {
  readonly store: { readonly watch: Pick<ClientStore['watch'], 'summary'> };
  readonly sync: Pick<SyncHandle, 'send'>;
  readonly isOffline: () => boolean;
  /** Asks at once whether the API answers. */
  readonly probe: () => void;
  /** Called once with the number of pending entries that were there before this tab was opened. */
  readonly onFound: (count: number) => void;
}

/**
 * Wakes this tab's drainer for entries of other tabs and of earlier visits, and when another tab begins to send: that tab may stop, and
 * this tab's next attempt may be a minute away. Another tab that sends also proves a connection: a tab that is offline then probes
 * the API, once for each time that sending begins.
 */
export function watchOutbox({ store, sync, isOffline, probe, onFound }: WatchOutboxDeps, userId: string | null): () => void {
  if (userId === null) return () => undefined;
  let before: { readonly pending: number; readonly attention: number; readonly isUnderWay: boolean } | null = null;
  return store.watch.summary(userId, ({ pending, attention, isUnderWay }) => {
    if (before === null) onFound(pending);
    const begins = isUnderWay && before?.isUnderWay !== true;
    // A decided conflict may release entries that waited for it.
    const isDecided = attention < (before?.attention ?? 0);
    if (pending > (before?.pending ?? 0) || begins || isDecided) sync.send({ type: 'outbox.changed' });
    before = { pending, attention, isUnderWay };
    if (begins && isOffline()) probe();
  });
}
