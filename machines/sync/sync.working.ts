import { mostInFlight, syncSetup, userOf } from './sync.setup.ts';

/** While this tab drains, or waits for its turn. */
export const working = syncSetup.createStateConfig({
  description: 'This tab asks for the right to drain, or has it.',
  tags: ['working'],
  invoke: {
    id: 'holdLock',
    src: 'holdLock',
    input: ({ context }) => ({ userId: userOf(context) }),
    onError: { target: '#sync.resting' },
  },
  exit: ['stopDeliveries'],
  on: {
    'lock.lost': { target: '#sync.fenced', meta: { requirement: 'A frozen tab that wakes sends nothing: its epoch has passed.' } },
    'lock.failed': { target: '#sync.resting' },
    'connection.changed': { actions: { type: 'setOnline', params: ({ event }) => ({ online: event.online }) } },
    'xstate.done.actor.delivery.*': [
      { guard: { type: 'isFencedReport', params: ({ event }) => ({ report: event.output }) }, target: '#sync.fenced' },
      {
        guard: { type: 'isFailedReport', params: ({ event }) => ({ report: event.output }) },
        actions: { type: 'noteFailure', params: ({ event }) => ({ opId: event.output.opId }) },
        meta: { requirement: 'What other deliveries came to is still written down.' },
      },
      {
        guard: { type: 'isReport', params: ({ event }) => ({ report: event.output }) },
        actions: { type: 'takeReport', params: ({ event }) => ({ report: event.output }) },
      },
    ],
    'xstate.error.actor.delivery.*': {
      guard: 'hasInFlight',
      actions: { type: 'noteFailure', params: ({ event }) => ({ opId: event.type.slice('xstate.error.actor.delivery.'.length) }) },
    },
  },
  initial: 'acquiring',
  states: {
    acquiring: {
      description: 'Another tab may be draining; its turn ends when the queue is empty or has to wait.',
      always: { guard: 'isStopping', target: '#sync.deciding' },
      on: { 'lock.acquired': { target: 'recovering', actions: { type: 'takeEpoch', params: ({ event }) => ({ epoch: event.epoch }) } } },
    },
    recovering: {
      description: 'What a drainer that is gone left half sent becomes "unknown": it is looked at before it is sent again.',
      invoke: {
        id: 'recoverQueue',
        src: 'recoverQueue',
        input: ({ context: { epoch, hasten, inFlight }, context }) => ({ userId: userOf(context), epoch, hasten, inFlight }),
        onDone: [
          { guard: { type: 'isFenced', params: ({ event }) => ({ answer: event.output }) }, target: '#sync.fenced' },
          { target: 'picking', actions: 'noteHastened' },
        ],
        onError: { target: '#sync.resting' },
      },
    },
    picking: {
      description: 'The first due entry of each record is picked, at most six at once.',
      entry: ['clearMove'],
      on: {
        'queue.changed': { actions: 'noteMove' },
        'connection.changed': {
          guard: { type: 'isBackOnline', params: ({ event }) => ({ online: event.online }) },
          target: 'recovering',
          actions: [{ type: 'setOnline', params: ({ event }) => ({ online: event.online }) }, 'hurry'],
        },
      },
      invoke: {
        id: 'pickRows',
        src: 'pickRows',
        input: ({ context: { inFlight }, context }) => ({ userId: userOf(context), limit: mostInFlight - inFlight.length, inFlight }),
        onDone: [
          { guard: 'isStopping', target: '#sync.deciding' },
          {
            guard: { type: 'hasPicked', params: ({ event }) => ({ rows: event.output.rows }) },
            target: 'delivering',
            actions: [
              { type: 'startDeliveries', params: ({ event }) => ({ rows: event.output.rows }) },
              { type: 'noteNext', params: ({ event }) => ({ picked: event.output }) },
            ],
          },
          { guard: 'hasMoved', target: 'picking', reenter: true },
          {
            guard: 'hasInFlight',
            target: 'delivering',
            actions: { type: 'noteNext', params: ({ event }) => ({ picked: event.output }) },
          },
          { target: '#sync.deciding' },
        ],
        onError: { target: '#sync.resting' },
      },
    },
    delivering: {
      description: 'Rows are on their way. What becomes due meanwhile does not wait for their end.',
      always: [
        { guard: 'isStopping', target: '#sync.deciding' },
        {
          guard: 'mayLookAgain',
          target: 'picking',
          meta: { requirement: 'What is queued while other rows are picked goes at once too.' },
        },
      ],
      invoke: {
        id: 'waitForNext',
        src: 'waitUntil',
        input: ({ context }) => ({ dueAt: context.dueAt }),
        onError: { target: '#sync.resting' },
      },
      on: {
        'queue.changed': { guard: 'mayPick', target: 'picking' },
        'connection.changed': {
          guard: { type: 'isBackOnline', params: ({ event }) => ({ online: event.online }) },
          target: 'recovering',
          actions: [{ type: 'setOnline', params: ({ event }) => ({ online: event.online }) }, 'hurry'],
          meta: { requirement: 'The queue goes at once when the connection is back, also while something is on its way.' },
        },
        'wait.ended': {
          guard: 'mayPick',
          target: 'picking',
          meta: { requirement: 'What is due is sent, however long something else takes.' },
        },
        'xstate.done.actor.delivery.*': {
          guard: { type: 'mayGoOn', params: ({ event }) => ({ report: event.output }) },
          target: 'picking',
          actions: { type: 'takeReport', params: ({ event }) => ({ report: event.output }) },
        },
      },
    },
  },
});
