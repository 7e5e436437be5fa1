import { unknownMessage } from '../words.ts';
import { couldNotRemember, credentialsOf, sessionOf, sessionSetup, tellMayStayOpen, toastOf } from './session.setup.ts';

/** Before it is known whether anybody is signed in. */
export const starting = sessionSetup.createStateConfig({
  initial: 'restoring',
  description: 'The session is being initialised; the whole screen says "Initialising app...".',
  tags: ['starting'],
  meta: { testId: 'starting', sees: 'A full-screen spinner: Initialising app...' },
  states: {
    restoring: {
      description: 'What this device remembers of the last sign-in is read.',
      invoke: {
        id: 'restoreSession',
        src: 'restoreSession',
        onDone: [
          {
            guard: { type: 'hasSessionWithUser', params: ({ event }) => ({ session: event.output }) },
            target: '#session.signedIn.active.confirming',
            actions: { type: 'rememberSession', params: ({ event }) => ({ session: event.output }) },
            meta: { requirement: 'A device that knows its user opens at once, whatever the connection does.' },
          },
          {
            guard: { type: 'hasSession', params: ({ event }) => ({ session: event.output }) },
            target: 'identifying',
            actions: { type: 'rememberSession', params: ({ event }) => ({ session: event.output }) },
          },
          { target: 'clearing', meta: { requirement: 'A start without a token leaves no cached data behind.' } },
        ],
        onError: { target: 'clearing' },
      },
    },
    identifying: {
      description: 'The API is asked whose token this is.',
      invoke: {
        id: 'fetchUser',
        src: 'fetchUser',
        input: ({ context }) => ({ session: sessionOf(context.session) }),
        onDone: [
          {
            guard: { type: 'isAnsweredUser', params: ({ event }) => ({ outcome: event.output }) },
            target: 'remembering',
            actions: { type: 'rememberUser', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            guard: { type: 'isTokenRefused', params: ({ event }) => ({ outcome: event.output }) },
            target: 'clearing',
            actions: 'forget',
            meta: { requirement: "Only the server's word, 401 or 403 in its own shape, clears the token." },
          },
          {
            guard: 'hasCachedUser',
            target: '#session.signedIn.active.unverified',
            meta: { requirement: 'No answer keeps token and cached user: the app opens, marked offline.' },
          },
          { target: 'unreachable' },
        ],
        onError: [{ guard: 'hasCachedUser', target: '#session.signedIn.active.unverified' }, { target: 'unreachable' }],
      },
    },
    remembering: {
      description: 'The user as the API just told is kept, for a start without a connection.',
      invoke: {
        id: 'refreshStoredUser',
        src: 'storeSession',
        input: ({ context }) => ({ session: sessionOf(context.session), keep: null }),
        onDone: { target: '#session.signedIn.active.verified' },
        onError: { target: '#session.signedIn.active.verified' },
      },
    },
    clearing: {
      description: 'There is no usable token: what was cached under it is removed, unsent changes stay for their user.',
      invoke: {
        id: 'clearRemains',
        src: 'wipeDevice',
        input: { userId: null, waiting: 'keep' },
        onDone: { target: '#session.signedOut' },
        onError: { target: '#session.signedOut' },
      },
    },
    unreachable: {
      description: 'There is a token, but nobody has answered whose it is, and this device has never known.',
      meta: { testId: 'unreachable', sees: 'That the server cannot be reached, with Try again.' },
      on: {
        'retry.requested': { target: 'identifying' },
        'connection.restored': { target: 'identifying' },
        'signOut.requested': { target: 'revoking' },
      },
    },
    revoking: {
      description: 'The API is asked once more, now to revoke the token.',
      after: { revokeTimeout: { target: 'clearing', actions: [tellMayStayOpen, 'forget'] } },
      invoke: {
        id: 'revokeUnreachedToken',
        src: 'revokeToken',
        input: ({ context }) => ({ session: sessionOf(context.session) }),
        onDone: [
          {
            guard: { type: 'isUnheard', params: ({ event }) => ({ result: event.output }) },
            target: 'clearing',
            actions: [{ type: 'tell', params: ({ event }) => ({ toast: toastOf(event.output) }) }, 'forget'],
          },
          { target: 'clearing', actions: 'forget' },
        ],
        onError: { target: 'clearing', actions: [tellMayStayOpen, 'forget'] },
      },
    },
  },
});

/** Nobody is signed in. */
export const signedOut = sessionSetup.createStateConfig({
  initial: 'idle',
  description: 'Nobody is signed in; the sign-in screens show.',
  tags: ['signedOut'],
  meta: { testId: 'signed-out', sees: 'The sign-in form, or a forgotten-password form.' },
  on: {
    'session.changedElsewhere': {
      guard: { type: 'hasSession', params: ({ event }) => ({ session: event.session }) },
      target: '#session.starting.identifying',
      actions: { type: 'rememberSession', params: ({ event }) => ({ session: event.session }) },
    },
  },
  states: {
    idle: {
      description: 'The form waits to be sent.',
      on: {
        'signIn.submitted': { target: 'submitting', actions: { type: 'rememberKeep', params: ({ event }) => ({ keep: event.keep }) } },
      },
    },
    submitting: {
      description: 'Email and password are with the API. They are never kept.',
      tags: ['busy'],
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ event }) => credentialsOf(event),
        onDone: [
          {
            guard: { type: 'isCompleteSignIn', params: ({ event }) => ({ outcome: event.output }) },
            target: 'storing',
            actions: { type: 'takeCandidate', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            guard: { type: 'isSignInWithoutUser', params: ({ event }) => ({ outcome: event.output }) },
            target: 'identifying',
            actions: { type: 'takeCandidate', params: ({ event }) => ({ outcome: event.output }) },
          },
          { target: 'failed', actions: { type: 'explainSignIn', params: ({ event }) => ({ outcome: event.output }) } },
        ],
        onError: { target: 'failed', actions: { type: 'explain', params: { message: unknownMessage } } },
      },
    },
    identifying: {
      description: 'The sign-in answered a token without a user; the user is read.',
      tags: ['busy'],
      invoke: {
        id: 'fetchSignedInUser',
        src: 'fetchUser',
        input: ({ context }) => ({ session: sessionOf(context.candidate) }),
        onDone: [
          {
            guard: { type: 'isAnsweredUser', params: ({ event }) => ({ outcome: event.output }) },
            target: 'storing',
            actions: { type: 'nameCandidate', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            target: 'failed',
            actions: ['revokeCandidate', { type: 'explainUser', params: ({ event }) => ({ outcome: event.output }) }],
          },
        ],
        onError: { target: 'failed', actions: ['revokeCandidate', { type: 'explain', params: { message: unknownMessage } }] },
      },
    },
    storing: {
      description: 'The sign-in is put where it is to rest: on the device when "keep me signed in" is ticked, else in this tab.',
      tags: ['busy'],
      invoke: {
        id: 'storeSignIn',
        src: 'storeSession',
        input: ({ context }) => ({ session: sessionOf(context.candidate), keep: context.keep }),
        onDone: { target: '#session.signedIn', actions: ['acceptCandidate', { type: 'track', params: { name: 'signed in' } }] },
        onError: { target: '#session.signedIn', actions: ['acceptCandidate', { type: 'tell', params: { toast: couldNotRemember } }] },
      },
    },
    failed: {
      description: 'The sign-in was not accepted; the message says why.',
      meta: { testId: 'sign-in-failed', sees: 'The message above the form; what was typed stays.' },
      on: {
        'signIn.submitted': { target: 'submitting', actions: { type: 'rememberKeep', params: ({ event }) => ({ keep: event.keep }) } },
      },
    },
  },
});
