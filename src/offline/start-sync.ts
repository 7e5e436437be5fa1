import type { DeviceStore } from '#db/device-store.ts';
import { newId } from '#db/new-id.ts';
import { syncView } from '#machines/sync/sync.view.ts';
import type { ApiClient } from '#src/io/api-client.ts';
import type { Outgoing } from '#src/io/mutation-sender.ts';
import { createDrainLock } from '#src/io/drain-lock.ts';
import type { SignedInUser } from './send-as-owner.ts';
import { createSync, type SyncActor } from './wire-sync.ts';
import type { ClockPort } from '#machines/sync/ports.ts';

/** The browser's clock. Beyond 2^31 - 1 ms a timer would fire at once. */
const clock: ClockPort = {
  now: Date.now,
  schedule(run, delayMs) {
    const timer = setTimeout(run, Math.min(delayMs, 2_147_483_647));
    return () => clearTimeout(timer);
  },
};

interface Deps {
  readonly store: DeviceStore;
  readonly client: ApiClient;
  readonly outgoing: Outgoing;
  readonly locks: LockManager | null;
  readonly signedIn: () => SignedInUser | null;
  readonly online: boolean;
}

/** The sync actor with its lock, not yet started. In a file of its own, so that it loads behind the first screen. */
export function makeSync({ locks, ...deps }: Deps): {
  readonly actor: SyncActor;
  readonly view: (actor: SyncActor) => ReturnType<typeof syncView>;
} {
  const lock = createDrainLock({ fence: deps.store.fence, clock, holder: newId(), locks, isHidden: () => document.hidden });
  return { actor: createSync({ ...deps, lock, clock }), view: (actor) => syncView(actor.getSnapshot()) };
}

/**
 * Takes the right to send a user's outbox away from every tab of this browser, this one included. Resolves when none sends any
 * more; the answered function lets them go on.
 */
export function seizeDrain({ locks, store }: Pick<Deps, 'locks' | 'store'>, userId: string): Promise<() => void> {
  return createDrainLock({ fence: store.fence, clock, holder: newId(), locks, isHidden: () => document.hidden }).seize(userId);
}
