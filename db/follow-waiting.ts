import type { PendingNotes } from './pending-note.ts';
import type { StorePlace } from './store-place.ts';
import type { ClientDatabase } from './stores.ts';
import { logLoss, nameStore, readWaiting } from './waiting.ts';

interface FollowDeps {
  readonly db: ClientDatabase;
  readonly notes: PendingNotes;
  readonly place: () => StorePlace;
  readonly now: () => number;
  readonly newId: () => string;
  readonly onFailed: (thrown: unknown) => void;
}

/** A drain changes what waits all the time. ms. */
const paceMs = 100;

/** Notes what waits for a user, now and after each change, and reports what a removed store had. Notes nothing of a store in memory. */
export function followWaiting({ db, notes, place, now, newId, onFailed }: FollowDeps, userId: string): () => void {
  let isOver = false;
  async function note(reading: Awaited<ReturnType<typeof readWaiting>>): Promise<void> {
    const { store, epoch } = reading;
    if (place() !== 'device' || isOver) return;
    if (store === null) {
      // The view reads again then.
      await nameStore(db, newId);
      return;
    }
    // A reading may come late: from before a sign-out, of a store that was removed meanwhile, or of one in memory after the device has answered.
    const { count, first, ...present } = await readWaiting(db, userId);
    if (present.store !== store || place() !== 'device' || isOver) return;
    const lost = notes.write(userId, { store, count, first });
    if (lost) await logLoss(db, { userId, epoch }, lost.names, now(), newId);
  }
  const subscription = db.watch(
    () => readWaiting(db, userId),
    { next: (reading) => void note(reading).catch(onFailed), error: onFailed },
    paceMs,
  );
  return () => {
    isOver = true;
    subscription.unsubscribe();
  };
}
