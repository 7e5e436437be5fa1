import { assign, enqueueActions, setup, type EventObject } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import { fromCallback, fromPromise } from '../actor-logic.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { claimedOf, deliveryMachine, deliveryActors, mostRequests } from '../delivery/delivery.machine.ts';
import type { DeliveryOutput } from '../delivery/delivery.types.ts';
import { listenerNotProvided, notProvided } from '../placeholder.ts';
import type {
  PickInput,
  PickedEntries,
  OutboxPeek,
  RecoverInput,
  ResultKind,
  StartedDrain,
  StartInput,
  SyncContext,
  SyncEmitted,
  SyncEvent,
  SyncInput,
} from './sync.types.ts';
import type { LockListener, SyncPorts } from './ports.ts';
import { withEvent, withOutput } from '../with-event.ts';

/**
 * How many entries are in delivery at once, each of another record. Five of them use the network; the sixth waits, or has its result
 * applied.
 */
const mostInFlight = 6;

const syncSetup = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as SyncContext,
    input: {} as SyncInput,
    events: {} as SyncEvent,
    emitted: {} as SyncEmitted,
    tags: {} as 'working' | 'waiting' | 'offline' | 'paused',
  },
  actors: {
    peekOutbox: notProvided<OutboxPeek, { readonly userId: string }>('peekOutbox'),
    holdLock: listenerNotProvided<{ readonly userId: string }>('holdLock'),
    startDrain: notProvided<StartedDrain | 'fenced', StartInput>('startDrain'),
    recoverOutbox: notProvided<'recovered' | 'fenced', RecoverInput>('recoverOutbox'),
    pickEntries: notProvided<PickedEntries, PickInput>('pickEntries'),
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
    isEmpty: (_, peek: OutboxPeek) => peek.kind === 'empty',
    isDue: ({ context }, peek: OutboxPeek) => peek.kind === 'due' || context.hasten,
    isFenced: (_, answer: StartedDrain | 'recovered' | 'fenced') => answer === 'fenced',
    mayBegin: ({ context }) => mayBegin(context),
    mustStop: ({ context }) => !mayBegin(context),
    hasPicked: (_, { entries }: PickedEntries) => entries.length > 0,
    hasClaimed: (_, started: StartedDrain | 'fenced') => started !== 'fenced' && started.claims.length > 0,
    mustHasten: ({ context }, started: StartedDrain | 'fenced') => context.hasten && started !== 'fenced' && !started.hastened,
    mustPickAgain: ({ context }) => context.again,
    mayPickAgain: ({ context }) => context.again && context.inFlight.length < mostInFlight,
    hasInFlight: ({ context }) => context.inFlight.length > 0,
    isSettled: ({ context }) => context.inFlight.length === 0,
    isBackOnline: ({ context }, params: { online: boolean }) => params.online && !context.online,
    isReport: ({ context }, report: DeliveryOutput) => context.inFlight.includes(report.opId),
    isFencedReport: ({ context }, report: DeliveryOutput) => context.inFlight.includes(report.opId) && report.result === 'fenced',
    isFailedReport: ({ context }, report: DeliveryOutput) => context.inFlight.includes(report.opId) && report.result === 'failed',
  },
  actions: {
    setUser: assign((_, { userId }: { userId: string | null }) => ({ userId, expired: false, hasten: true, sent: 0, waited: 0 })),
    setOnline: assign({ online: (_, params: { online: boolean }) => params.online }),
    hasten: assign({ hasten: true }),
    clearExpired: assign({ expired: false, hasten: true }),
    setEpoch: assign({ epoch: (_, params: { epoch: number }) => params.epoch }),
    clearHasten: assign({ hasten: false }),
    setDue: assign({ dueAt: (_, peek: OutboxPeek) => (peek.kind === 'later' ? peek.dueAt : null) }),
    setNextDue: assign({ dueAt: (_, picked: PickedEntries) => picked.dueAt }),
    setAgain: assign({ again: true }),
    clearAgain: assign({ again: false }),
    startDeliveries: enqueueActions(({ context, enqueue }, { entries }: { entries: readonly OutboxEntry[] }) => {
      const next = entries.filter((entry) => !context.inFlight.includes(entry.opId)).slice(0, mostInFlight - context.inFlight.length);
      for (const { opId } of next)
        enqueue.spawnChild('delivery', { id: `delivery.${opId}`, input: { opId, epoch: context.epoch, claim: null } });
      enqueue.assign({ inFlight: [...context.inFlight, ...next.map((entry) => entry.opId)] });
    }),
    startClaimed: enqueueActions(({ context, enqueue }, started: StartedDrain | 'fenced') => {
      if (started === 'fenced') return;
      const { claims, hastened, dueAt } = started;
      for (const claim of claims)
        enqueue.spawnChild('delivery', { id: `delivery.${claim.opId}`, input: { opId: claim.opId, epoch: context.epoch, claim } });
      // A connection that came back meanwhile has nothing to hasten where this start has done it: nothing was in flight.
      enqueue.assign({ inFlight: claims.map(({ opId }) => opId), dueAt, hasten: context.hasten && !hastened });
    }),
    stopDeliveries: enqueueActions(({ context, enqueue }) => {
      for (const opId of context.inFlight) enqueue.stopChild(`delivery.${opId}`);
      enqueue.assign({ inFlight: [], again: false });
    }),
    /** The device could not write the result of one delivery; the others go on. */
    setFailed: enqueueActions(({ context, enqueue }, { opId }: { opId: string }) => {
      enqueue.stopChild(`delivery.${opId}`);
      enqueue.assign({ failed: true, inFlight: context.inFlight.filter((other) => other !== opId) });
    }),
    clearFailed: assign({ failed: false }),
    applyReport: enqueueActions(({ context, enqueue }, report: DeliveryOutput) => {
      const done = report.result === 'written' && report.planned?.kind === 'applied';
      const expired = report.planned?.kind === 'authRequired';
      // A finished child would stay in memory for as long as this machine runs.
      enqueue.stopChild(`delivery.${report.opId}`);
      enqueue.assign({
        inFlight: context.inFlight.filter((opId) => opId !== report.opId),
        again: true,
        sent: context.sent + (done ? 1 : 0),
        waited: context.waited + (done && report.waited ? 1 : 0),
        expired: context.expired || expired,
      });
      if (report.result === 'written' && report.planned) {
        const result: ResultKind = report.planned.kind;
        enqueue.emit({ type: 'delivery.finished' as const, opId: report.opId, result });
      }
      if (expired && !context.expired) enqueue.emit({ type: 'session.expired' as const });
    }),
    emitDrained: enqueueActions(({ context, enqueue }) => {
      if (context.sent > 0) enqueue.emit({ type: 'outbox.drained' as const, sent: context.sent, waited: context.waited });
      enqueue.assign({ sent: 0, waited: 0, hasten: false });
    }),
  },
});

