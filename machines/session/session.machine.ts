import * as operations from './session.operations.ts';
import type { ChartMeta } from '../chart-meta.ts';
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
import { withEvent, withOutput } from '../with-event.ts';

/** The actors, guards, delays and actions of the chart below. */
const sessionSetup = setup({
  types: {
    meta: {} as ChartMeta,
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
    hasSessionWithUser: (_, session: Session | null) => session !== null && session.user !== null,
    hasCachedUser: ({ context }) => context.session?.user !== null && context.session !== null,
    isAnsweredUser: (_, result: UserResult) => result.kind === 'answered',
    isTokenRefused: (_, result: UserResult) => operations.isTokenRefused(result),
    isCompleteSignIn: (_, result: SignInResult) => operations.candidateOf(result)?.user != null,
    isSignInWithoutUser: (_, result: SignInResult) => operations.candidateOf(result) !== null,
    isSameUserSignIn: ({ context }, result: SignInResult) => operations.isSameUser(context, operations.candidateOf(result)?.user ?? null),
    isSameUserAnswer: ({ context }, result: UserResult) => result.kind === 'answered' && operations.isSameUser(context, result.data),
    isSameUserElsewhere: ({ context }, params: { session: Session | null }) =>
      params.session !== null && operations.isSameUser(context, params.session.user),
    isSessionInForce: ({ context }, params: { session: Session | null }) =>
      params.session !== null && params.session.apiToken === context.session?.apiToken,
    hasPending: (_, count: number) => count > 0,
    isRefused: ({ context }) => context.refused,
    isUnconfirmed: (_, result: RevokeResult) => result !== null,
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
    setUser: assign({ session: ({ context }, result: UserResult) => operations.withUser(context.session, result) }),
    setKeep: assign({ keep: (_, params: { keep: boolean }) => params.keep, message: null }),
    setCandidate: assign({ candidate: (_, result: SignInResult) => operations.candidateOf(result) }),
    setCandidateUser: assign({
      candidate: ({ context }, result: UserResult) => operations.withUser(context.candidate, result),
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
      message: (_, result: SignInResult) => operations.signInMessage(result),
      candidate: null,
    }),
    setUserMessage: assign({ message: (_, result: UserResult) => operations.userMessage(result), candidate: null }),
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
      guard: withEvent('isSessionInForce'),
      description: 'Another tab has stored the session that is being ended: that is no new sign-in.',
      meta: { requirements: ['R112'] },
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
            guard: withOutput('hasPending'),
            target: 'confirming',
            actions: { type: 'setPendingCount', params: ({ event }) => ({ count: event.output }) },
            description: 'Logout with pending saves asks first.',
            meta: { requirements: ['R116'] },
          },
          { target: 'stopping', actions: { type: 'setPendingCount', params: { count: 0 } }, meta: { requirements: ['R116'] } },
        ],
        onError: { target: 'stopping', actions: { type: 'setPendingCount', params: { count: 0 } }, meta: { requirements: ['R116'] } },
      },
    },
    confirming: {
      description: 'Unsent changes are on this device: stay, sign out and keep them, or discard them.',
      meta: { testId: 'sign-out-confirming', sees: '"N changes are not yet on the server" with Stay, Sign out and keep them, Discard.' },
      on: {
        'stay.chosen': [
          { guard: 'isRefused', target: '#session.signedIn.expired', meta: { requirements: ['R117'] } },
          { target: '#session.signedIn.active', meta: { requirements: ['R117'] } },
        ],
        'keep.chosen': { target: 'stopping', actions: 'chooseKeep', meta: { requirements: ['R118'] } },
        'discard.chosen': { target: 'stopping', actions: 'chooseDiscard', meta: { requirements: ['R118'] } },
      },
    },
    stopping: {
      description:
        "No tab sends this user's entries any more. Requests on their way are aborted, and the entries discarded where that was chosen.",
      tags: ['busy'],
      after: { stopTimeout: { target: 'leaving', meta: { requirements: ['R119'] } } },
      invoke: {
        id: 'stopSending',
        src: 'stopSending',
        input: ({ context }) => ({ userId: context.session?.user?.id ?? null, pending: context.pendingChoice }),
        onDone: {
          target: 'leaving',
          description: 'Sending stops before anything else of a sign-out happens.',
          meta: { requirements: ['R119'] },
        },
        onError: { target: 'leaving', meta: { requirements: ['R119'] } },
      },
    },
    leaving: {
      description: 'The content-management session is ended by its logout address in a hidden frame.',
      tags: ['busy'],
      after: { leaveTimeout: { target: 'revoking', meta: { requirements: ['R120'] } } },
      invoke: {
        id: 'leaveContentManagement',
        src: 'leaveContentManagement',
        input: ({ context }) => ({ session: sessionOf(context.session) }),
        onDone: { target: 'revoking', meta: { requirements: ['R120'] } },
        onError: { target: 'revoking', meta: { requirements: ['R120'] } },
      },
    },
    revoking: {
      description: 'The API is asked to revoke the token. With or without an answer, the device is wiped next.',
      tags: ['busy'],
      after: { revokeTimeout: { target: 'wiping', actions: toastMayStayOpen, meta: { requirements: ['R121'] } } },
      invoke: {
        id: 'revokeToken',
        src: 'revokeToken',
        input: ({ context }) => ({ session: sessionOf(context.session) }),
        onDone: [
          {
            guard: withOutput('isUnconfirmed'),
            target: 'wiping',
            actions: { type: 'emitToast', params: ({ event }) => ({ toast: toastOf(event.output) }) },
            description: 'A toast says that the server did not confirm the sign-out, and promises nothing that may not happen.',
            meta: { requirements: ['R121'] },
          },
          { target: 'wiping', meta: { requirements: ['R120'] } },
        ],
        onError: { target: 'wiping', actions: toastMayStayOpen, meta: { requirements: ['R121'] } },
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
          description: 'After "Sign out and keep them" the sign-in screen says that changes wait on this device.',
          meta: { requirements: ['R118', 'R122'] },
        },
        onError: {
          target: '#session.signedOut',
          actions: [
            'setHasPending',
            'forget',
            { type: 'navigate', params: { to: 'home' } },
            { type: 'emitToast', params: { toast: operations.couldNotWipe } },
          ],
          meta: { requirements: ['R122', 'R123'] },
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
    'session.expired': { target: 'expired', actions: 'setRefused', meta: { requirements: ['R113'] } },
    'signOut.requested': { target: 'signingOut', meta: { requirements: ['R116'] } },
  },
  states: {
    verified: { description: 'The API has said whose token this is.' },
    confirming: {
      description: 'The app opened with the user that this device remembers, while the API is asked whose token this is.',
      tags: ['unverified'],
      on: { 'session.expired': { description: 'The answer that is on its way decides.', meta: { requirements: ['R113'] } } },
      invoke: {
        id: 'confirmUser',
        src: 'fetchUser',
        input: ({ context }) => ({ session: sessionOf(context.session) }),
        onDone: [
          {
            guard: withOutput('isAnsweredUser'),
            target: 'remembering',
            actions: withOutput('setUser'),
            meta: { requirements: ['R111'] },
          },
          {
            guard: withOutput('isTokenRefused'),
            target: '#session.starting.clearing',
            actions: ['forget', { type: 'setMessage', params: { message: operations.endedMessage } }],
            description: "Only a 401 or 403 in the API's own shape clears the token.",
            meta: { requirements: ['R104'] },
          },
          {
            target: 'unverified',
            description: 'No answer keeps token and cached user: the app goes on, marked offline.',
            meta: { requirements: ['R105'] },
          },
        ],
        onError: { target: 'unverified', meta: { requirements: ['R105'] } },
      },
    },
    remembering: {
      description: 'The user that the API has answered is stored, for a start without a connection.',
      invoke: {
        id: 'keepUser',
        src: 'storeSession',
        input: ({ context }) => ({ session: sessionOf(context.session), keep: null }),
        onDone: { target: 'verified', meta: { requirements: ['R111'] } },
        onError: { target: 'verified', meta: { requirements: ['R111'] } },
      },
    },
    unverified: {
      description: 'The app runs with the stored user; the API has not answered yet.',
      tags: ['unverified'],
      on: {
        'connection.restored': { target: 'verifying', meta: { requirements: ['R105'] } },
        'retry.requested': { target: 'verifying', meta: { requirements: ['R105'] } },
      },
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
            guard: withOutput('isAnsweredUser'),
            target: 'verified',
            actions: withOutput('setUser'),
            meta: { requirements: ['R111'] },
          },
          {
            guard: withOutput('isTokenRefused'),
            target: '#session.signedIn.expired',
            actions: 'setRefused',
            meta: { requirements: ['R113'] },
          },
          { target: 'unverified', meta: { requirements: ['R105'] } },
        ],
        onError: { target: 'unverified', meta: { requirements: ['R105'] } },
      },
    },
  },
});

