import type { ClientStore } from '#db/open-client-store.ts';
import type { ActorRefFrom } from 'xstate';
import type { sessionMachine } from '#machines/session/session.machine.ts';
import { afterFirstScreen } from '#src/app/first-screen.ts';

type Session = ActorRefFrom<typeof sessionMachine>;

/** Adopts what earlier pages of the signed-in user could only stash: now, and whenever there may be more. Resolves after the first time. */
export async function keepStashAdopted(session: Session, store: ClientStore, userId: () => string | null): Promise<void> {
  const adoptStashed = async () => {
    const id = userId();
    if (id !== null) await store.adoptStashed(id);
  };
  // Another tab may have been closed in the middle of a save, which nobody else would find until the next start.
  document.addEventListener('visibilitychange', () => !document.hidden && void adoptStashed());
  store.watchPlace(adoptStashed);
  let adoptedFor = userId();
  session.subscribe(() => {
    if (userId() !== adoptedFor) void adoptStashed();
    adoptedFor = userId();
  });
  await adoptStashed();
}

/**
 * Has what waits for the signed-in user noted and counted, from the first screen on. `count`: how many changes. Calls `onSent` once nothing is
 * to be sent any more, whichever tab has sent it.
 */
export function countWaiting(
  session: Session,
  store: ClientStore,
  userId: () => string | null,
  onSent: () => void,
): { readonly count: number } {
  const waiting = { count: 0 };
  let followed: string | null = null;
  let stop: () => void = () => undefined;
  const follow = () => {
    const next = userId();
    if (next === followed) return;
    followed = next;
    stop();
    waiting.count = 0;
    let toSend = 0;
    if (next === null) return;
    const stops = [
      store.followWaiting(next),
      store.watch.summary(next, ({ pending, attention }) => {
        waiting.count = pending + attention;
        if (pending === 0 && toSend > 0) onSent();
        toSend = pending;
      }),
    ];
    stop = () => {
      for (const end of stops) end();
    };
  };
  void afterFirstScreen.then(() => {
    follow();
    session.subscribe(follow);
  });
  return waiting;
}
