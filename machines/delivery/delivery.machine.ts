import type { Json } from '#contract/json.ts';
import type { ChartMeta } from '../chart-meta.ts';
import type { ApiResult } from '#contract/api-result.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { Claim } from '#contract/delivery-result.ts';
import { assign, setup } from 'xstate';
import { fromPromise } from '../actor-logic.ts';
import { notProvided } from '../placeholder.ts';
import { fault, goesStraight, planAfterRead, planAfterSend, readAt, searchOf, deliveryResultOf } from './delivery.operations.ts';
import type {
  Claimed,
  ClaimInput,
  DeliveryContext,
  DeliveryInput,
  DeliveryOutput,
  PlannedResult,
  ReadInput,
  SendInput,
} from './delivery.types.ts';
import type { ClockPort, OutboxPort, StopSignal, SyncPorts } from '../sync/ports.ts';
import { nextWaitMs } from './backoff.ts';
import { classify } from './classify.ts';
import { withEvent, withOutput } from '../with-event.ts';

const deliverySetup = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as DeliveryContext,
    input: {} as ClaimInput,
    output: {} as DeliveryOutput,
    tags: {} as 'sending',
  },
  actors: {
    claimEntry: notProvided<Claimed, ClaimInput>('claimEntry'),
    readRecord: notProvided<ApiResult<Json>, ReadInput>('readRecord'),
    /** `fenced`: another tab has taken over, and nothing was sent. */
    sendEntry: notProvided<ApiResult<Json> | 'fenced', SendInput>('sendEntry'),
    applyResult: notProvided<'written' | 'fenced', DeliveryInput & { readonly attempts: number; readonly planned: PlannedResult }>(
      'applyResult',
    ),
  },
  guards: {
    goesStraight: (_, claim: Claimed) => goesStraight(claim),
    isClaimed: (_, claim: Claimed) => claim.kind === 'claimed',
    isFenced: (_, params: { answer: string }) => params.answer === 'fenced',
    maySend: ({ context }, result: ApiResult<Json>) => planAfterRead(context, result) === null,
    mustReread: ({ context }, result: ApiResult<Json> | 'fenced') => result !== 'fenced' && planAfterSend(context, result) === null,
  },
  actions: {
    setClaim: assign((_, claim: Claimed) =>
      claim.kind === 'claimed'
        ? {
            entry: claim.entry,
            claimedAt: claim.askedAt,
            ifMatch: claim.ifMatch,
            revision: claim.revision,
            waited: claim.waited,
            isToBeDeleted: claim.isToBeDeleted,
          }
        : {},
    ),
    clearClaimedAt: assign({ claimedAt: null }),
    setRead: assign(({ context }, result: ApiResult<Json>) =>
      result.kind === 'answered' ? { read: readAt(context, result), ifMatch: result.etag } : {},
    ),
    planAfterRead: assign({ planned: ({ context }, result: ApiResult<Json>) => planAfterRead(context, result) }),
    planAfterSend: assign({
      planned: ({ context }, result: ApiResult<Json> | 'fenced') => (result === 'fenced' ? null : planAfterSend(context, result)),
    }),
    countReread: assign({ rereads: ({ context }) => context.rereads + 1 }),
    planFault: assign({ planned: (_, { error }: { error: unknown }) => fault(error instanceof Error ? error.name : 'unknown') }),
    setResult: assign({ result: (_, params: { result: DeliveryOutput['result'] }) => params.result }),
  },
});

/** The claimed entry. Throws where a state after the claim was entered without one: a fault in the chart. */
function entryOf(context: DeliveryContext): OutboxEntry {
  if (!context.entry) throw new Error('no entry in a state that needs one');
  return context.entry;
}