/** Whether a delivery may begin; those under way end in any case. */
const mayBegin = ({ expired, online, failed }: SyncContext): boolean => !expired && online && !failed;

/** The user in a state that only a signed-in one enters. Throws otherwise: a fault in the chart. */
function userOf(context: SyncContext): string {
  if (context.userId === null) throw new Error('no user in a state that needs one');
  return context.userId;
}

/** While this tab drains, or waits for its turn. */
const working = syncSetup.createStateConfig({
  description: 'This tab asks for the right to drain, or has it.',
  tags: ['working'],
  invoke: {
    id: 'holdLock',
    src: 'holdLock',
    input: ({ context }) => ({ userId: userOf(context) }),
    onError: { target: 'resting', meta: { requirements: ['R306'] } },
  },
  exit: ['stopDeliveries'],
  on: {
    'lock.lost': {
      target: 'fenced',
      description: 'A frozen tab that wakes sends nothing: its epoch has passed.',
      meta: { requirements: ['R303'] },
    },
    'lock.failed': { target: 'resting', meta: { requirements: ['R306'] } },
    'connection.changed': [
      {
        guard: withEvent('isBackOnline'),
        target: '.recovering',
        actions: [withEvent('setOnline'), 'hasten'],
        description: 'The outbox is sent at once when the connection is back, also while an entry is on its way.',
        meta: { requirements: ['R301'] },
      },
      { actions: withEvent('setOnline'), meta: { requirements: ['R302'] } },
    ],
    'xstate.done.actor.delivery.*': [
      {
        guard: withOutput('isFencedReport'),
        target: 'fenced',
        meta: { requirements: ['R303'] },
      },
      {
        guard: withOutput('isFailedReport'),
        actions: withOutput('setFailed'),
        description: 'The results of other deliveries are still written.',
        meta: { requirements: ['R306', 'R311'] },
      },
      {
        guard: withOutput('isReport'),
        actions: withOutput('applyReport'),
        meta: { requirements: ['R311'] },
      },
    ],
    'xstate.error.actor.delivery.*': {
      guard: 'hasInFlight',
      actions: { type: 'setFailed', params: ({ event }) => ({ opId: event.type.slice('xstate.error.actor.delivery.'.length) }) },
      meta: { requirements: ['R306'] },
    },
  },
  initial: 'acquiring',
  states: {
    acquiring: {
      description: 'Another tab may be draining; its turn ends when the outbox is empty or has to wait.',
      always: { guard: 'mustStop', target: '#sync.deciding', meta: { requirements: ['R309'] } },
      on: {
        'lock.acquired': {
          target: 'starting',
          actions: withEvent('setEpoch'),
          meta: { requirements: ['R303'] },
        },
        'entry.withdrawn': {
          target: '#sync.deciding',
          description: 'After a save that adds nothing, this tab does not wait until another one has sent what is due.',
          meta: { requirements: ['R303'] },
        },
      },
    },
    starting: {
      description:
        'Entries that an earlier drainer left half sent become indeterminate. What is due is picked and claimed in the same transaction, that of a save of this tab if there is one.',
      entry: ['clearAgain'],
      on: {
        'outbox.changed': {
          actions: 'setAgain',
          description: 'An entry that is added while the drain starts goes at once too.',
          meta: { requirements: ['R304'] },
        },
        'connection.changed': {
          guard: withEvent('isBackOnline'),
          actions: [withEvent('setOnline'), 'hasten'],
          meta: { requirements: ['R301'] },
        },
      },
      invoke: {
        id: 'startDrain',
        src: 'startDrain',
        input: ({ context: { epoch, hasten }, context, event }) => ({
          ...{ userId: userOf(context), epoch, hasten },
          begun: event.type === 'lock.acquired' ? event.begun : null,
        }),
        onDone: [
          {
            guard: withOutput('isFenced'),
            target: '#sync.fenced',
            meta: { requirements: ['R303'] },
          },
          {
            guard: withOutput('mustHasten'),
            target: 'recovering',
            actions: withOutput('startClaimed'),
            meta: { requirements: ['R310'] },
          },
          {
            guard: withOutput('hasClaimed'),
            target: 'delivering',
            actions: withOutput('startClaimed'),
            description: 'The first request of a drain leaves after one write, and that of a save after the write of the save.',
            meta: { requirements: ['R304'] },
          },
          {
            guard: 'mustPickAgain',
            target: 'picking',
            actions: withOutput('startClaimed'),
            meta: { requirements: ['R304'] },
          },
          {
            target: '#sync.deciding',
            actions: withOutput('startClaimed'),
            meta: { requirements: ['R304'] },
          },
        ],
        onError: {
          target: 'recovering',
          description: 'One entry that can not be claimed stops only itself: each is claimed by itself then.',
          meta: { requirements: ['R310'] },
        },
      },
    },
    recovering: {
      description: 'Entries that an earlier drainer left half sent become indeterminate: a read comes before the next send.',
      invoke: {
        id: 'recoverOutbox',
        src: 'recoverOutbox',
        input: ({ context: { epoch, hasten, inFlight }, context }) => ({ userId: userOf(context), epoch, hasten, inFlight }),
        onDone: [
          {
            guard: withOutput('isFenced'),
            target: '#sync.fenced',
            meta: { requirements: ['R303'] },
          },
          { target: 'picking', actions: 'clearHasten', meta: { requirements: ['R310'] } },
        ],
        onError: { target: '#sync.resting', meta: { requirements: ['R306'] } },
      },
    },
    picking: {
      description: 'The first due entry of each record is picked, at most six at once.',
      entry: ['clearAgain'],
      on: { 'outbox.changed': { actions: 'setAgain', meta: { requirements: ['R304'] } } },
      invoke: {
        id: 'pickEntries',
        src: 'pickEntries',
        input: ({ context: { inFlight }, context }) => ({ userId: userOf(context), limit: mostInFlight - inFlight.length, inFlight }),
        onDone: [
          { guard: 'mustStop', target: 'windingDown', meta: { requirements: ['R309'] } },
          {
            guard: withOutput('hasPicked'),
            target: 'delivering',
            actions: [withOutput('startDeliveries'), withOutput('setNextDue')],
            meta: { requirements: ['R304'] },
          },
          { guard: 'mustPickAgain', target: 'picking', reenter: true, meta: { requirements: ['R304'] } },
          {
            guard: 'hasInFlight',
            target: 'delivering',
            actions: withOutput('setNextDue'),
            meta: { requirements: ['R304'] },
          },
          { target: '#sync.deciding', meta: { requirements: ['R304'] } },
        ],
        onError: { target: '#sync.resting', meta: { requirements: ['R306'] } },
      },
    },
    delivering: {
      description: 'Entries are being delivered. Those that become due meanwhile do not wait for their end.',
      always: [
        { guard: 'mustStop', target: 'windingDown', meta: { requirements: ['R309'] } },
        {
          guard: 'mayPickAgain',
          target: 'picking',
          description: 'An entry that is added while others are picked goes at once too, and the next one after each result.',
          meta: { requirements: ['R304'] },
        },
      ],
      invoke: {
        id: 'waitForNext',
        src: 'waitUntil',
        input: ({ context }) => ({ dueAt: context.dueAt }),
        onError: { target: '#sync.resting', meta: { requirements: ['R306'] } },
      },
      on: {
        'outbox.changed': { target: 'picking', meta: { requirements: ['R304'] } },
        'wait.ended': {
          target: 'picking',
          description: 'An entry that is due is sent, however long another takes.',
          meta: { requirements: ['R304'] },
        },
      },
    },
    windingDown: {
      description: 'Nothing more is begun without a connection, with a refused token, or on a device that failed. What is under way ends.',
      always: [
        { guard: 'isSettled', target: '#sync.deciding', meta: { requirements: ['R309'] } },
        {
          guard: 'mayBegin',
          target: 'picking',
          description: 'The same user has signed in again meanwhile.',
          meta: { requirements: ['R307'] },
        },
      ],
    },
  },
});

