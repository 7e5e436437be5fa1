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

/** What the session's chart names. The chart itself stands in `session.machine.ts` and the two files that it joins. */
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
    /** Taking the outbox from other tabs takes some milliseconds, unless the device is stuck. */
    stopTimeout: 2000,
    /** The hidden frame may never load; nobody waits longer for it. */
    leaveTimeout: 5000,
    /** Does not wait longer for a server that does not answer: the session is revoked later, where there is a handle for it. */
    revokeTimeout: 3000,
  },
  actions: {
    rememberSession: assign({ session: (_, params: { session: Session | null }) => params.session, hasPending: false }),
    rememberUser: assign({ session: ({ context }, params: { result: UserResult }) => operations.withUser(context.session, params.result) }),
    rememberKeep: assign({ keep: (_, params: { keep: boolean }) => params.keep, message: null }),
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
    explainSignIn: assign({ message: (_, params: { result: SignInResult }) => operations.signInMessage(params.result), candidate: null }),
    explainUser: assign({ message: (_, params: { result: UserResult }) => operations.userMessage(params.result), candidate: null }),
    explainOtherUser: assign({ message: ({ context }) => operations.otherUserMessage(context.session?.user ?? null), candidate: null }),
    explain: assign({ message: (_, params: { message: string }) => params.message, candidate: null }),
    markRefused: assign({ refused: true, message: null }),
    setPendingCount: assign({ pendingCount: (_, params: { count: number }) => params.count, pendingChoice: 'keep' }),
    chooseDiscard: assign({ pendingChoice: 'discard' }),
    chooseKeep: assign({ pendingChoice: 'keep' }),
    /** To be taken before the count is forgotten. */
    rememberPending: assign({ hasPending: ({ context }) => context.pendingCount > 0 && context.pendingChoice === 'keep' }),
    forget: assign({
      session: null,
      candidate: null,
      refused: false,
      pendingCount: 0,
      pendingChoice: 'keep',
      message: null,
    }),
    /** To be taken before the candidate is dropped. */
    revokeCandidate: enqueueActions(({ context, enqueue }) => {
      if (context.candidate !== null) enqueue.emit({ type: 'revoke', session: context.candidate });
    }),
    /** To be taken before another session is put in the place of the one in force. */
    revokeReplaced: enqueueActions(({ context, enqueue }, params: { session: Session | null }) => {
      if (context.session !== null && context.session.apiToken !== params.session?.apiToken)
        enqueue.emit({ type: 'revoke', session: context.session });
    }),
    navigate: emit((_, params: { to: NavigateEmitted['to'] }) => ({ type: 'navigate' as const, to: params.to })),
    emitToast: emit((_, params: { toast: ToastContent }) => ({ type: 'toast' as const, toast: params.toast })),
    track: emit((_, params: { name: string }) => ({ type: 'track' as const, name: params.name })),
  },
});

/** The session in force. Throws where a state that only a session can enter was entered without one: a fault in the chart. */
function sessionOf(session: Session | null): Session {
  if (session === null) throw new Error('no session in a state that needs one');
  return session;
}

/** The toast after a sign-out. Throws where there is none: a fault in the chart. */
function toastOf(result: RevokeResult): ToastContent {
  if (result === null) throw new Error('no toast in a transition that emits one');
  return result;
}

/** What a sign-in sends. Throws for any event but `signIn.submitted`: a fault in the chart. */
function credentialsOf(event: SessionEvent): SignInCredentials {
  assertEvent(event, 'signIn.submitted');
  return { email: event.email, password: event.password };
}

