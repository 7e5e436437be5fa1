import * as operations from './session.operations.ts';
import { assertEvent, assign, emit, enqueueActions, setup } from 'xstate';
import type { Session } from '#contract/entities/session.ts';
import { notProvided } from '../placeholder.ts';
import type { SignInCredentials, NavigateEmitted, ToastContent } from '../ports.ts';
import type {
  RevokeResult,
  SessionContext,
  SessionEmitted,
  SessionEvent,
  SignInResult,
  StopSendingInput,
  StoreSessionInput,
  UserResult,
  WipeInput,
} from './session.types.ts';
import { unknownMessage } from '../problem-messages.ts';

/** The actors, guards, delays and actions of the chart below. */
const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
    tags: {} as 'starting' | 'signedOut' | 'signedIn' | 'busy' | 'unverified' | 'expired',
  },
  actors: {
    restoreSession: notProvided<Session | null, void>('restoreSession'),
    fetchUser: notProvided<UserResult, { readonly session: Session }>('fetchUser'),
    signIn: notProvided<SignInResult, SignInCredentials>('signIn'),
    storeSession: notProvided<void, StoreSessionInput>('storeSession'),
    countPending: notProvided<number, { readonly userId: string | null }>('countPending'),
    stopSending: notProvided<void, StopSendingInput>('stopSending'),
    leaveContentManagement: notProvided<void, { readonly session: Session }>('leaveContentManagement'),
    revokeToken: notProvided<RevokeResult, { readonly session: Session }>('revokeToken'),
    wipeDevice: notProvided<void, WipeInput>('wipeDevice'),
  },
  guards: {
    hasSession: (_, params: { session: Session | null }) => params.session !== null,
    hasSessionWithUser: (_, params: { session: Session | null }) => params.session !== null && params.session.user !== null,
    hasCachedUser: ({ context }) => context.session?.user !== null && context.session !== null,
    isAnsweredUser: (_, params: { result: UserResult }) => params.result.kind === 'answered',
    isTokenRefused: (_, params: { result: UserResult }) => operations.isTokenRefused(params.result),
    isCompleteSignIn: (_, params: { result: SignInResult }) => operations.candidateOf(params.result)?.user != null,
    isSignInWithoutUser: (_, params: { result: SignInResult }) => operations.candidateOf(params.result) !== null,
    isSameUserSignIn: ({ context }, params: { result: SignInResult }) =>
      operations.isSameUser(context, operations.candidateOf(params.result)?.user ?? null),
    isSameUserAnswer: ({ context }, params: { result: UserResult }) =>
      params.result.kind === 'answered' && operations.isSameUser(context, params.result.data),
    isSameUserElsewhere: ({ context }, params: { session: Session | null }) =>
      params.session !== null && operations.isSameUser(context, params.session.user),
    isSessionInForce: ({ context }, params: { session: Session | null }) =>
      params.session !== null && params.session.apiToken === context.session?.apiToken,
    hasPending: (_, params: { count: number }) => params.count > 0,
    isRefused: ({ context }) => context.refused,
    isUnconfirmed: (_, params: { result: RevokeResult }) => params.result !== null,
  },
  delays: {
    /** Stopping the other tabs takes milliseconds, unless the device is stuck. */
    stopTimeout: 2000,
    /** The hidden frame may never load. */
    leaveTimeout: 5000,
    /** After that the session is revoked later, where there is a handle for it. */
    revokeTimeout: 3000,
  },
  actions: {
    setSession: assign({ session: (_, params: { session: Session | null }) => params.session, hasPending: false }),
    setUser: assign({ session: ({ context }, params: { result: UserResult }) => operations.withUser(context.session, params.result) }),
    setKeep: assign({ keep: (_, params: { keep: boolean }) => params.keep, message: null }),
    setCandidate: assign({ candidate: (_, params: { result: SignInResult }) => operations.candidateOf(params.result) }),
    setCandidateUser: assign({
      candidate: ({ context }, params: { result: UserResult }) => operations.withUser(context.candidate, params.result),
    }),
    acceptCandidate: assign({
      session: ({ context }) => context.candidate ?? context.session,
      candidate: null,
      message: null,
      refused: false,
      hasPending: false,
    }),
    dropCandidate: assign({ candidate: null }),
    endExpiry: assign({ candidate: null, refused: false, message: null }),
    setSignInMessage: assign({
      message: (_, params: { result: SignInResult }) => operations.signInMessage(params.result),
      candidate: null,
    }),
    setUserMessage: assign({ message: (_, params: { result: UserResult }) => operations.userMessage(params.result), candidate: null }),
    setOtherUserMessage: assign({ message: ({ context }) => operations.otherUserMessage(context.session?.user ?? null), candidate: null }),
    setMessage: assign({ message: (_, params: { message: string }) => params.message, candidate: null }),
    setRefused: assign({ refused: true, message: null }),
    setPendingCount: assign({ pendingCount: (_, params: { count: number }) => params.count, pendingChoice: 'keep' }),
    chooseDiscard: assign({ pendingChoice: 'discard' }),
    chooseKeep: assign({ pendingChoice: 'keep' }),
    /** Comes before `forget`, which resets the count. */
    setHasPending: assign({ hasPending: ({ context }) => context.pendingCount > 0 && context.pendingChoice === 'keep' }),
    forget: assign({
      session: null,
      candidate: null,
      refused: false,
      pendingCount: 0,
      pendingChoice: 'keep',
      message: null,
    }),
    /** Comes before `dropCandidate`. */
    revokeCandidate: enqueueActions(({ context, enqueue }) => {
      if (context.candidate !== null) enqueue.emit({ type: 'revoke', session: context.candidate });
    }),
    /** Comes before the action that replaces the session. */
    revokeReplaced: enqueueActions(({ context, enqueue }, params: { session: Session | null }) => {
      if (context.session !== null && context.session.apiToken !== params.session?.apiToken)
        enqueue.emit({ type: 'revoke', session: context.session });
    }),
    navigate: emit((_, params: { to: NavigateEmitted['to'] }) => ({ type: 'navigate' as const, to: params.to })),
    emitToast: emit((_, params: { toast: ToastContent }) => ({ type: 'toast' as const, toast: params.toast })),
    track: emit((_, params: { name: string }) => ({ type: 'track' as const, name: params.name })),
  },
});

