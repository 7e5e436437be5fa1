import type { DraftContent, StoredDraft, ScreenKey } from '#machines/ports.ts';

/** The part of the client services that lists and forms of records use. Drafts are in memory; `setOnline` sets the connection. */
export function fakeClientServices() {
  const drafts = new Map<string, StoredDraft>();
  const keyOf = ({ websiteId, screenId }: ScreenKey) => `${websiteId} ${screenId}`;
  const observers = new Set<(snapshot: unknown) => void>();
  const handlers = new Map<string, Set<() => void>>();
  let offline = false;
  const snapshots = {
    true: { hasTag: (tag: string) => tag === 'offline', context: { met: null, hasNoNetwork: true } },
    false: { hasTag: () => false, context: { met: null, hasNoNetwork: false } },
  };
  const snapshot = () => snapshots[`${offline}`];
  return {
    drafts,
    setOnline(online: boolean) {
      offline = !online;
      for (const observer of observers) observer(snapshot());
      for (const handler of handlers.get(online ? 'connection.restored' : 'connection.lost') ?? []) handler();
    },
    services: {
      settings: {
        load: async () => ({ kind: 'failed' as const, code: 'unknown' as const, message: '' }),
        watch: () => () => undefined,
        readDraft: async (key: ScreenKey) => drafts.get(keyOf(key)) ?? null,
        saveDraft: async ({ values, base, ...key }: ScreenKey & DraftContent) =>
          void drafts.set(keyOf(key), { values, base, savedAt: Date.now() }),
        removeDraft: async (key: ScreenKey) => void drafts.delete(keyOf(key)),
      },
      websites: { watch: () => () => undefined, peek: () => null },
      store: { outbox: { resolve: async () => ({ kind: 'dequeued' as const, opIds: [] }) } },
      connection: {
        getSnapshot: snapshot,
        subscribe(observer: ((snapshot: unknown) => void) | { readonly next?: (snapshot: unknown) => void }) {
          const notify = typeof observer === 'function' ? observer : (next: unknown) => observer.next?.(next);
          observers.add(notify);
          return { unsubscribe: () => observers.delete(notify) };
        },
        on(type: string, handler: () => void) {
          const known = handlers.get(type) ?? new Set();
          handlers.set(type, known.add(handler));
          return { unsubscribe: () => known.delete(handler) };
        },
      },
    },
  };
}