/** Delivers one entry once: claim, preflight read where it waited, compare, send, apply the result. */
export const deliveryMachine = deliverySetup.createMachine({
  id: 'delivery',
  description: 'Delivers one outbox entry to the server, once.',
  meta: { testId: 'delivery', sees: 'The change in the sync centre, as one that is being sent.' },
  context: ({ input }) => ({
    opId: input.opId,
    epoch: input.epoch,
    claim: input.claim,
    claimedAt: null,
    entry: null,
    waited: false,
    isToBeDeleted: false,
    ifMatch: null,
    revision: 0,
    read: null,
    rereads: 0,
    planned: null,
    result: 'failed',
  }),
  initial: 'claiming',
  output: ({ context: { opId, result, planned, waited } }) => ({ opId, result, planned, waited }),
  states: {
    claiming: {
      description: 'The entry is marked as being sent, durably, before the request.',
      invoke: {
        id: 'claimEntry',
        src: 'claimEntry',
        input: ({ context: { opId, epoch, claim } }) => ({ opId, epoch, claim }),
        onDone: [
          {
            guard: withOutput('goesStraight'),
            target: 'sending',
            actions: withOutput('setClaim'),
            description: 'A save of what was just read is confirmed in one round trip.',
            meta: { requirements: ['R321'] },
          },
          {
            guard: withOutput('isClaimed'),
            target: 'reading',
            actions: withOutput('setClaim'),
            description:
              'An entry that waited or is indeterminate is compared before it is sent; what looks like a new record is searched for.',
            meta: { requirements: ['R322'] },
          },
          {
            guard: { type: 'isFenced', params: ({ event }) => ({ answer: event.output.kind }) },
            target: 'over',
            actions: { type: 'setResult', params: { result: 'fenced' } },
            meta: { requirements: ['R324'] },
          },
          { target: 'over', actions: { type: 'setResult', params: { result: 'gone' } }, meta: { requirements: ['R326'] } },
        ],
        onError: { target: 'over', actions: { type: 'setResult', params: { result: 'failed' } }, meta: { requirements: ['R327'] } },
      },
    },
    reading: {
      description: 'The record is read, and compared with the base of the change.',
      tags: ['sending'],
      entry: ['clearClaimedAt'],
      invoke: {
        id: 'readRecord',
        src: 'readRecord',
        input: ({ context }) => ({ entry: entryOf(context), epoch: context.epoch }),
        onDone: [
          {
            guard: withOutput('maySend'),
            target: 'sending',
            actions: withOutput('setRead'),
            meta: { requirements: ['R322'] },
          },
          {
            target: 'applying',
            actions: [withOutput('planAfterRead'), withOutput('setRead')],
            description: 'A change that is applied already is not sent again; where all three values differ, a person decides.',
            meta: { requirements: ['R323'] },
          },
        ],
        onError: {
          target: 'applying',
          actions: withEvent('planFault'),
          meta: { requirements: ['R325'] },
        },
      },
    },
    sending: {
      description: 'The change is on its way, with the same idempotency key in every attempt.',
      tags: ['sending'],
      invoke: {
        id: 'sendEntry',
        src: 'sendEntry',
        input: ({ context }) => ({
          entry: entryOf(context),
          ifMatch: context.ifMatch,
          epoch: context.epoch,
          claimedAt: context.claimedAt,
        }),
        onDone: [
          {
            guard: { type: 'isFenced', params: ({ event }) => ({ answer: event.output === 'fenced' ? event.output : '' }) },
            target: 'over',
            actions: { type: 'setResult', params: { result: 'fenced' } },
            description: 'A tab that was frozen while another took over sends nothing.',
            meta: { requirements: ['R324'] },
          },
          {
            guard: withOutput('mustReread'),
            target: 'reading',
            actions: 'countReread',
            description: 'Somebody changed the record meanwhile: read again and compare.',
            meta: { requirements: ['R322'] },
          },
          {
            target: 'applying',
            actions: withOutput('planAfterSend'),
            meta: { requirements: ['R325'] },
          },
        ],
        onError: {
          target: 'applying',
          actions: withEvent('planFault'),
          meta: { requirements: ['R325'] },
        },
      },
    },
    applying: {
      description: 'The result is written to cache, outbox and log in one transaction.',
      invoke: {
        id: 'applyResult',
        src: 'applyResult',
        input: ({ context }) => ({
          opId: context.opId,
          epoch: context.epoch,
          attempts: entryOf(context).attempts,
          planned: context.planned ?? fault('no result'),
        }),
        onDone: [
          {
            guard: { type: 'isFenced', params: ({ event }) => ({ answer: event.output }) },
            target: 'over',
            actions: { type: 'setResult', params: { result: 'fenced' } },
            meta: { requirements: ['R324'] },
          },
          { target: 'over', actions: { type: 'setResult', params: { result: 'written' } }, meta: { requirements: ['R325'] } },
        ],
        onError: { target: 'over', actions: { type: 'setResult', params: { result: 'failed' } }, meta: { requirements: ['R327'] } },
      },
    },
    over: { type: 'final', description: 'The sync machine gets the output.' },
  },
});

/** An entry older than this counts as waited: the server state may have changed since. ms. */
const freshMs = 5_000;

/** Shorter than the time in which a lease becomes stale, less the time between two renewals. ms. */
export const freshAnswerMs = 1_000;

/** How many answers may come too late before the delivery ends: the next drain tries again. */
const mostLooks = 5;

/**
 * Whether this tab's epoch is still the latest. A tab that was frozen may wake in a delivery that another tab has done meanwhile, and an
 * answer of the store may be from before it froze: only a quick answer counts.
 */
async function isStillOurs(outbox: OutboxPort, clock: ClockPort, userId: string, epoch: number): Promise<boolean> {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const askedAt = clock.now();
    if (!(await outbox.isCurrent(userId, epoch))) return false;
    if (isQuick(clock, askedAt)) return true;
  }
  return false;
}

/** Whether an answer of the store that was asked for at `askedAt` still says who may send. */
function isQuick(clock: ClockPort, askedAt: number): boolean {
  const took = clock.now() - askedAt;
  return took >= 0 && took < freshAnswerMs;
}

