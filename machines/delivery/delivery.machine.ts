import type { Json } from '#contract/json.ts';
import type { ApiResult } from '#contract/api-result.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { assign, setup, fromPromise } from 'xstate';
import { notProvided } from '../placeholder.ts';
import { fault, goesStraight, planAfterRead, planAfterSend, readAt, deliveryResultOf } from './delivery.operations.ts';
import type { Claimed, DeliveryContext, DeliveryInput, DeliveryOutput, PlannedResult, ReadInput, SendInput } from './delivery.types.ts';
import type { ClockPort, OutboxPort, StopSignal, SyncPorts } from '../sync/ports.ts';
import { nextWaitMs } from './backoff.ts';
import { classify } from './classify.ts';

const deliverySetup = setup({
  types: {
    context: {} as DeliveryContext,
    input: {} as DeliveryInput,
    output: {} as DeliveryOutput,
    tags: {} as 'sending',
  },
  actors: {
    claimEntry: notProvided<Claimed, DeliveryInput>('claimEntry'),
    readRecord: notProvided<ApiResult<Json>, ReadInput>('readRecord'),
    /** `fenced`: another tab has taken over, and nothing was sent. */
    sendEntry: notProvided<ApiResult<Json> | 'fenced', SendInput>('sendEntry'),
    applyResult: notProvided<'written' | 'fenced', DeliveryInput & { readonly attempts: number; readonly planned: PlannedResult }>(
      'applyResult',
    ),
  },
  guards: {
    goesStraight: (_, params: { claim: Claimed }) => goesStraight(params.claim),
    isClaimed: (_, params: { claim: Claimed }) => params.claim.kind === 'claimed',
    isFenced: (_, params: { answer: string }) => params.answer === 'fenced',
    maySend: ({ context }, params: { outcome: ApiResult<Json> }) => planAfterRead(context, params.outcome) === null,
    mustReread: ({ context }, params: { outcome: ApiResult<Json> | 'fenced' }) =>
      params.outcome !== 'fenced' && planAfterSend(context, params.outcome) === null,
  },
  actions: {
    takeClaim: assign((_, { claim }: { claim: Claimed }) =>
      claim.kind === 'claimed'
        ? {
            entry: claim.entry,
            ifMatch: claim.ifMatch,
            revision: claim.revision,
            waited: claim.waited,
            isToBeDeleted: claim.isToBeDeleted,
          }
        : {},
    ),
    takeRead: assign(({ context }, { outcome }: { outcome: ApiResult<Json> }) =>
      outcome.kind === 'answered' ? { read: readAt(context, outcome), ifMatch: outcome.etag } : {},
    ),
    judgeRead: assign({ planned: ({ context }, { outcome }: { outcome: ApiResult<Json> }) => planAfterRead(context, outcome) }),
    judgeSend: assign({
      planned: ({ context }, { outcome }: { outcome: ApiResult<Json> | 'fenced' }) =>
        outcome === 'fenced' ? null : planAfterSend(context, outcome),
    }),
    countReread: assign({ rereads: ({ context }) => context.rereads + 1 }),
    blameRow: assign({ planned: (_, { error }: { error: unknown }) => fault(error instanceof Error ? error.name : 'unknown') }),
    conclude: assign({ result: (_, params: { result: DeliveryOutput['result'] }) => params.result }),
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
  description: 'Brings one queued change to the server, once.',
  meta: { testId: 'delivery', sees: 'The change in the sync centre, as one that is being sent.' },
  context: ({ input }) => ({
    opId: input.opId,
    epoch: input.epoch,
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
        input: ({ context: { opId, epoch } }) => ({ opId, epoch }),
        onDone: [
          {
            guard: { type: 'goesStraight', params: ({ event }) => ({ claim: event.output }) },
            target: 'sending',
            actions: { type: 'takeClaim', params: ({ event }) => ({ claim: event.output }) },
            meta: { requirement: 'A save of what was just read is confirmed in one round trip.' },
          },
          {
            guard: { type: 'isClaimed', params: ({ event }) => ({ claim: event.output }) },
            target: 'reading',
            actions: { type: 'takeClaim', params: ({ event }) => ({ claim: event.output }) },
            meta: { requirement: 'What waited, or may have arrived already, is compared before it is sent.' },
          },
          {
            guard: { type: 'isFenced', params: ({ event }) => ({ answer: event.output.kind }) },
            target: 'over',
            actions: { type: 'conclude', params: { result: 'fenced' } },
          },
          { target: 'over', actions: { type: 'conclude', params: { result: 'gone' } } },
        ],
        onError: { target: 'over', actions: { type: 'conclude', params: { result: 'failed' } } },
      },
    },
    reading: {
      description: 'The thing is read, to be compared with what the change was based on.',
      tags: ['sending'],
      invoke: {
        id: 'readRecord',
        src: 'readRecord',
        input: ({ context }) => ({ entry: entryOf(context), epoch: context.epoch }),
        onDone: [
          {
            guard: { type: 'maySend', params: ({ event }) => ({ outcome: event.output }) },
            target: 'sending',
            actions: { type: 'takeRead', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            target: 'settling',
            actions: [
              { type: 'judgeRead', params: ({ event }) => ({ outcome: event.output }) },
              { type: 'takeRead', params: ({ event }) => ({ outcome: event.output }) },
            ],
            meta: { requirement: 'Already so: nothing is sent. All three differ: a person is asked.' },
          },
        ],
        onError: { target: 'settling', actions: { type: 'blameRow', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    sending: {
      description: 'The change is on its way, under its key for life.',
      tags: ['sending'],
      invoke: {
        id: 'sendEntry',
        src: 'sendEntry',
        input: ({ context }) => ({ entry: entryOf(context), ifMatch: context.ifMatch, epoch: context.epoch }),
        onDone: [
          {
            guard: { type: 'isFenced', params: ({ event }) => ({ answer: event.output === 'fenced' ? event.output : '' }) },
            target: 'over',
            actions: { type: 'conclude', params: { result: 'fenced' } },
            meta: { requirement: 'A tab that stood still while another took over sends nothing.' },
          },
          {
            guard: { type: 'mustReread', params: ({ event }) => ({ outcome: event.output }) },
            target: 'reading',
            actions: 'countReread',
            meta: { requirement: 'Somebody changed the record meanwhile: read again and compare.' },
          },
          { target: 'settling', actions: { type: 'judgeSend', params: ({ event }) => ({ outcome: event.output }) } },
        ],
        onError: { target: 'settling', actions: { type: 'blameRow', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    settling: {
      description: 'What came of it is written down: cache, queue and log in one transaction.',
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
            actions: { type: 'conclude', params: { result: 'fenced' } },
          },
          { target: 'over', actions: { type: 'conclude', params: { result: 'written' } } },
        ],
        onError: { target: 'over', actions: { type: 'conclude', params: { result: 'failed' } } },
      },
    },
    over: { type: 'final', description: 'The sync machine is told.' },
  },
});

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
function createSemaphore(width: number) {
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
  const semaphore = createSemaphore(mostRequests);

  /** What a delivery that was stopped came to is written down by nobody. A wait that the API asks for holds for whoever comes next. */
  async function holdIfAsked(entry: OutboxEntry, result: ApiResult<Json>, signal: StopSignal): Promise<ApiResult<Json>> {
    const meaning = signal.aborted && result.kind === 'refused' ? classify(result, entry.mutation) : null;
    if (meaning?.kind === 'notApplied' && meaning.holdsQueue)
      await outbox.hold(clock.now() + nextWaitMs(meaning.waitMs, entry.attempts, random()));
    return result;
  }

  return {
    claimEntry: fromPromise<Claimed, DeliveryInput>(async ({ input, signal }) => {
      if (!(await semaphore.acquire(input, signal))) return { kind: 'fenced', waited: false };
      let isClaimed = false;
      try {
        const claim = await outbox.claim(input.opId, input.epoch);
        isClaimed = claim.kind === 'claimed' && !signal.aborted;
        if (claim.kind !== 'claimed') return { ...claim, waited: false };
        const age = clock.now() - claim.entry.createdAt;
        return { ...claim, waited: age < 0 || age > freshMs || claim.attempts > 0 };
      } finally {
        if (!isClaimed) semaphore.release(input);
      }
    }),
    readRecord: fromPromise<ApiResult<Json>, ReadInput>(async ({ input: { entry, epoch }, signal }) => {
      try {
        return await holdIfAsked(entry, await sender.read(entry, signal), signal);
      } finally {
        if (signal.aborted) semaphore.release({ opId: entry.opId, epoch });
      }
    }),
    sendEntry: fromPromise<ApiResult<Json> | 'fenced', SendInput>(async ({ input: { entry, ifMatch, epoch }, signal }) => {
      const mayLeave = () => isStillOurs(outbox, clock, entry.userId, epoch);
      try {
        return (await mayLeave()) ? await holdIfAsked(entry, await sender.send(entry, ifMatch, signal, mayLeave), signal) : 'fenced';
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
