import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { deliveryActors } from '../delivery/delivery.actors.ts';
import { deliveryMachine } from '../delivery/delivery.machine.ts';
import type { SyncPorts } from './ports.ts';
import type { PickedEntries, PickInput, QueuePeek, RecoverInput, SyncEvent } from './sync.types.ts';

/** The sync machine's actors on the given ports, for `syncMachine.provide({ actors })`. */
export function syncActors(ports: SyncPorts) {
  const { outbox, lock, clock } = ports;
  return {
    peekQueue: fromPromise<QueuePeek, { readonly userId: string }>(async ({ input }) => {
      const dueAt = await outbox.nextDue(input.userId);
      if (dueAt === null) return { kind: 'empty' };
      return dueAt <= clock.now() ? { kind: 'due' } : { kind: 'later', dueAt };
    }),
    holdLock: fromCallback<EventObject, { readonly userId: string }>(({ input, sendBack }) => {
      const send = (event: SyncEvent) => sendBack(event);
      return lock.request(input.userId, {
        acquired: (epoch) => send({ type: 'lock.acquired', epoch }),
        lost: () => send({ type: 'lock.lost' }),
        failed: () => send({ type: 'lock.failed' }),
      });
    }),
    recoverQueue: fromPromise<'recovered' | 'fenced', RecoverInput>(({ input }) =>
      outbox.recover(input.userId, input.epoch, input.hasten, input.inFlight),
    ),
    pickEntries: fromPromise<PickedEntries, PickInput>(async ({ input: { userId, limit, inFlight } }) => {
      const { entries, nextAt } = await outbox.pick(userId, limit, inFlight);
      return { entries, dueAt: inFlight.length > 0 || entries.length > 0 ? nextAt : null };
    }),
    waitUntil: fromCallback<EventObject, { readonly dueAt: number | null }>(({ input: { dueAt }, sendBack }) =>
      dueAt === null ? undefined : clock.schedule(() => sendBack({ type: 'wait.ended' }), Math.max(0, dueAt - clock.now())),
    ),
    waitFor: fromCallback<EventObject, { readonly delayMs: number }>(({ input, sendBack }) =>
      clock.schedule(() => sendBack({ type: 'wait.ended' }), input.delayMs),
    ),
    delivery: deliveryMachine.provide({ actors: deliveryActors(ports) }),
  };
}