/** The pause after the device failed, or another tab took over. ms. */
const restMs = 5_000;

/** Drains the outbox of the signed-in user: one drainer among all tabs, in order within each record, nothing lost or doubled. */
export const syncMachine = syncSetup.createMachine({
  id: 'sync',
  description: 'Sends the pending entries of this device to the server, once, in order, by one tab at a time.',
  meta: { testId: 'sync', sees: 'The chip in the top bar and the sync centre.' },
  context: ({ input }) => ({
    userId: input.userId,
    online: input.online,
    epoch: 0,
    inFlight: [],
    again: false,
    hasten: true,
    expired: false,
    failed: false,
    dueAt: null,
    sent: 0,
    waited: 0,
  }),
  initial: 'deciding',
  on: {
    'session.changed': [
      {
        guard: withEvent('isSameUser'),
        description: 'The same user again changes nothing.',
        meta: { requirements: ['R308'] },
      },
      {
        target: '.deciding',
        actions: withEvent('setUser'),
        meta: { requirements: ['R308'] },
      },
    ],
    'connection.changed': [
      {
        guard: withEvent('isBackOnline'),
        target: '.deciding',
        actions: [withEvent('setOnline'), 'hasten'],
        description: 'A connection that is back ends the pauses before the next attempts, in whatever state it finds this tab.',
        meta: { requirements: ['R301'] },
      },
      {
        target: '.deciding',
        actions: withEvent('setOnline'),
        meta: { requirements: ['R302'] },
      },
    ],
    'sending.stopped': {
      target: '.stopped',
      description: 'After the choice to sign out nothing is sent any more.',
      meta: { requirements: ['R309'] },
    },
    'session.renewed': {
      guard: withEvent('isSameUser'),
      actions: 'clearExpired',
      description: 'A token renewed while entries were being sent does not leave the outbox paused.',
      meta: { requirements: ['R307'] },
    },
  },
  states: {
    deciding: {
      description: 'What can be done now?',
      always: [
        { guard: 'isSignedOut', target: 'signedOut', meta: { requirements: ['R308'] } },
        { guard: 'isExpired', target: 'paused', meta: { requirements: ['R307'] } },
        { guard: 'isOffline', target: 'offline', meta: { requirements: ['R302'] } },
        { guard: 'hasFailed', target: 'resting', meta: { requirements: ['R306'] } },
        { target: 'peeking', meta: { requirements: ['R312'] } },
      ],
    },
    signedOut: {
      description: 'Nobody is signed in: pending entries stay, tied to their user.',
      meta: { testId: 'sync-signed-out', sees: 'No chip.' },
    },
    offline: {
      description: 'The API does not answer; saves are pending on this device.',
      tags: ['offline'],
      // The time offline was pause enough for a device that failed before it.
      exit: 'clearFailed',
      meta: { testId: 'sync-offline', sees: 'The chip says Offline, with the number that waits.' },
    },
    peeking: {
      description: 'Is there anything to send?',
      invoke: {
        id: 'peekOutbox',
        src: 'peekOutbox',
        input: ({ context }) => ({ userId: userOf(context) }),
        onDone: [
          {
            guard: withOutput('isEmpty'),
            target: 'idle',
            actions: 'emitDrained',
            meta: { requirements: ['R312'] },
          },
          {
            guard: withOutput('isDue'),
            target: 'working',
            meta: { requirements: ['R304'] },
          },
          {
            target: 'backingOff',
            actions: withOutput('setDue'),
            meta: { requirements: ['R305'] },
          },
        ],
        onError: { target: 'resting', meta: { requirements: ['R306'] } },
      },
      on: {
        'entry.expected': { target: 'working', meta: { requirements: ['R304'] } },
        'outbox.changed': { target: 'peeking', reenter: true, meta: { requirements: ['R304'] } },
        'drain.requested': { target: 'peeking', reenter: true, actions: 'hasten', meta: { requirements: ['R305'] } },
      },
    },
    idle: {
      description: 'No entry is to be sent.',
      meta: { testId: 'sync-idle', sees: 'The chip says Saved, or that something needs attention.' },
      on: {
        'entry.expected': {
          target: 'working',
          description: 'While a save is written to the device, this tab gets the right to send it.',
          meta: { requirements: ['R304'] },
        },
        'outbox.changed': { target: 'peeking', meta: { requirements: ['R304'] } },
        'drain.requested': { target: 'peeking', actions: 'hasten', meta: { requirements: ['R305'] } },
      },
    },
    working,
    backingOff: {
      description: 'An attempt failed; the next is due at a time that is stored with the entry.',
      tags: ['waiting'],
      meta: { testId: 'sync-backing-off', sees: 'The chip says how many wait, the sync centre when they go.' },
      invoke: {
        id: 'waitUntil',
        src: 'waitUntil',
        input: ({ context }) => ({ dueAt: context.dueAt ?? 0 }),
        onError: { target: 'resting', meta: { requirements: ['R306'] } },
      },
      on: {
        'entry.expected': { target: 'working', meta: { requirements: ['R304'] } },
        'wait.ended': { target: 'peeking', meta: { requirements: ['R305'] } },
        'outbox.changed': { target: 'peeking', meta: { requirements: ['R305'] } },
        'drain.requested': { target: 'peeking', actions: 'hasten', meta: { requirements: ['R305'] } },
      },
    },
    paused: {
      description: 'The token was refused. Nothing is lost, nothing is sent, until the same user has signed in again.',
      tags: ['paused'],
      meta: { testId: 'sync-paused', sees: 'The sign-in dialog over the screen as it stands.' },
      on: {
        'session.renewed': {
          guard: withEvent('isSameUser'),
          target: 'deciding',
          actions: 'clearExpired',
          description: 'Goes on for the same user only.',
          meta: { requirements: ['R307'] },
        },
      },
    },
    stopped: {
      description: 'The user is signing out: nothing is sent until they have left, or stay after all.',
      meta: { testId: 'sync-stopped', sees: 'That the console is signing out.' },
      on: {
        'connection.changed': {
          actions: withEvent('setOnline'),
          meta: { requirements: ['R302'] },
        },
        'sending.resumed': {
          target: 'deciding',
          actions: 'hasten',
          description: 'A user who stays signed in goes on where they were.',
          meta: { requirements: ['R309'] },
        },
      },
    },
    fenced: {
      description: 'Another tab has taken over the drain. This one tries again later.',
      tags: ['waiting'],
      invoke: {
        id: 'waitAfterFence',
        src: 'waitFor',
        input: { delayMs: restMs },
        onError: { target: 'deciding', meta: { requirements: ['R303'] } },
      },
      on: {
        'wait.ended': { target: 'deciding', meta: { requirements: ['R303'] } },
        'outbox.changed': { target: 'deciding', meta: { requirements: ['R303'] } },
        'drain.requested': { target: 'deciding', actions: 'hasten', meta: { requirements: ['R303'] } },
      },
    },
    resting: {
      description: 'The device failed; the drain tries again soon.',
      tags: ['waiting'],
      exit: 'clearFailed',
      invoke: {
        id: 'waitAfterFailure',
        src: 'waitFor',
        input: { delayMs: restMs },
        onError: { target: 'deciding', meta: { requirements: ['R306'] } },
      },
      on: {
        'wait.ended': { target: 'deciding', meta: { requirements: ['R306'] } },
        'drain.requested': { target: 'deciding', actions: 'hasten', meta: { requirements: ['R306'] } },
      },
    },
  },
});