/** The present session. Throws where a state was entered without one: a fault in the chart. */
function sessionOf(session: Session | null): Session {
  if (session === null) throw new Error('no session in a state that needs one');
  return session;
}

/** The toast after a sign-out. Throws where there is none: a fault in the chart. */
function toastOf(result: RevokeResult): ToastContent {
  if (result === null) throw new Error('no toast in a transition that emits one');
  return result;
}

/** The credentials of a sign-in. Throws for any event but `signIn.submitted`: a fault in the chart. */
function credentialsOf(event: SessionEvent): SignInCredentials {
  assertEvent(event, 'signIn.submitted');
  return { email: event.email, password: event.password };
}

/** For a sign-out without an answer. */
const toastMayStayOpen = { type: 'emitToast', params: { toast: operations.mayStayOpen } } as const;

const couldNotRemember: ToastContent = {
  type: 'warning',
  title: 'This device could not remember the sign-in',
  content: 'You are signed in until this tab is closed.',
};

const signingOut = sessionSetup.createStateConfig({
  initial: 'counting',
  description: 'A sign-out was asked for.',
  meta: { testId: 'signing-out', sees: 'A spinner, or the question about unsent changes.' },
  on: {
    'session.changedElsewhere': {
      guard: { type: 'isSessionInForce', params: ({ event }) => ({ session: event.session }) },
      description: 'Another tab has stored the session that is being ended: that is no new sign-in.',
    },
  },
  states: {
    counting: {
      description: "This user's unsent changes are counted.",
      tags: ['busy'],
      invoke: {
        id: 'countPending',
        src: 'countPending',
        input: ({ context }) => ({ userId: context.session?.user?.id ?? null }),
        onDone: [
          {
            guard: { type: 'hasPending', params: ({ event }) => ({ count: event.output }) },
            target: 'confirming',
            actions: { type: 'setPendingCount', params: ({ event }) => ({ count: event.output }) },
            meta: { requirement: 'Logout with pending saves asks first.' },
          },
          { target: 'stopping', actions: { type: 'setPendingCount', params: { count: 0 } } },
        ],
        onError: { target: 'stopping', actions: { type: 'setPendingCount', params: { count: 0 } } },
      },
    },
    confirming: {
      description: 'Unsent changes are on this device: stay, sign out and keep them, or discard them.',
      meta: { testId: 'sign-out-confirming', sees: '"N changes are not yet on the server" with Stay, Sign out and keep them, Discard.' },
      on: {
        'stay.chosen': [{ guard: 'isRefused', target: '#session.signedIn.expired' }, { target: '#session.signedIn.active' }],
        'keep.chosen': { target: 'stopping', actions: 'chooseKeep' },
        'discard.chosen': { target: 'stopping', actions: 'chooseDiscard' },
      },
    },
    stopping: {
      description:
        "No tab sends this user's entries any more. Requests on their way are aborted, and the entries discarded where that was chosen.",
      tags: ['busy'],
      after: { stopTimeout: { target: 'leaving' } },
      invoke: {
        id: 'stopSending',
        src: 'stopSending',
        input: ({ context }) => ({ userId: context.session?.user?.id ?? null, pending: context.pendingChoice }),
        onDone: { target: 'leaving', meta: { requirement: 'Sending stops before anything else of a sign-out happens.' } },
        onError: { target: 'leaving' },
      },
    },
    leaving: {
      description: 'The content-management session is ended by its logout address in a hidden frame.',
      tags: ['busy'],
      after: { leaveTimeout: { target: 'revoking' } },
      invoke: {
        id: 'leaveContentManagement',
        src: 'leaveContentManagement',
        input: ({ context }) => ({ session: sessionOf(context.session) }),
        onDone: { target: 'revoking' },
        onError: { target: 'revoking' },
      },
    },
    revoking: {
      description: 'The API is asked to revoke the token. With or without an answer, the device is wiped next.',
      tags: ['busy'],
      after: { revokeTimeout: { target: 'wiping', actions: toastMayStayOpen } },
      invoke: {
        id: 'revokeToken',
        src: 'revokeToken',
        input: ({ context }) => ({ session: sessionOf(context.session) }),
        onDone: [
          {
            guard: { type: 'isUnconfirmed', params: ({ event }) => ({ result: event.output }) },
            target: 'wiping',
            actions: { type: 'emitToast', params: ({ event }) => ({ toast: toastOf(event.output) }) },
            meta: { requirement: 'A toast says that the server did not confirm the sign-out, and promises nothing that may not happen.' },
          },
          { target: 'wiping' },
        ],
        onError: { target: 'wiping', actions: toastMayStayOpen },
      },
    },
    wiping: {
      description: 'Token and cached data of this user leave the device; unsent changes as chosen.',
      tags: ['busy'],
      invoke: {
        id: 'wipeDevice',
        src: 'wipeDevice',
        input: ({ context }) => ({ userId: context.session?.user?.id ?? null, pending: context.pendingChoice }),
        onDone: {
          target: '#session.signedOut',
          actions: ['setHasPending', 'forget', { type: 'navigate', params: { to: 'home' } }],
          meta: { requirement: 'After "Sign out and keep them" the sign-in screen says that changes wait on this device.' },
        },
        onError: {
          target: '#session.signedOut',
          actions: [
            'setHasPending',
            'forget',
            { type: 'navigate', params: { to: 'home' } },
            { type: 'emitToast', params: { toast: operations.couldNotWipe } },
          ],
        },
      },
    },
  },
});

