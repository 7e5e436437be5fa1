import { fromPromise } from 'xstate';
import type { Json } from '#contract/json.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { QueueRow } from '#contract/queue.ts';
import type { ClockPort, OutboxPort, StopSignal, SyncPorts } from '../sync/ports.ts';
import { deliveryResultOf } from './delivery.operations.ts';
import type { Claimed, DeliveryInput, PlannedResult, SendInput } from './delivery.types.ts';

/** A row older than this has waited: the world may have moved on since it was made. ms. */
const freshMs = 5_000;

/** Shorter than the time after which another tab takes over from one that stands still, less that between two signs of life. ms. */
const freshAnswerMs = 1_000;

/** A device that never answers in time is one that nothing can be sent from: the next drain tries again. */
const mostLooks = 5;

/**
 * A tab that stood still wakes up in the middle of a delivery that another one has done meanwhile. Its own answer of "still
 * ours" may be from before it stood still: only a quick one counts.
 */
async function isStillOurs(outbox: OutboxPort, clock: ClockPort, userId: string, epoch: number): Promise<boolean> {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const askedAt = clock.now();
    if (!(await outbox.isCurrent(userId, epoch))) return false;
    const took = clock.now() - askedAt;
    if (took >= 0 && took < freshAnswerMs) return true;
  }
  return false;
}

/** A browser has six connections to one address: one is left for what a person opens, however slow the server is. */
const mostRequests = 5;

/**
 * Lets at most `width` entries have a request open. An entry keeps its slot from the read to the end of the send: after a wait in
 * between, what it was compared with would be stale.
 */
function createRequestSlots(width: number) {
  /** By opId, each with its claim: a delivery that was stopped must not release what the next one of its entry has. */
  const holders = new Map<string, QueueRow>();
  const waiting: (() => void)[] = [];
  return {
    async acquire(row: QueueRow, signal: StopSignal): Promise<void> {
      while (!signal.aborted && !holders.has(row.opId) && holders.size >= width) await new Promise<void>((look) => waiting.push(look));
      // Whoever was stopped makes no request: the next one is woken instead.
      if (signal.aborted) waiting.shift()?.();
      else holders.set(row.opId, row);
    },
    release({ opId }: Pick<QueueRow, 'opId'>, claimed = holders.get(opId)): void {
      if (claimed === undefined || holders.get(opId) !== claimed) return;
      holders.delete(opId);
      waiting.shift()?.();
    },
  };
}

/** The delivery machine's actors on the given ports, for `deliveryMachine.provide({ actors })`. */
export function deliveryActors({ outbox, sender, clock, random }: SyncPorts) {
  const slots = createRequestSlots(mostRequests);
  return {
    claimRow: fromPromise<Claimed, DeliveryInput>(async ({ input }) => {
      // A delivery that was stopped between its read and its send has not released its slot.
      slots.release(input);
      const claim = await outbox.claim(input.opId, input.epoch);
      if (claim.kind !== 'claimed') return { ...claim, waited: false };
      const age = clock.now() - claim.row.createdAt;
      return { ...claim, waited: age < 0 || age > freshMs || claim.attempts > 0 };
    }),
    readThing: fromPromise<Outcome<Json>, { readonly row: QueueRow }>(async ({ input: { row }, signal }) => {
      await slots.acquire(row, signal);
      try {
        return await sender.read(row, signal);
      } finally {
        if (signal.aborted) slots.release(row, row);
      }
    }),
    sendRow: fromPromise<Outcome<Json> | 'fenced', SendInput>(async ({ input: { row, ifMatch, epoch }, signal }) => {
      const mayLeave = () => isStillOurs(outbox, clock, row.userId, epoch);
      await slots.acquire(row, signal);
      try {
        return (await mayLeave()) ? await sender.send(row, ifMatch, signal, mayLeave) : 'fenced';
      } finally {
        slots.release(row, row);
      }
    }),
    applyResult: fromPromise<'settled' | 'fenced', DeliveryInput & { readonly attempts: number; readonly planned: PlannedResult }>(
      ({ input }) => {
        slots.release(input);
        return outbox.settle(input.opId, input.epoch, deliveryResultOf(input.planned, input.attempts, clock.now(), random()));
      },
    ),
  };
}
