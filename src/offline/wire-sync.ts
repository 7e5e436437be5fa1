import type { DeviceStore } from '#db/device-store.ts';
import type { ClockPort, LockPort } from '#machines/sync/ports.ts';
import { syncActors } from '#machines/sync/sync.actors.ts';
import { syncMachine } from '#machines/sync/sync.machine.ts';
import { type ActorRefFrom, createActor } from 'xstate';
import type { ApiClient } from '#src/io/api-client.ts';
import { createMutationSender, type Outgoing } from '#src/io/mutation-sender.ts';
import { type SignedInUser, sendAsOwner } from './send-as-owner.ts';

export type SyncActor = ActorRefFrom<typeof syncMachine>;

interface Deps {
  readonly store: DeviceStore;
  readonly client: ApiClient;
  readonly outgoing: Outgoing;
  readonly lock: LockPort;
  readonly clock: ClockPort;
  readonly signedIn: () => SignedInUser | null;
  readonly online: boolean;
  /** 0 to 1, for the jitter of back-off. */
  readonly random?: () => number;
}

/** Joins the queue, the API and the lock in the sync machine. The actor is not started. */
export function createSync({ store, client, outgoing, lock, clock, signedIn, online, random = Math.random }: Deps): SyncActor {
  const sender = createMutationSender(client, outgoing);
  const wired = syncMachine.provide({
    actors: syncActors({
      outbox: store.drain,
      sender: {
        send: (row, ifMatch, signal: AbortSignal, mayLeave) =>
          sendAsOwner(signedIn, row, signal, (credentials) => sender.send(row, ifMatch, { credentials, signal, mayLeave }), mayLeave),
        read: (row, signal: AbortSignal) => sendAsOwner(signedIn, row, signal, (credentials) => sender.read(row, { credentials, signal })),
      },
      lock,
      clock,
      random,
    }),
  });
  return createActor(wired, { input: { userId: signedIn()?.userId ?? null, online } });
}
