import { unknownMessage } from '../words.ts';
import * as outcome from './session.operations.ts';
import { couldNotRemember, credentialsOf, sessionOf, sessionSetup } from './session.setup.ts';

export const active = sessionSetup.createStateConfig({
  initial: 'verified',
  description: 'The app is open.',
  meta: { testId: 'signed-in', sees: 'The app.' },
  on: {
    'session.expired': { target: 'expired', actions: 'markRefused' },
    'signOut.requested': { target: 'signingOut' },
  },
  states: {
    verified: { description: 'The API has said whose token this is.' },
    confirming: {
      description: 'The app opened with the user that this device remembers, while the API is asked whose token this is.',
      tags: ['unverified'],
      on: { 'session.expired': { description: 'The answer that is on its way says so itself.' } },
      invoke: {
        id: 'confirmUser',
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
            target: '#session.starting.clearing',
            actions: ['forget', { type: 'explain', params: { message: outcome.endedMessage } }],
            meta: { requirement: "Only the server's word, 401 or 403 in its own shape, clears the token." },
          },
          {
            target: 'unverified',
            meta: { requirement: 'No answer keeps token and cached user: the app goes on, marked offline.' },
          },
        ],
        onError: { target: 'unverified' },
      },
    },
    remembering: {
      description: 'The user as the API just told is kept, for a start without a connection.',
      invoke: {
        id: 'keepUser',
        src: 'storeSession',
        input: ({ context }) => ({ session: sessionOf(context.session), keep: null }),
        onDone: { target: 'verified' },
        onError: { target: 'verified' },
      },
    },
    unverified: {
      description: 'The app runs on what the device remembers; the API has not been heard yet.',
      tags: ['unverified'],
      on: { 'connection.restored': { target: 'verifying' }, 'retry.requested': { target: 'verifying' } },
    },
    verifying: {
      description: 'The API is heard again and asked whose token this is.',
      tags: ['unverified'],
      invoke: {
        id: 'verifyUser',
        src: 'fetchUser',
        input: ({ context }) => ({ session: sessionOf(context.session) }),
        onDone: [
          {
            guard: { type: 'isAnsweredUser', params: ({ event }) => ({ outcome: event.output }) },
            target: 'verified',
            actions: { type: 'rememberUser', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            guard: { type: 'isTokenRefused', params: ({ event }) => ({ outcome: event.output }) },
            target: '#session.signedIn.expired',
            actions: 'markRefused',
          },
          { target: 'unverified' },
        ],
        onError: { target: 'unverified' },
      },
    },
  },
});

export const expired = sessionSetup.createStateConfig({
  initial: 'asking',
  description: 'The API no longer takes the token. A dialog over the mounted screen asks the same user to sign in again.',
  tags: ['expired'],
  meta: { testId: 'expired', sees: 'The sign-in dialog; the screen behind it stays as it is.' },
  on: { 'signOut.requested': { target: 'signingOut', actions: ['revokeCandidate', 'dropCandidate'] } },
  states: {
    asking: {
      description: 'The dialog waits for the password.',
      on: {
        'signIn.submitted': { target: 'submitting', actions: { type: 'rememberKeep', params: ({ event }) => ({ keep: event.keep }) } },
      },
    },
    submitting: {
      description: 'Email and password are with the API.',
      tags: ['busy'],
      invoke: {
        id: 'signInAgain',
        src: 'signIn',
        input: ({ event }) => credentialsOf(event),
        onDone: [
          {
            guard: { type: 'isSameUserSignIn', params: ({ event }) => ({ outcome: event.output }) },
            target: 'storing',
            actions: { type: 'takeCandidate', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            guard: { type: 'isCompleteSignIn', params: ({ event }) => ({ outcome: event.output }) },
            target: 'failed',
            actions: [{ type: 'takeCandidate', params: ({ event }) => ({ outcome: event.output }) }, 'revokeCandidate', 'explainOtherUser'],
            meta: { requirement: "Another user's sign-in never goes on with this user's screen and unsent changes." },
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
      description: 'The sign-in answered a token without a user; the user is read and compared.',
      tags: ['busy'],
      invoke: {
        id: 'fetchUserAgain',
        src: 'fetchUser',
        input: ({ context }) => ({ session: sessionOf(context.candidate) }),
        onDone: [
          {
            guard: { type: 'isSameUserAnswer', params: ({ event }) => ({ outcome: event.output }) },
            target: 'storing',
            actions: { type: 'nameCandidate', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            guard: { type: 'isAnsweredUser', params: ({ event }) => ({ outcome: event.output }) },
            target: 'failed',
            actions: ['revokeCandidate', 'explainOtherUser'],
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
      description: 'The new token is put where the old one was, or where the tick says.',
      tags: ['busy'],
      invoke: {
        id: 'storeAgain',
        src: 'storeSession',
        input: ({ context }) => ({ session: sessionOf(context.candidate), keep: context.keep }),
        onDone: { target: '#session.signedIn.active', actions: 'acceptCandidate' },
        onError: {
          target: '#session.signedIn.active',
          actions: ['acceptCandidate', { type: 'tell', params: { toast: couldNotRemember } }],
        },
      },
    },
    failed: {
      description: 'The dialog says why it did not work and asks again.',
      on: {
        'signIn.submitted': { target: 'submitting', actions: { type: 'rememberKeep', params: ({ event }) => ({ keep: event.keep }) } },
      },
    },
  },
});