const active = sessionSetup.createStateConfig({
  initial: 'verified',
  description: 'The app is open.',
  meta: { testId: 'signed-in', sees: 'The app.' },
  on: {
    'session.expired': { target: 'expired', actions: 'setRefused' },
    'signOut.requested': { target: 'signingOut' },
  },
  states: {
    verified: { description: 'The API has said whose token this is.' },
    confirming: {
      description: 'The app opened with the user that this device remembers, while the API is asked whose token this is.',
      tags: ['unverified'],
      on: { 'session.expired': { description: 'The answer that is on its way decides.' } },
      invoke: {
        id: 'confirmUser',
        src: 'fetchUser',
        input: ({ context }) => ({ session: sessionOf(context.session) }),
        onDone: [
          {
            guard: { type: 'isAnsweredUser', params: ({ event }) => ({ result: event.output }) },
            target: 'remembering',
            actions: { type: 'setUser', params: ({ event }) => ({ result: event.output }) },
          },
          {
            guard: { type: 'isTokenRefused', params: ({ event }) => ({ result: event.output }) },
            target: '#session.starting.clearing',
            actions: ['forget', { type: 'setMessage', params: { message: operations.endedMessage } }],
            meta: { requirement: "Only a 401 or 403 in the API's own shape clears the token." },
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
      description: 'The user that the API has answered is stored, for a start without a connection.',
      invoke: {
        id: 'keepUser',
        src: 'storeSession',
        input: ({ context }) => ({ session: sessionOf(context.session), keep: null }),
        onDone: { target: 'verified' },
        onError: { target: 'verified' },
      },
    },
    unverified: {
      description: 'The app runs with the stored user; the API has not answered yet.',
      tags: ['unverified'],
      on: { 'connection.restored': { target: 'verifying' }, 'retry.requested': { target: 'verifying' } },
    },
    verifying: {
      description: 'The API answers again, and is asked whose token this is.',
      tags: ['unverified'],
      invoke: {
        id: 'verifyUser',
        src: 'fetchUser',
        input: ({ context }) => ({ session: sessionOf(context.session) }),
        onDone: [
          {
            guard: { type: 'isAnsweredUser', params: ({ event }) => ({ result: event.output }) },
            target: 'verified',
            actions: { type: 'setUser', params: ({ event }) => ({ result: event.output }) },
          },
          {
            guard: { type: 'isTokenRefused', params: ({ event }) => ({ result: event.output }) },
            target: '#session.signedIn.expired',
            actions: 'setRefused',
          },
          { target: 'unverified' },
        ],
        onError: { target: 'unverified' },
      },
    },
  },
});

const expired = sessionSetup.createStateConfig({
  initial: 'asking',
  description: 'The API no longer takes the token. A dialog over the mounted screen asks the same user to sign in again.',
  tags: ['expired'],
  meta: { testId: 'expired', sees: 'The sign-in dialog; the screen behind it stays as it is.' },
  on: { 'signOut.requested': { target: 'signingOut', actions: ['revokeCandidate', 'dropCandidate'] } },
  states: {
    asking: {
      description: 'The dialog waits for the password.',
      on: {
        'signIn.submitted': { target: 'submitting', actions: { type: 'setKeep', params: ({ event }) => ({ keep: event.keep }) } },
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
            guard: { type: 'isSameUserSignIn', params: ({ event }) => ({ result: event.output }) },
            target: 'storing',
            actions: { type: 'setCandidate', params: ({ event }) => ({ result: event.output }) },
          },
          {
            guard: { type: 'isCompleteSignIn', params: ({ event }) => ({ result: event.output }) },
            target: 'failed',
            actions: [
              { type: 'setCandidate', params: ({ event }) => ({ result: event.output }) },
              'revokeCandidate',
              'setOtherUserMessage',
            ],
            meta: { requirement: "Another user's sign-in never goes on with this user's screen and unsent changes." },
          },
          {
            guard: { type: 'isSignInWithoutUser', params: ({ event }) => ({ result: event.output }) },
            target: 'identifying',
            actions: { type: 'setCandidate', params: ({ event }) => ({ result: event.output }) },
          },
          { target: 'failed', actions: { type: 'setSignInMessage', params: ({ event }) => ({ result: event.output }) } },
        ],
        onError: { target: 'failed', actions: { type: 'setMessage', params: { message: unknownMessage } } },
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
            guard: { type: 'isSameUserAnswer', params: ({ event }) => ({ result: event.output }) },
            target: 'storing',
            actions: { type: 'setCandidateUser', params: ({ event }) => ({ result: event.output }) },
          },
          {
            guard: { type: 'isAnsweredUser', params: ({ event }) => ({ result: event.output }) },
            target: 'failed',
            actions: ['revokeCandidate', 'setOtherUserMessage'],
          },
          {
            target: 'failed',
            actions: ['revokeCandidate', { type: 'setUserMessage', params: ({ event }) => ({ result: event.output }) }],
          },
        ],
        onError: { target: 'failed', actions: ['revokeCandidate', { type: 'setMessage', params: { message: unknownMessage } }] },
      },
    },
    storing: {
      description: 'The new token is stored: on the device when "keep me signed in" is ticked, else in this tab.',
      tags: ['busy'],
      invoke: {
        id: 'storeAgain',
        src: 'storeSession',
        input: ({ context }) => ({ session: sessionOf(context.candidate), keep: context.keep }),
        onDone: { target: '#session.signedIn.active', actions: 'acceptCandidate' },
        onError: {
          target: '#session.signedIn.active',
          actions: ['acceptCandidate', { type: 'emitToast', params: { toast: couldNotRemember } }],
        },
      },
    },
    failed: {
      description: 'The dialog says why it did not work and asks again.',
      on: {
        'signIn.submitted': { target: 'submitting', actions: { type: 'setKeep', params: ({ event }) => ({ keep: event.keep }) } },
      },
    },
  },
});

