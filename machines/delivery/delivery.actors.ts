import { fromPromise } from 'xstate';
import type { Json } from '#contract/json.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { QueueRow } from '#contract/queue.ts';
import type { ClockPort, OutboxPort, SyncPorts } from '../sync/ports.ts';
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

/** Runs at most so many of what it is given at once, and the rest in turn. */
function inTurns(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = most;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** The delivery machine's actors on the given ports, for `deliveryMachine.provide({ actors })`. */
export function deliveryActors({ outbox, sender, clock, random }: SyncPorts) {
  const inTurn = inTurns(mostRequests);
  return {
    claimRow: fromPromise<Claimed, DeliveryInput>(async ({ input }) => {
      const claim = await outbox.claim(input.opId, input.epoch);
      if (claim.kind !== 'claimed') return { ...claim, waited: false };
      const age = clock.now() - claim.row.createdAt;
      return { ...claim, waited: age < 0 || age > freshMs || claim.attempts > 0 };
    }),
    readThing: fromPromise<Outcome<Json>, { readonly row: QueueRow }>(({ input, signal }) => inTurn(() => sender.read(input.row, signal))),
    sendRow: fromPromise<Outcome<Json> | 'fenced', SendInput>(({ input: { row, ifMatch, epoch }, signal }) => {
      const mayLeave = () => isStillOurs(outbox, clock, row.userId, epoch);
      return inTurn(async () => ((await mayLeave()) ? sender.send(row, ifMatch, signal, mayLeave) : 'fenced'));
    }),
    applyResult: fromPromise<'settled' | 'fenced', DeliveryInput & { readonly attempts: number; readonly planned: PlannedResult }>(
      ({ input }) => outbox.settle(input.opId, input.epoch, deliveryResultOf(input.planned, input.attempts, clock.now(), random())),
    ),
  };
}
