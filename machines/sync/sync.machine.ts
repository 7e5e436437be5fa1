import { syncSetup, userOf } from './sync.setup.ts';
import { working } from './sync.working.ts';

/** How long to leave the queue alone after the device failed, or another tab took over. ms. */
const restMs = 5_000;

/** Drains the queue of the signed-in user: one drainer among all tabs, in order within each thing, nothing lost or doubled. */
export const syncMachine = syncSetup.createMachine({
  id: 'sync',
  description: 'Sends what waits on this device to the server, once, in order, by one tab at a time.',
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
        guard: { type: 'isSameUser', params: ({ event }) => ({ userId: event.userId }) },
        meta: { requirement: 'The same user again changes nothing.' },
      },
      { target: '.deciding', actions: { type: 'takeUser', params: ({ event }) => ({ userId: event.userId }) } },
    ],
    'connection.changed': { target: '.deciding', actions: { type: 'setOnline', params: ({ event }) => ({ online: event.online }) } },
    'sending.stopped': {
      target: '.stopped',
      meta: { requirement: 'Whoever has chosen to sign out sends nothing any more.' },
    },
    'session.renewed': {
      guard: { type: 'isSameUser', params: ({ event }) => ({ userId: event.userId }) },
      actions: 'forgetExpiry',
      meta: { requirement: 'A token renewed while rows were still on their way does not leave the queue paused.' },
    },
  },
  states: {
    deciding: {
      description: 'What can be done now?',
      always: [
        { guard: 'isSignedOut', target: 'signedOut' },
        { guard: 'isExpired', target: 'paused' },
        { guard: 'isOffline', target: 'offline' },
        { guard: 'hasFailed', target: 'resting' },
        { target: 'peeking' },
      ],
    },
    signedOut: {
      description: 'Nobody is signed in: what waits stays, tied to its user.',
      meta: { testId: 'sync-signed-out', sees: 'No chip.' },
    },
    offline: {
      description: 'The API is not there; what is saved is kept on this device.',
      tags: ['offline'],
      // A device that failed shortly before was left alone meanwhile: a connection that is back waits for nothing.
      exit: 'forgetFailure',
      meta: { testId: 'sync-offline', sees: 'The chip says Offline, with the number that waits.' },
      on: {
        'connection.changed': {
          guard: { type: 'becomesOnline', params: ({ event }) => ({ online: event.online }) },
          target: 'deciding',
          actions: [{ type: 'setOnline', params: ({ event }) => ({ online: event.online }) }, 'hurry'],
          meta: { requirement: 'The queue goes at once when the connection is back.' },
        },
      },
    },
    peeking: {
      description: 'Is there anything to send?',
      invoke: {
        id: 'peekQueue',
        src: 'peekQueue',
        input: ({ context }) => ({ userId: userOf(context) }),
        onDone: [
          { guard: { type: 'isEmpty', params: ({ event }) => ({ peek: event.output }) }, target: 'idle', actions: 'sayDrained' },
          { guard: { type: 'isDue', params: ({ event }) => ({ peek: event.output }) }, target: 'working' },
          { target: 'backingOff', actions: { type: 'noteDue', params: ({ event }) => ({ peek: event.output }) } },
        ],
        onError: { target: 'resting' },
      },
      on: {
        'queue.changed': { target: 'peeking', reenter: true },
        'drain.requested': { target: 'peeking', reenter: true, actions: 'hurry' },
      },
    },
    idle: {
      description: 'Nothing waits for the network.',
      meta: { testId: 'sync-idle', sees: 'The chip says Saved, or that something needs attention.' },
      on: { 'queue.changed': { target: 'peeking' }, 'drain.requested': { target: 'peeking', actions: 'hurry' } },
    },
    working,
    backingOff: {
      description: 'An attempt failed; the next is due at a time that is kept with the row.',
      tags: ['waiting'],
      meta: { testId: 'sync-backing-off', sees: 'The chip says how many wait, the sync centre when they go.' },
      invoke: {
        id: 'waitUntil',
        src: 'waitUntil',
        input: ({ context }) => ({ dueAt: context.dueAt ?? 0 }),
        onError: { target: 'resting' },
      },
      on: {
        'wait.ended': { target: 'peeking' },
        'queue.changed': { target: 'peeking' },
        'drain.requested': { target: 'peeking', actions: 'hurry' },
      },
    },
    paused: {
      description: 'The token was refused. Nothing is lost, nothing is sent, until the same user has signed in again.',
      tags: ['paused'],
      meta: { testId: 'sync-paused', sees: 'The sign-in dialog over the screen as it stands.' },
      on: {
        'connection.changed': { actions: { type: 'setOnline', params: ({ event }) => ({ online: event.online }) } },
        'session.renewed': {
          guard: { type: 'isSameUser', params: ({ event }) => ({ userId: event.userId }) },
          target: 'deciding',
          actions: 'forgetExpiry',
          meta: { requirement: 'Goes on for the same user only.' },
        },
      },
    },
    stopped: {
      description: 'The user is signing out: nothing is sent until they have left, or stay after all.',
      meta: { testId: 'sync-stopped', sees: 'That the console is signing out.' },
      on: {
        'connection.changed': { actions: { type: 'setOnline', params: ({ event }) => ({ online: event.online }) } },
        'sending.resumed': { target: 'deciding', actions: 'hurry', meta: { requirement: 'Who stays goes on where they were.' } },
      },
    },
    fenced: {
      description: 'Another tab took the drain over. This one looks again later.',
      tags: ['waiting'],
      invoke: { id: 'waitAfterFence', src: 'waitFor', input: { delayMs: restMs }, onError: { target: 'deciding' } },
      on: {
        'wait.ended': { target: 'deciding' },
        'queue.changed': { target: 'deciding' },
        'drain.requested': { target: 'deciding', actions: 'hurry' },
      },
    },
    resting: {
      description: 'The device did not answer; the queue is looked at again soon.',
      tags: ['waiting'],
      exit: 'forgetFailure',
      invoke: { id: 'waitAfterFailure', src: 'waitFor', input: { delayMs: restMs }, onError: { target: 'deciding' } },
      on: { 'wait.ended': { target: 'deciding' }, 'drain.requested': { target: 'deciding', actions: 'hurry' } },
    },
  },
});