const expired = sessionSetup.createStateConfig({
  initial: 'asking',
  description: 'The API no longer takes the token. A dialog over the mounted screen asks the same user to sign in again.',
  tags: ['expired'],
  meta: { testId: 'expired', sees: 'The sign-in dialog; the screen behind it stays as it is.' },
  on: {
    'signOut.requested': { target: 'signingOut', actions: ['revokeCandidate', 'dropCandidate'], meta: { requirements: ['R110', 'R116'] } },
  },
  states: {
    asking: {
      description: 'The dialog waits for the password.',
      on: {
        'signIn.submitted': {
          target: 'submitting',
          actions: withEvent('setKeep'),
          meta: { requirements: ['R113'] },
        },
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
            guard: withOutput('isSameUserSignIn'),
            target: 'storing',
            actions: withOutput('setCandidate'),
            meta: { requirements: ['R113'] },
          },
          {
            guard: withOutput('isCompleteSignIn'),
            target: 'failed',
            actions: [withOutput('setCandidate'), 'revokeCandidate', 'setOtherUserMessage'],
            description: "Another user's sign-in never goes on with this user's screen and unsent changes.",
            meta: { requirements: ['R110', 'R114'] },
          },
          {
            guard: withOutput('isSignInWithoutUser'),
            target: 'identifying',
            actions: withOutput('setCandidate'),
            meta: { requirements: ['R113'] },
          },
          {
            target: 'failed',
            actions: withOutput('setSignInMessage'),
            meta: { requirements: ['R115'] },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'setMessage', params: { message: unknownMessage } },
          meta: { requirements: ['R115'] },
        },
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
            guard: withOutput('isSameUserAnswer'),
            target: 'storing',
            actions: withOutput('setCandidateUser'),
            meta: { requirements: ['R113'] },
          },
          {
            guard: withOutput('isAnsweredUser'),
            target: 'failed',
            actions: ['revokeCandidate', 'setOtherUserMessage'],
            meta: { requirements: ['R110', 'R114'] },
          },
          {
            target: 'failed',
            actions: ['revokeCandidate', withOutput('setUserMessage')],
            meta: { requirements: ['R110', 'R115'] },
          },
        ],
        onError: {
          target: 'failed',
          actions: ['revokeCandidate', { type: 'setMessage', params: { message: unknownMessage } }],
          meta: { requirements: ['R110', 'R115'] },
        },
      },
    },
    storing: {
      description: 'The new token is stored: on the device when "keep me signed in" is ticked, else in this tab.',
      tags: ['busy'],
      invoke: {
        id: 'storeAgain',
        src: 'storeSession',
        input: ({ context }) => ({ session: sessionOf(context.candidate), keep: context.keep }),
        onDone: { target: '#session.signedIn.active', actions: 'acceptCandidate', meta: { requirements: ['R113'] } },
        onError: {
          target: '#session.signedIn.active',
          actions: ['acceptCandidate', { type: 'emitToast', params: { toast: couldNotRemember } }],
          meta: { requirements: ['R108'] },
        },
      },
    },
    failed: {
      description: 'The dialog says why it did not work and asks again.',
      on: {
        'signIn.submitted': {
          target: 'submitting',
          actions: withEvent('setKeep'),
          meta: { requirements: ['R115'] },
        },
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
            guard: withOutput('hasSessionWithUser'),
            target: '#session.signedIn.active.confirming',
            actions: { type: 'setSession', params: ({ event }) => ({ session: event.output }) },
            description: 'A device that knows its user opens at once, whatever the connection does.',
            meta: { requirements: ['R102'] },
          },
          {
            guard: { type: 'hasSession', params: ({ event }) => ({ session: event.output }) },
            target: 'identifying',
            actions: { type: 'setSession', params: ({ event }) => ({ session: event.output }) },
            meta: { requirements: ['R101'] },
          },
          { target: 'clearing', description: 'A start without a token leaves no cached data behind.', meta: { requirements: ['R103'] } },
        ],
        onError: { target: 'clearing', meta: { requirements: ['R103'] } },
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
            guard: withOutput('isAnsweredUser'),
            target: 'remembering',
            actions: withOutput('setUser'),
            meta: { requirements: ['R101'] },
          },
          {
            guard: withOutput('isTokenRefused'),
            target: 'clearing',
            actions: 'forget',
            description: "Only a 401 or 403 in the API's own shape clears the token.",
            meta: { requirements: ['R104'] },
          },
          {
            guard: 'hasCachedUser',
            target: '#session.signedIn.active.unverified',
            description: 'No answer keeps token and cached user: the app opens, marked offline.',
            meta: { requirements: ['R105'] },
          },
          { target: 'unreachable', meta: { requirements: ['R106'] } },
        ],
        onError: [
          { guard: 'hasCachedUser', target: '#session.signedIn.active.unverified', meta: { requirements: ['R105'] } },
          { target: 'unreachable', meta: { requirements: ['R106'] } },
        ],
      },
    },
    remembering: {
      description: 'The user that the API has answered is stored, for a start without a connection.',
      invoke: {
        id: 'refreshStoredUser',
        src: 'storeSession',
        input: ({ context }) => ({ session: sessionOf(context.session), keep: null }),
        onDone: { target: '#session.signedIn.active.verified', meta: { requirements: ['R101'] } },
        onError: { target: '#session.signedIn.active.verified', meta: { requirements: ['R101'] } },
      },
    },
    clearing: {
      description: 'There is no usable token: what was cached under it is removed, unsent changes stay for their user.',
      invoke: {
        id: 'clearRemains',
        src: 'wipeDevice',
        input: { userId: null, pending: 'keep' },
        onDone: { target: '#session.signedOut', meta: { requirements: ['R103'] } },
        onError: { target: '#session.signedOut', meta: { requirements: ['R103'] } },
      },
    },
    unreachable: {
      description: 'There is a token, but neither the API nor this device says whose it is.',
      meta: { testId: 'unreachable', sees: 'That the server cannot be reached, with Try again.' },
      on: {
        'retry.requested': { target: 'identifying', meta: { requirements: ['R106'] } },
        'connection.restored': { target: 'identifying', meta: { requirements: ['R106'] } },
        'signOut.requested': { target: 'revoking', meta: { requirements: ['R106'] } },
      },
    },
    revoking: {
      description: 'The API is asked once more, now to revoke the token.',
      after: { revokeTimeout: { target: 'clearing', actions: [toastMayStayOpen, 'forget'], meta: { requirements: ['R121'] } } },
      invoke: {
        id: 'revokeUnreachedToken',
        src: 'revokeToken',
        input: ({ context }) => ({ session: sessionOf(context.session) }),
        onDone: [
          {
            guard: withOutput('isUnconfirmed'),
            target: 'clearing',
            actions: [{ type: 'emitToast', params: ({ event }) => ({ toast: toastOf(event.output) }) }, 'forget'],
            meta: { requirements: ['R121'] },
          },
          { target: 'clearing', actions: 'forget', meta: { requirements: ['R106'] } },
        ],
        onError: { target: 'clearing', actions: [toastMayStayOpen, 'forget'], meta: { requirements: ['R121'] } },
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
      guard: withEvent('hasSession'),
      target: 'starting.identifying',
      actions: withEvent('setSession'),
      meta: { requirements: ['R112'] },
    },
  },
  states: {
    idle: {
      description: 'The form waits to be sent.',
      on: {
        'signIn.submitted': {
          target: 'submitting',
          actions: withEvent('setKeep'),
          meta: { requirements: ['R107'] },
        },
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
            guard: withOutput('isCompleteSignIn'),
            target: 'storing',
            actions: withOutput('setCandidate'),
            meta: { requirements: ['R107'] },
          },
          {
            guard: withOutput('isSignInWithoutUser'),
            target: 'identifying',
            actions: withOutput('setCandidate'),
            meta: { requirements: ['R107'] },
          },
          {
            target: 'failed',
            actions: withOutput('setSignInMessage'),
            meta: { requirements: ['R109'] },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'setMessage', params: { message: unknownMessage } },
          meta: { requirements: ['R109'] },
        },
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
            guard: withOutput('isAnsweredUser'),
            target: 'storing',
            actions: withOutput('setCandidateUser'),
            meta: { requirements: ['R107'] },
          },
          {
            target: 'failed',
            actions: ['revokeCandidate', withOutput('setUserMessage')],
            meta: { requirements: ['R109', 'R110'] },
          },
        ],
        onError: {
          target: 'failed',
          actions: ['revokeCandidate', { type: 'setMessage', params: { message: unknownMessage } }],
          meta: { requirements: ['R109', 'R110'] },
        },
      },
    },
    storing: {
      description: 'The session is stored: on the device when "keep me signed in" is ticked, else in this tab.',
      tags: ['busy'],
      invoke: {
        id: 'storeSignIn',
        src: 'storeSession',
        input: ({ context }) => ({ session: sessionOf(context.candidate), keep: context.keep }),
        onDone: {
          target: '#session.signedIn',
          actions: ['acceptCandidate', { type: 'track', params: { name: 'signed in' } }],
          meta: { requirements: ['R107'] },
        },
        onError: {
          target: '#session.signedIn',
          actions: ['acceptCandidate', { type: 'emitToast', params: { toast: couldNotRemember } }],
          meta: { requirements: ['R108'] },
        },
      },
    },
    failed: {
      description: 'The sign-in was not accepted; the message says why.',
      meta: { testId: 'sign-in-failed', sees: 'The message above the form; what was typed stays.' },
      on: {
        'signIn.submitted': {
          target: 'submitting',
          actions: withEvent('setKeep'),
          meta: { requirements: ['R107'] },
        },
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
            guard: withEvent('isSameUserElsewhere'),
            target: '.active',
            actions: [withEvent('setSession'), 'endExpiry'],
            meta: { requirements: ['R112'] },
          },
          {
            guard: withEvent('hasSession'),
            target: 'starting.identifying',
            actions: [withEvent('revokeReplaced'), 'forget', withEvent('setSession'), { type: 'navigate', params: { to: 'websites' } }],
            description: 'One device, one user at a time: this tab follows.',
            meta: { requirements: ['R110', 'R112'] },
          },
          {
            target: 'signedOut',
            actions: [
              'forget',
              { type: 'setMessage', params: { message: 'You were signed out in another tab.' } },
              { type: 'navigate', params: { to: 'signIn' } },
            ],
            meta: { requirements: ['R112'] },
          },
        ],
      },
      states: { active, expired, signingOut },
    },
  },
});