/** Before it is known whether anybody is signed in. */
const starting = sessionSetup.createStateConfig({
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
            actions: { type: 'setSession', params: ({ event }) => ({ session: event.output }) },
            meta: { requirement: 'A device that knows its user opens at once, whatever the connection does.' },
          },
          {
            guard: { type: 'hasSession', params: ({ event }) => ({ session: event.output }) },
            target: 'identifying',
            actions: { type: 'setSession', params: ({ event }) => ({ session: event.output }) },
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
            guard: { type: 'isAnsweredUser', params: ({ event }) => ({ result: event.output }) },
            target: 'remembering',
            actions: { type: 'setUser', params: ({ event }) => ({ result: event.output }) },
          },
          {
            guard: { type: 'isTokenRefused', params: ({ event }) => ({ result: event.output }) },
            target: 'clearing',
            actions: 'forget',
            meta: { requirement: "Only a 401 or 403 in the API's own shape clears the token." },
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
      description: 'The user that the API has answered is stored, for a start without a connection.',
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
        input: { userId: null, pending: 'keep' },
        onDone: { target: '#session.signedOut' },
        onError: { target: '#session.signedOut' },
      },
    },
    unreachable: {
      description: 'There is a token, but neither the API nor this device says whose it is.',
      meta: { testId: 'unreachable', sees: 'That the server cannot be reached, with Try again.' },
      on: {
        'retry.requested': { target: 'identifying' },
        'connection.restored': { target: 'identifying' },
        'signOut.requested': { target: 'revoking' },
      },
    },
    revoking: {
      description: 'The API is asked once more, now to revoke the token.',
      after: { revokeTimeout: { target: 'clearing', actions: [toastMayStayOpen, 'forget'] } },
      invoke: {
        id: 'revokeUnreachedToken',
        src: 'revokeToken',
        input: ({ context }) => ({ session: sessionOf(context.session) }),
        onDone: [
          {
            guard: { type: 'isUnconfirmed', params: ({ event }) => ({ result: event.output }) },
            target: 'clearing',
            actions: [{ type: 'emitToast', params: ({ event }) => ({ toast: toastOf(event.output) }) }, 'forget'],
          },
          { target: 'clearing', actions: 'forget' },
        ],
        onError: { target: 'clearing', actions: [toastMayStayOpen, 'forget'] },
      },
    },
  },
});

