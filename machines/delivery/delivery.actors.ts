import { fromPromise } from 'xstate';
import type { Json } from '#contract/json.ts';
import type { ApiResult } from '#contract/api-result.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { ClockPort, OutboxPort, StopSignal, SyncPorts } from '../sync/ports.ts';
import { nextWaitMs } from './backoff.ts';
import { classify } from './classify.ts';
import { deliveryResultOf } from './delivery.operations.ts';
import type { Claimed, DeliveryInput, PlannedResult, ReadInput, SendInput } from './delivery.types.ts';

/** An entry older than this counts as waited: the server state may have changed since. ms. */
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
 * Lets at most `width` entries be on their way at once. An entry has its permit from before its claim to the end of its send: one that
 * waits for it is neither marked as sending nor compared with anything yet.
 */
function createPermits(width: number) {
  /** By opId the epoch in which it was taken: a delivery that was stopped must not release what a later one of its entry has. */
  const holders = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let newest = 0;
  /** All deliveries of an earlier drain were stopped, wherever they stood. */
  function begin(epoch: number): void {
    if (epoch <= newest) return;
    newest = epoch;
    holders.clear();
    for (const look of waiting.splice(0)) look();
  }
  return {
    /** Answers false where the delivery was stopped meanwhile. */
    async acquire({ opId, epoch }: DeliveryInput, signal: StopSignal): Promise<boolean> {
      begin(epoch);
      while (!signal.aborted && holders.size >= width) await new Promise<void>((look) => waiting.push(look));
      // Whoever was stopped makes no request: the next one is woken instead.
      if (signal.aborted) waiting.shift()?.();
      else holders.set(opId, epoch);
      return !signal.aborted;
    },
    release({ opId, epoch }: DeliveryInput): void {
      if (holders.get(opId) !== epoch) return;
      holders.delete(opId);
      waiting.shift()?.();
    },
  };
}

/** The delivery machine's actors on the given ports, for `deliveryMachine.provide({ actors })`. */
export function deliveryActors({ outbox, sender, clock, random }: SyncPorts) {
  const permits = createPermits(mostRequests);

  /** What a delivery that was stopped came to is written down by nobody. A wait that the API asks for holds for whoever comes next. */
  async function holdIfAsked(entry: OutboxEntry, result: ApiResult<Json>, signal: StopSignal): Promise<ApiResult<Json>> {
    const meaning = signal.aborted && result.kind === 'refused' ? classify(result, entry.mutation) : null;
    if (meaning?.kind === 'notApplied' && meaning.holdsQueue)
      await outbox.hold(clock.now() + nextWaitMs(meaning.waitMs, entry.attempts, random()));
    return result;
  }

  return {
    claimEntry: fromPromise<Claimed, DeliveryInput>(async ({ input, signal }) => {
      if (!(await permits.acquire(input, signal))) return { kind: 'fenced', waited: false };
      let isClaimed = false;
      try {
        const claim = await outbox.claim(input.opId, input.epoch);
        isClaimed = claim.kind === 'claimed' && !signal.aborted;
        if (claim.kind !== 'claimed') return { ...claim, waited: false };
        const age = clock.now() - claim.entry.createdAt;
        return { ...claim, waited: age < 0 || age > freshMs || claim.attempts > 0 };
      } finally {
        if (!isClaimed) permits.release(input);
      }
    }),
    readRecord: fromPromise<ApiResult<Json>, ReadInput>(async ({ input: { entry, epoch }, signal }) => {
      try {
        return await holdIfAsked(entry, await sender.read(entry, signal), signal);
      } finally {
        if (signal.aborted) permits.release({ opId: entry.opId, epoch });
      }
    }),
    sendEntry: fromPromise<ApiResult<Json> | 'fenced', SendInput>(async ({ input: { entry, ifMatch, epoch }, signal }) => {
      const mayLeave = () => isStillOurs(outbox, clock, entry.userId, epoch);
      try {
        return (await mayLeave()) ? await holdIfAsked(entry, await sender.send(entry, ifMatch, signal, mayLeave), signal) : 'fenced';
      } finally {
        permits.release({ opId: entry.opId, epoch });
      }
    }),
    applyResult: fromPromise<'written' | 'fenced', DeliveryInput & { readonly attempts: number; readonly planned: PlannedResult }>(
      ({ input }) => {
        permits.release(input);
        return outbox.applyResult(input.opId, input.epoch, deliveryResultOf(input.planned, input.attempts, clock.now(), random()));
      },
    ),
  };
}
