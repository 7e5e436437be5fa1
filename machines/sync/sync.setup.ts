import { assign, enqueueActions, setup } from 'xstate';
import type { QueueRow } from '#contract/queue.ts';
import { deliveryMachine } from '../delivery/delivery.machine.ts';
import type { DeliveryReport } from '../delivery/delivery.types.ts';
import { listenerNotProvided, notProvided } from '../placeholder.ts';
import type {
  PickedRows,
  PickInput,
  QueuePeek,
  RecoverInput,
  ResultKind,
  SyncContext,
  SyncEmitted,
  SyncEvent,
  SyncInput,
} from './sync.types.ts';

/**
 * Entries in delivery at once, each of another record. `delivery.actors.ts` lets five be on their way; the sixth is next, or writes
 * down what came of it.
 */
export const mostInFlight = 6;

/** What the sync chart names. The chart itself stands in `sync.machine.ts` and `sync.working.ts`. */
export const syncSetup = setup({
  types: {
    context: {} as SyncContext,
    input: {} as SyncInput,
    events: {} as SyncEvent,
    emitted: {} as SyncEmitted,
    tags: {} as 'working' | 'waiting' | 'offline' | 'paused',
  },
  actors: {
    peekQueue: notProvided<QueuePeek, { readonly userId: string }>('peekQueue'),
    holdLock: listenerNotProvided<{ readonly userId: string }>('holdLock'),
    recoverQueue: notProvided<'recovered' | 'fenced', RecoverInput>('recoverQueue'),
    pickRows: notProvided<PickedRows, PickInput>('pickRows'),
    waitUntil: listenerNotProvided<{ readonly dueAt: number | null }>('waitUntil'),
    waitFor: listenerNotProvided<{ readonly delayMs: number }>('waitFor'),
    delivery: deliveryMachine,
  },
  guards: {
    isSignedOut: ({ context }) => context.userId === null,
    isExpired: ({ context }) => context.expired,
    hasFailed: ({ context }) => context.failed,
    isOffline: ({ context }) => !context.online,
    isSameUser: ({ context }, params: { userId: string | null }) => context.userId === params.userId,
    isEmpty: (_, params: { peek: QueuePeek }) => params.peek.kind === 'empty',
    isDue: ({ context }, params: { peek: QueuePeek }) => params.peek.kind === 'due' || context.hasten,
    isFenced: (_, params: { answer: string }) => params.answer === 'fenced',
    isStopping: ({ context }) => (context.expired || !context.online || context.failed) && context.inFlight.length === 0,
    mayPick: ({ context }) => mayPick(context),
    hasPicked: ({ context }, params: { rows: readonly QueueRow[] }) => mayPick(context) && params.rows.length > 0,
    hasMoved: ({ context }) => context.again,
    mayLookAgain: ({ context }) => context.again && mayPick(context) && context.inFlight.length < mostInFlight,
    hasInFlight: ({ context }) => context.inFlight.length > 0,
    becomesOnline: (_, params: { online: boolean }) => params.online,
    isBackOnline: ({ context }, params: { online: boolean }) => params.online && !context.online,
    isReport: ({ context }, params: { report: DeliveryReport }) => context.inFlight.includes(params.report.opId),
    isFencedReport: ({ context }, params: { report: DeliveryReport }) =>
      context.inFlight.includes(params.report.opId) && params.report.result === 'fenced',
    isFailedReport: ({ context }, params: { report: DeliveryReport }) =>
      context.inFlight.includes(params.report.opId) && params.report.result === 'failed',
    mayGoOn: ({ context }, params: { report: DeliveryReport }) =>
      context.inFlight.includes(params.report.opId) && goesOn(params.report) && mayPick(context),
  },
  actions: {
    takeUser: assign((_, { userId }: { userId: string | null }) => ({ userId, expired: false, hasten: true, sent: 0, waited: 0 })),
    setOnline: assign({ online: (_, params: { online: boolean }) => params.online }),
    hurry: assign({ hasten: true }),
    forgetExpiry: assign({ expired: false, hasten: true }),
    takeEpoch: assign({ epoch: (_, params: { epoch: number }) => params.epoch }),
    noteHastened: assign({ hasten: false }),
    noteDue: assign({ dueAt: (_, { peek }: { peek: QueuePeek }) => (peek.kind === 'later' ? peek.dueAt : null) }),
    noteNext: assign({ dueAt: (_, { picked }: { picked: PickedRows }) => picked.dueAt }),
    noteMove: assign({ again: true }),
    clearMove: assign({ again: false }),
    startDeliveries: enqueueActions(({ context, enqueue }, { rows }: { rows: readonly QueueRow[] }) => {
      const next = rows.filter((row) => !context.inFlight.includes(row.opId)).slice(0, mostInFlight - context.inFlight.length);
      for (const { opId } of next) enqueue.spawnChild('delivery', { id: `delivery.${opId}`, input: { opId, epoch: context.epoch } });
      enqueue.assign({ inFlight: [...context.inFlight, ...next.map((row) => row.opId)] });
    }),
    stopDeliveries: enqueueActions(({ context, enqueue }) => {
      for (const opId of context.inFlight) enqueue.stopChild(`delivery.${opId}`);
      enqueue.assign({ inFlight: [], again: false });
    }),
    /** The device did not take what one delivery came to; the others go on. */
    noteFailure: enqueueActions(({ context, enqueue }, { opId }: { opId: string }) => {
      enqueue.stopChild(`delivery.${opId}`);
      enqueue.assign({ failed: true, inFlight: context.inFlight.filter((other) => other !== opId) });
    }),
    forgetFailure: assign({ failed: false }),
    takeReport: enqueueActions(({ context, enqueue }, { report }: { report: DeliveryReport }) => {
      const done = report.result === 'settled' && report.planned?.kind === 'applied';
      const expired = report.planned?.kind === 'authRequired';
      // It is over, and would be kept for as long as this machine runs.
      enqueue.stopChild(`delivery.${report.opId}`);
      enqueue.assign({
        inFlight: context.inFlight.filter((opId) => opId !== report.opId),
        again: true,
        sent: context.sent + (done ? 1 : 0),
        waited: context.waited + (done && report.waited ? 1 : 0),
        expired: context.expired || expired,
      });
      if (report.result === 'settled' && report.planned) {
        const result: ResultKind = report.planned.kind;
        enqueue.emit({ type: 'delivery.settled' as const, opId: report.opId, result });
      }
      if (expired && !context.expired) enqueue.emit({ type: 'session.expired' as const });
    }),
    sayDrained: enqueueActions(({ context, enqueue }) => {
      if (context.sent > 0) enqueue.emit({ type: 'queue.drained' as const, sent: context.sent, waited: context.waited });
      enqueue.assign({ sent: 0, waited: 0, hasten: false });
    }),
  },
});

/** Whether anything new may be sent: what is on its way ends in any case. */
function mayPick({ expired, online, failed }: SyncContext): boolean {
  return !expired && online && !failed;
}

/** The device and the server have taken what it came to, or there was nothing to take. */
function goesOn({ result, planned }: DeliveryReport): boolean {
  return result !== 'fenced' && result !== 'failed' && planned?.kind !== 'authRequired';
}

/** The user in a state that only a signed-in one enters. Throws otherwise: a fault in the chart. */
export function userOf(context: SyncContext): string {
  if (context.userId === null) throw new Error('no user in a state that needs one');
  return context.userId;
}