/** Nobody is signed in. */
const signedOut = sessionSetup.createStateConfig({
  initial: 'idle',
  description: 'Nobody is signed in; the sign-in screens show.',
  tags: ['signedOut'],
  meta: { testId: 'signed-out', sees: 'The sign-in form, or a forgotten-password form.' },
  on: {
    'session.changedElsewhere': {
      guard: { type: 'hasSession', params: ({ event }) => ({ session: event.session }) },
      target: '#session.starting.identifying',
      actions: { type: 'setSession', params: ({ event }) => ({ session: event.session }) },
    },
  },
  states: {
    idle: {
      description: 'The form waits to be sent.',
      on: {
        'signIn.submitted': { target: 'submitting', actions: { type: 'setKeep', params: ({ event }) => ({ keep: event.keep }) } },
      },
    },
    submitting: {
      description: 'Email and password are with the API. They are never stored.',
      tags: ['busy'],
      invoke: {
        id: 'signIn',
        src: 'signIn',
        input: ({ event }) => credentialsOf(event),
        onDone: [
          {
            guard: { type: 'isCompleteSignIn', params: ({ event }) => ({ result: event.output }) },
            target: 'storing',
            actions: { type: 'setCandidate', params: ({ event }) => ({ result: event.output }) },
          },
          {
            guard: { type: 'isSignInWithoutUser', params: ({ event }) => ({ result: event.output }) },
            target: 'identifying',
            actions: { type: 'setCandidate', params: ({ event }) => ({ result: event.output }) },
          },
          { target: 'failed', actions: { type: 'setSignInMessage', params: ({ event }) => ({ result: event.output }) } },
        ],
        onError: { target: 'failed', actions: { type: 'setMessage', params: { message: unknownMessage } } },
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
            guard: { type: 'isAnsweredUser', params: ({ event }) => ({ result: event.output }) },
            target: 'storing',
            actions: { type: 'setCandidateUser', params: ({ event }) => ({ result: event.output }) },
          },
          {
            target: 'failed',
            actions: ['revokeCandidate', { type: 'setUserMessage', params: ({ event }) => ({ result: event.output }) }],
          },
        ],
        onError: { target: 'failed', actions: ['revokeCandidate', { type: 'setMessage', params: { message: unknownMessage } }] },
      },
    },
    storing: {
      description: 'The session is stored: on the device when "keep me signed in" is ticked, else in this tab.',
      tags: ['busy'],
      invoke: {
        id: 'storeSignIn',
        src: 'storeSession',
        input: ({ context }) => ({ session: sessionOf(context.candidate), keep: context.keep }),
        onDone: { target: '#session.signedIn', actions: ['acceptCandidate', { type: 'track', params: { name: 'signed in' } }] },
        onError: { target: '#session.signedIn', actions: ['acceptCandidate', { type: 'emitToast', params: { toast: couldNotRemember } }] },
      },
    },
    failed: {
      description: 'The sign-in was not accepted; the message says why.',
      meta: { testId: 'sign-in-failed', sees: 'The message above the form; what was typed stays.' },
      on: {
        'signIn.submitted': { target: 'submitting', actions: { type: 'setKeep', params: ({ event }) => ({ keep: event.keep }) } },
      },
    },
  },
});

