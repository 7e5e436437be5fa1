import { redirects } from '#contract/resources/redirects.ts';
import { newId } from '#db/new-id.ts';
import { openClientStore } from '#db/open-client-store.ts';
import { createApiClient } from '#src/io/api-client.ts';
import { createRecordsSource } from '../records-source.ts';
import { createSync } from '../wire-sync.ts';
import { FakeRedirectsApi } from './fake-redirects-api.ts';

export type RecordsTab = Awaited<ReturnType<typeof openRecordsTab>>;

/** One tab with a store of its own that sends to a fake API: the redirects of website 7, for user u1. */
export async function openRecordsTab() {
  const api = new FakeRedirectsApi();
  let isOffline = false;
  const store = await openClientStore({
    name: `records-${newId()}`,
    appVersion: 'test',
    onEnqueued: () => sync.send({ type: 'queue.changed' }),
  });
  const client = createApiClient({
    baseUrl: 'https://api.test',
    credentials: () => ({ token: 't', accountId: null }),
    onResult: () => undefined,
    fetch: api.fetch,
  });
  const sync = createSync({
    store,
    client,
    uploadFiles: {
      file: async () => null,
      beginTransfer: () => ({ signal: new AbortController().signal, onProgress: () => undefined }),
      endTransfer: () => undefined,
    },
    lock: {
      request(userId, listener) {
        void store.fence.take(userId, 'tab').then((epoch) => listener.acquired(epoch));
        return () => undefined;
      },
    },
    clock: {
      now: Date.now,
      schedule(run, delayMs) {
        const timer = setTimeout(run, Math.min(delayMs, 20));
        return () => clearTimeout(timer);
      },
    },
    signedIn: () => ({ userId: 'u1', token: 't' }),
    online: true,
    random: () => 0,
  });
  sync.start();
  const parts = {
    client,
    store,
    user: () => ({ userId: 'u1', accountId: null }),
    isCurrentUser: () => true,
    isOffline: () => isOffline,
    pendingReasonNow: () => (isOffline ? ({ kind: 'offline' } as const) : null),
    onPending: () => undefined,
  };
  const setOnline = (online: boolean) => {
    isOffline = !online;
    api.isDown = !online;
    sync.send({ type: 'connection.changed', online });
  };
  return {
    api,
    store,
    source: createRecordsSource(parts, redirects, '7'),
    goOffline: () => setOnline(false),
    goOnline: () => setOnline(true),
    close() {
      sync.stop();
      store.close();
    },
  };
}
