import { fromPromise } from 'xstate';
import type { Json } from '#contract/json.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { QueueRow } from '#contract/queue.ts';
import type { SyncPorts } from '../sync/ports.ts';
import { settlementOf } from './delivery.operations.ts';
import type { Claimed, DeliveryInput, Finding } from './delivery.types.ts';

/** A row older than this has waited: the world may have moved on since it was made. ms. */
const freshMs = 5_000;

/** The delivery machine's actors on the given ports, for `deliveryMachine.provide({ actors })`. */
export function deliveryActors({ outbox, sender, clock, random }: SyncPorts) {
  return {
    claimRow: fromPromise<Claimed, DeliveryInput>(async ({ input }) => {
      const claim = await outbox.claim(input.opId, input.epoch);
      if (claim.kind !== 'claimed') return { ...claim, waited: false };
      const age = clock.now() - claim.row.createdAt;
      return { ...claim, waited: age < 0 || age > freshMs || claim.before.attempts > 0 };
    }),
    readThing: fromPromise<Outcome<Json>, { readonly row: QueueRow }>(({ input, signal }) => sender.read(input.row, signal)),
    sendRow: fromPromise<Outcome<Json>, { readonly row: QueueRow; readonly ifMatch: string | null }>(({ input, signal }) =>
      sender.send(input.row, input.ifMatch, signal),
    ),
    settleRow: fromPromise<'settled' | 'fenced', DeliveryInput & { readonly attempts: number; readonly finding: Finding }>(({ input }) =>
      outbox.settle(input.opId, input.epoch, settlementOf(input.finding, input.attempts, clock.now(), random())),
    ),
  };
}
