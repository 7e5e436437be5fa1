import type { Json } from '#contract/json.ts';
import type { ApiResult } from '#contract/api-result.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { assign, setup } from 'xstate';
import { notProvided } from '../placeholder.ts';
import { fault, goesStraight, judgeRead, judgeSend, readAt } from './delivery.operations.ts';
import type { Claimed, DeliveryContext, DeliveryInput, DeliveryOutput, PlannedResult, ReadInput, SendInput } from './delivery.types.ts';

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
    maySend: ({ context }, params: { outcome: ApiResult<Json> }) => judgeRead(context, params.outcome) === null,
    mustReread: ({ context }, params: { outcome: ApiResult<Json> | 'fenced' }) =>
      params.outcome !== 'fenced' && judgeSend(context, params.outcome) === null,
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
    judgeRead: assign({ planned: ({ context }, { outcome }: { outcome: ApiResult<Json> }) => judgeRead(context, outcome) }),
    judgeSend: assign({
      planned: ({ context }, { outcome }: { outcome: ApiResult<Json> | 'fenced' }) =>
        outcome === 'fenced' ? null : judgeSend(context, outcome),
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