/** The sync machine's actors on the given ports, for `syncMachine.provide({ actors })`. */
export function syncActors(ports: SyncPorts) {
  const { outbox, lock, clock } = ports;
  return {
    peekOutbox: fromPromise<OutboxPeek, { readonly userId: string }>(async ({ input }) => {
      const dueAt = await outbox.nextDue(input.userId);
      if (dueAt === null) return { kind: 'empty' };
      return dueAt <= clock.now() ? { kind: 'due' } : { kind: 'later', dueAt };
    }),
    holdLock: fromCallback<EventObject, { readonly userId: string }>(({ input, sendBack }) => {
      const send = (event: SyncEvent) => sendBack(event);
      const listener: LockListener = {
        acquired: (epoch, begun = null) => send({ type: 'lock.acquired', epoch, begun }),
        lost: () => send({ type: 'lock.lost' }),
        failed: () => send({ type: 'lock.failed' }),
      };
      return lock.request(input.userId, listener, mostRequests);
    }),
    startDrain: fromPromise<StartedDrain | 'fenced', StartInput>(async ({ input: { userId, epoch, hasten, begun } }) => {
      const askedAt = begun?.at ?? clock.now();
      const started = begun ?? (await outbox.start(userId, epoch, hasten, mostRequests));
      if (started === 'fenced') return started;
      const claims = started.claims.map(({ opId, claim }) => claimedOf(opId, claim, askedAt, clock.now()));
      return { claims, hastened: hasten && !begun, dueAt: claims.length > 0 ? started.nextAt : null };
    }),
    recoverOutbox: fromPromise<'recovered' | 'fenced', RecoverInput>(({ input }) =>
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