/** Nothing says what became of the sign-out on the server. */
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
      description: 'Another tab has written down the session that is being ended: that is no new sign-in.',
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
            meta: { requirement: 'Logout with queued saves asks first.' },
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
        "Nothing of this user's is sent any more, in any tab; what is on its way is given up, and discarded where that was chosen.",
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
      description: 'The API is asked to revoke the token. Whatever comes of it, this device goes on to forget it.',
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
            meta: { requirement: 'A sign-out that the server did not confirm says so, and promises only what is kept.' },
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
          actions: ['rememberPending', 'forget', { type: 'navigate', params: { to: 'home' } }],
          meta: { requirement: 'After "Sign out and keep them" the sign-in screen says that changes wait on this device.' },
        },
        onError: {
          target: '#session.signedOut',
          actions: [
            'rememberPending',
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
            guard: { type: 'isAnsweredUser', params: ({ event }) => ({ result: event.output }) },
            target: 'remembering',
            actions: { type: 'rememberUser', params: ({ event }) => ({ result: event.output }) },
          },
          {
            guard: { type: 'isTokenRefused', params: ({ event }) => ({ result: event.output }) },
            target: '#session.starting.clearing',
            actions: ['forget', { type: 'explain', params: { message: operations.endedMessage } }],
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
            guard: { type: 'isAnsweredUser', params: ({ event }) => ({ result: event.output }) },
            target: 'verified',
            actions: { type: 'rememberUser', params: ({ event }) => ({ result: event.output }) },
          },
          {
            guard: { type: 'isTokenRefused', params: ({ event }) => ({ result: event.output }) },
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
            guard: { type: 'isSameUserSignIn', params: ({ event }) => ({ result: event.output }) },
            target: 'storing',
            actions: { type: 'setCandidate', params: ({ event }) => ({ result: event.output }) },
          },
          {
            guard: { type: 'isCompleteSignIn', params: ({ event }) => ({ result: event.output }) },
            target: 'failed',
            actions: [{ type: 'setCandidate', params: ({ event }) => ({ result: event.output }) }, 'revokeCandidate', 'explainOtherUser'],
            meta: { requirement: "Another user's sign-in never goes on with this user's screen and unsent changes." },
          },
          {
            guard: { type: 'isSignInWithoutUser', params: ({ event }) => ({ result: event.output }) },
            target: 'identifying',
            actions: { type: 'setCandidate', params: ({ event }) => ({ result: event.output }) },
          },
          { target: 'failed', actions: { type: 'explainSignIn', params: ({ event }) => ({ result: event.output }) } },
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
            guard: { type: 'isSameUserAnswer', params: ({ event }) => ({ result: event.output }) },
            target: 'storing',
            actions: { type: 'setCandidateUser', params: ({ event }) => ({ result: event.output }) },
          },
          {
            guard: { type: 'isAnsweredUser', params: ({ event }) => ({ result: event.output }) },
            target: 'failed',
            actions: ['revokeCandidate', 'explainOtherUser'],
          },
          {
            target: 'failed',
            actions: ['revokeCandidate', { type: 'explainUser', params: ({ event }) => ({ result: event.output }) }],
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
          actions: ['acceptCandidate', { type: 'emitToast', params: { toast: couldNotRemember } }],
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
            guard: { type: 'isAnsweredUser', params: ({ event }) => ({ result: event.output }) },
            target: 'remembering',
            actions: { type: 'rememberUser', params: ({ event }) => ({ result: event.output }) },
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
        input: { userId: null, pending: 'keep' },
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
            guard: { type: 'isCompleteSignIn', params: ({ event }) => ({ result: event.output }) },
            target: 'storing',
            actions: { type: 'setCandidate', params: ({ event }) => ({ result: event.output }) },
          },
          {
            guard: { type: 'isSignInWithoutUser', params: ({ event }) => ({ result: event.output }) },
            target: 'identifying',
            actions: { type: 'setCandidate', params: ({ event }) => ({ result: event.output }) },
          },
          { target: 'failed', actions: { type: 'explainSignIn', params: ({ event }) => ({ result: event.output }) } },
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
            guard: { type: 'isAnsweredUser', params: ({ event }) => ({ result: event.output }) },
            target: 'storing',
            actions: { type: 'setCandidateUser', params: ({ event }) => ({ result: event.output }) },
          },
          {
            target: 'failed',
            actions: ['revokeCandidate', { type: 'explainUser', params: ({ event }) => ({ result: event.output }) }],
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
        onError: { target: '#session.signedIn', actions: ['acceptCandidate', { type: 'emitToast', params: { toast: couldNotRemember } }] },
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
            actions: [{ type: 'rememberSession', params: ({ event }) => ({ session: event.session }) }, 'endExpiry'],
          },
          {
            guard: { type: 'hasSession', params: ({ event }) => ({ session: event.session }) },
            target: '#session.starting.identifying',
            actions: [
              { type: 'revokeReplaced', params: ({ event }) => ({ session: event.session }) },
              'forget',
              { type: 'rememberSession', params: ({ event }) => ({ session: event.session }) },
              { type: 'navigate', params: { to: 'websites' } },
            ],
            meta: { requirement: 'One device, one user at a time: this tab follows.' },
          },
          {
            target: '#session.signedOut',
            actions: [
              'forget',
              { type: 'explain', params: { message: 'You were signed out in another tab.' } },
              { type: 'navigate', params: { to: 'signIn' } },
            ],
          },
        ],
      },
      states: { active, expired, signingOut },
    },
  },
});
