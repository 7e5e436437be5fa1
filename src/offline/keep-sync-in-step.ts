import type { ClientStore } from '#db/open-client-store.ts';
import type { ActorRefFrom } from 'xstate';
import type { sessionMachine } from '#machines/session/session.machine.ts';
import type { NewToast } from '#machines/toasts/toasts.operations.ts';
import type { Presence } from '#src/io/presence.ts';
import type { SyncHandle } from './sync-handle.ts';
import type { ConnectionActor } from './wire-connection.ts';
import { watchOutbox } from './watch-outbox.ts';
import type { SyncActor } from './wire-sync.ts';

/** What the events of the sync actor are handed to. */
interface SyncEventTargets {
  readonly session: ActorRefFrom<typeof sessionMachine>;
  readonly notify: (toast: NewToast) => void;
}

/** Sends the sync actor each change of the signed-in user, of the connection and of the outbox. */
export function followSessionInSync(
  { session }: Pick<SyncEventTargets, 'session'>,
  connection: ConnectionActor,
  store: ClientStore,
  sync: SyncHandle,
  presence: Presence,
  userId: () => string | null,
  /** How many saves were reported as pending. A toast reports them again once they are on the server, however soon that is. */
  reported: { pending: number },
  /** Called when a sign-out has ended or was cancelled. */
  onSignOutEnded: () => void,
): void {
  let known = { userId: userId(), token: session.getSnapshot().context.session?.apiToken ?? null };
  let isSigningOut = false;
  const watched = {
    store,
    sync,
    isOffline: () => connection.getSnapshot().hasTag('offline'),
    probe: () => connection.send({ type: 'probe.requested', at: Date.now() }),
    // Entries that were there at the start were reported as pending before this tab was opened.
    onFound: (count: number) => {
      reported.pending += count;
    },
  };
  let stopWatching = watchOutbox(watched, known.userId);
  presence.enter(known.userId);
  session.subscribe((snapshot) => {
    const current = snapshot.context.session;
    const next = { userId: current?.user?.id ?? null, token: current?.apiToken ?? null };
    if (next.userId !== known.userId) {
      sync.send({ type: 'session.changed', userId: next.userId });
      stopWatching();
      stopWatching = watchOutbox(watched, next.userId);
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

/** Reports an expired session to the session actor, and shows a toast for pending saves that were sent. */
export function handleSyncEvents(
  { session, notify }: SyncEventTargets,
  store: ClientStore,
  sync: SyncActor,
  userId: () => string | null,
  reported: { pending: number },
): void {
  sync.on('session.expired', () => session.send({ type: 'session.expired' }));
  sync.on('delivery.finished', ({ result }) => {
    // The chip reports a pending save that was then rejected. The toast must not count a later save in its place.
    if (result === 'rejected' || result === 'conflict') reported.pending = Math.max(0, reported.pending - 1);
  });
  sync.on('outbox.drained', async ({ sent, waited }) => {
    const late = Math.max(waited, Math.min(sent, reported.pending));
    reported.pending = 0;
    const sender = userId();
    if (late === 0 || sender === null) return;
    const counts = await store.outbox.counts(sender).catch(() => null);
    notify(drainedToast(late, counts?.attention ?? 0));
  });
}

/** The toast for a drained outbox. `attention`: how many changes remain until a person decides. */
export function drainedToast(sent: number, attention: number): NewToast {
  const content = sent === 1 ? '1 change is now on the server.' : `${sent} changes are now on the server.`;
  if (attention === 0) return { type: 'success', title: 'All changes sent', content };
  const rest = attention === 1 ? '1 other needs your attention.' : `${attention} others need your attention.`;
  return { type: 'warning', title: 'Changes sent', content: `${content} ${rest}` };
}