/** A claim as a delivery uses it. */
export function claimedOf(opId: string, claim: Claim<OutboxEntry>, askedAt: number, now: number): Claimed {
  const age = claim.kind === 'claimed' ? now - claim.entry.createdAt : 0;
  const waited = age < 0 || age > freshMs || (claim.kind === 'claimed' && claim.attempts > 0);
  return { ...claim, opId, waited, askedAt };
}

/** A browser has six connections to one address. One is left for what a person opens, however slow the server is. */
export const mostRequests = 5;

/**
 * Lets at most `width` deliveries use the network at once. A delivery has its permit from before the claim to the end of the send: an entry
 * that waits for one is neither marked as sending nor compared yet.
 */
function createSemaphore(width: number) {
  /** The epoch of each permit, by opId: a stopped delivery must not release the permit of a later delivery of the same entry. */
  const holders = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let newest = 0;
  /** Releases the permits of earlier drains, whose deliveries were all stopped. */
  function begin(epoch: number): void {
    if (epoch <= newest) return;
    newest = epoch;
    holders.clear();
    for (const wake of waiting.splice(0)) wake();
  }
  return {
    /** Returns false where the delivery was stopped meanwhile. */
    async acquire({ opId, epoch }: DeliveryInput, signal: StopSignal): Promise<boolean> {
      begin(epoch);
      while (!signal.aborted && holders.size >= width) await new Promise<void>((wake) => waiting.push(wake));
      // A stopped delivery makes no request, and wakes the next one.
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
  const semaphore = createSemaphore(mostRequests);

  /** Stores the wait that the API asked for where the delivery was stopped: nobody applies its result, and the wait applies to the next one too. */
  async function holdIfAsked(entry: OutboxEntry, result: ApiResult<Json>, signal: StopSignal): Promise<ApiResult<Json>> {
    const meaning = signal.aborted && result.kind === 'refused' ? classify(result, entry.mutation) : null;
    if (meaning?.kind === 'notApplied' && meaning.holdsOutbox)
      await outbox.hold(clock.now() + nextWaitMs(meaning.waitMs, entry.attempts, random()));
    return result;
  }

  /**
   * Stores what a search before the first attempt has found, before that attempt: after a lost answer it tells the created record from older
   * ones. Where the device fails the create is sent all the same, and a person is asked if its answer is lost and something looks like it.
   */
  async function noteSearch(entry: OutboxEntry, epoch: number, result: ApiResult<Json>): Promise<void> {
    const baseAfterSearch = result.kind === 'answered' ? searchOf(entry) : null;
    if (result.kind !== 'answered' || baseAfterSearch === null) return;
    await outbox.putBase(entry.opId, epoch, baseAfterSearch(result.data, result.pagination)).catch(() => undefined);
  }

  return {
    claimEntry: fromPromise<Claimed, ClaimInput>(async ({ input, signal }) => {
      const { opId, epoch } = input;
      if (!(await semaphore.acquire(input, signal))) return claimedOf(opId, { kind: 'fenced' }, 0, 0);
      let isClaimed = false;
      try {
        const askedAt = clock.now();
        const claim = input.claim ?? claimedOf(opId, await outbox.claim(opId, epoch), askedAt, clock.now());
        isClaimed = claim.kind === 'claimed' && !signal.aborted;
        return claim;
      } finally {
        if (!isClaimed) semaphore.release(input);
      }
    }),
    readRecord: fromPromise<ApiResult<Json>, ReadInput>(async ({ input: { entry, epoch }, signal }) => {
      try {
        const result = await holdIfAsked(entry, await sender.read(entry, signal), signal);
        await noteSearch(entry, epoch, result);
        return result;
      } finally {
        if (signal.aborted) semaphore.release({ opId: entry.opId, epoch });
      }
    }),
    sendEntry: fromPromise<ApiResult<Json> | 'fenced', SendInput>(async ({ input: { entry, ifMatch, epoch, claimedAt }, signal }) => {
      const mayLeave = () => isStillOurs(outbox, clock, entry.userId, epoch);
      // The claim has read the epoch itself.
      const isJustClaimed = claimedAt !== null && isQuick(clock, claimedAt);
      try {
        return isJustClaimed || (await mayLeave())
          ? await holdIfAsked(entry, await sender.send(entry, ifMatch, signal, mayLeave), signal)
          : 'fenced';
      } finally {
        semaphore.release({ opId: entry.opId, epoch });
      }
    }),
    applyResult: fromPromise<'written' | 'fenced', DeliveryInput & { readonly attempts: number; readonly planned: PlannedResult }>(
      ({ input }) => {
        semaphore.release(input);
        return outbox.applyResult(input.opId, input.epoch, deliveryResultOf(input.planned, input.attempts, clock.now(), random()));
      },
    ),
  };
}