/** Who is signed in, app-wide (`systemId: 'session'`). Holds no password at any time. */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  description: 'Who is signed in: start, sign-in, expiry, sign-out.',
  context: {
    session: null,
    candidate: null,
    keep: false,
    message: null,
    refused: false,
    pendingCount: 0,
    pendingChoice: 'keep',
    hasPending: false,
  },
  initial: 'starting',
  states: {
    starting,
    signedOut,
    signedIn: {
      description: 'Somebody is signed in.',
      tags: ['signedIn'],
      initial: 'active',
      on: {
        'session.changedElsewhere': [
          {
            guard: { type: 'isSameUserElsewhere', params: ({ event }) => ({ session: event.session }) },
            target: '.active',
            actions: [{ type: 'setSession', params: ({ event }) => ({ session: event.session }) }, 'endExpiry'],
          },
          {
            guard: { type: 'hasSession', params: ({ event }) => ({ session: event.session }) },
            target: '#session.starting.identifying',
            actions: [
              { type: 'revokeReplaced', params: ({ event }) => ({ session: event.session }) },
              'forget',
              { type: 'setSession', params: ({ event }) => ({ session: event.session }) },
              { type: 'navigate', params: { to: 'websites' } },
            ],
            meta: { requirement: 'One device, one user at a time: this tab follows.' },
          },
          {
            target: '#session.signedOut',
            actions: [
              'forget',
              { type: 'setMessage', params: { message: 'You were signed out in another tab.' } },
              { type: 'navigate', params: { to: 'signIn' } },
            ],
          },
        ],
      },
      states: { active, expired, signingOut },
    },
  },
});
