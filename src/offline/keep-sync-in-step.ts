import type { ClientStore } from '#db/open-client-store.ts';
import type { ActorRefFrom } from 'xstate';
import type { sessionMachine } from '#machines/session/session.machine.ts';
import type { NewToast } from '#machines/toasts/toasts.operations.ts';
import type { Presence } from '#src/io/presence.ts';
import type { SyncHandle } from './sync-handle.ts';
import type { ConnectionActor } from './wire-connection.ts';
import { watchQueue } from './watch-queue.ts';
import type { SyncActor } from './wire-sync.ts';

/** Who hears what the sync actor has to tell. */
interface Told {
  readonly session: ActorRefFrom<typeof sessionMachine>;
  readonly notify: (toast: NewToast) => void;
}

/** Keeps the sync actor in step with who is signed in, whether the API is there, and what other tabs queue. */
export function followSessionInSync(
  { session }: Pick<Told, 'session'>,
  connection: ConnectionActor,
  store: ClientStore,
  sync: SyncHandle,
  presence: Presence,
  userId: () => string | null,
  /** Saves that were said to be kept on this device: whoever read that also reads that they are gone, however soon. */
  told: { kept: number },
  /** A sign-out is over, or does not happen. */
  onSignOutEnded: () => void,
): void {
  let known = { userId: userId(), token: session.getSnapshot().context.session?.apiToken ?? null };
  let isSigningOut = false;
  const watched = {
    store,
    sync,
    isOffline: () => connection.getSnapshot().hasTag('offline'),
    probe: () => connection.send({ type: 'probe.requested', at: Date.now() }),
    // What was there from the start was called kept before this tab was opened.
    onFound: (count: number) => {
      told.kept += count;
    },
  };
  let stopWatching = watchQueue(watched, known.userId);
  presence.enter(known.userId);
  session.subscribe((snapshot) => {
    const current = snapshot.context.session;
    const next = { userId: current?.user?.id ?? null, token: current?.apiToken ?? null };
    if (next.userId !== known.userId) {
      sync.send({ type: 'session.changed', userId: next.userId });
      stopWatching();
      stopWatching = watchQueue(watched, next.userId);
      presence.enter(next.userId);
    } else if (next.userId !== null && next.token !== known.token) sync.send({ type: 'session.renewed', userId: next.userId });
    known = next;
    const wasSigningOut = isSigningOut;
    isSigningOut = snapshot.matches({ signedIn: 'signingOut' });
    if (wasSigningOut && !isSigningOut) onSignOutEnded();
  });

  let online = !connection.getSnapshot().hasTag('offline');
  connection.subscribe((snapshot) => {
    const next = !snapshot.hasTag('offline');
    if (next !== online) sync.send({ type: 'connection.changed', online: next });
    online = next;
  });
}

/** What the sync actor tells: an ended session, and saves that have left. */
export function hearSync(
  { session, notify }: Told,
  store: ClientStore,
  sync: SyncActor,
  userId: () => string | null,
  told: { kept: number },
): void {
  sync.on('session.expired', () => session.send({ type: 'session.expired' }));
  sync.on('delivery.finished', ({ result }) => {
    // Kept, and then refused: the chip says so, and no later save is to be told in its place.
    if (result === 'rejected' || result === 'conflict') told.kept = Math.max(0, told.kept - 1);
  });
  sync.on('queue.drained', async ({ sent, waited }) => {
    const late = Math.max(waited, Math.min(sent, told.kept));
    told.kept = 0;
    const sender = userId();
    if (late === 0 || sender === null) return;
    const counts = await store.outbox.counts(sender).catch(() => null);
    // Nobody waits for its words; without them the chip says the same.
    const words = await import('./drained-toast.ts').catch(() => null);
    if (words) notify(words.drainedToast(late, counts?.attention ?? 0));
  });
}
