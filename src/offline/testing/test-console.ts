import type { ResourceDefinition } from '#contract/resources/define.ts';
import { newId } from '#db/new-id.ts';
import { openClientStore } from '#db/open-client-store.ts';
import { createApiClient } from '#src/io/api-client.ts';
import { createRecordsSource } from '../records-source.ts';
import { createSync, type SyncActor } from '../wire-sync.ts';

interface TestConsoleOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly token?: string;
}

/** The client store and the sync of one tab of user u1, in front of an API that `fetch` answers for. Pauses last 20 ms at most. */
export async function openTestConsole({ fetch, token = 't' }: TestConsoleOptions) {
  let isOffline = false;
  const store = await openClientStore({
    name: `console-${newId()}`,
    appVersion: 'test',
    onEnqueueing: () => sync.send({ type: 'entry.expected' }),
    onEnqueued: () => sync.send({ type: 'outbox.changed' }),
  });
  const client = createApiClient({
    baseUrl: 'https://console.example/api',
    credentials: () => ({ token, accountId: null }),
    onResult: () => undefined,
    fetch: async (input, init) => {
      if (isOffline) throw new TypeError('no network');
      return fetch(input, init);
    },
  });
  const sync: SyncActor = createSync({
    store,
    client,
    uploadFiles: {
      file: async () => null,
      beginTransfer: () => ({ signal: new AbortController().signal, onProgress: () => undefined }),
      endTransfer: () => undefined,
    },
    lock: {
      request(userId, listener) {
        // As in a browser, never in the task that asks.
        const asked = setTimeout(() => store.fence.take(userId, 'tab').then((epoch) => listener.acquired(epoch), listener.failed));
        return () => clearTimeout(asked);
      },
    },
    clock: {
      now: Date.now,
      schedule(run, delayMs) {
        const timer = setTimeout(run, Math.min(delayMs, 20));
        return () => clearTimeout(timer);
      },
    },
    signedIn: () => ({ userId: 'u1', token }),
    online: true,
    random: () => 0,
  });
  sync.start();
  const parts = {
    client,
    store,
    user: () => ({ userId: 'u1', accountId: null }),
    credentials: () => ({ token, accountId: null }),
    isCurrentUser: () => true,
    themeOf: async () => 'versatile' as const,
    isOffline: () => isOffline,
    pendingReasonNow: () => (isOffline ? ({ kind: 'offline' } as const) : null),
    onPending: () => undefined,
  };
  return {
    store,
    parts,
    sourceOf: (resource: ResourceDefinition, websiteId: string) => createRecordsSource(parts, resource, websiteId),
    /** Cuts the connection, or restores it. */
    setOnline(online: boolean) {
      isOffline = !online;
      sync.send({ type: 'connection.changed', online });
    },
    close() {
      sync.stop();
      store.close();
    },
  };
}
