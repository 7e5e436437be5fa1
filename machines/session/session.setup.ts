import { assertEvent, assign, emit, enqueueActions, setup } from 'xstate';
import type { Session } from '#contract/entities/session.ts';
import { notProvided } from '../placeholder.ts';
import type { Credentials, NavigateEmitted, ToastContent } from '../ports.ts';
import * as outcome from './session.operations.ts';
import type {
  RevokeResult,
  SessionContext,
  SessionEmitted,
  SessionEvent,
  SignInOutcome,
  StopSendingInput,
  StoreSessionInput,
  UserOutcome,
  WipeInput,
} from './session.types.ts';

/** What the session's chart names. The chart itself stands in `session.machine.ts` and the two files that it joins. */
export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
    tags: {} as 'starting' | 'signedOut' | 'signedIn' | 'busy' | 'unverified' | 'expired',
  },
  actors: {
    restoreSession: notProvided<Session | null, void>('restoreSession'),
    fetchUser: notProvided<UserOutcome, { readonly session: Session }>('fetchUser'),
    signIn: notProvided<SignInOutcome, Credentials>('signIn'),
    storeSession: notProvided<void, StoreSessionInput>('storeSession'),
    countWaiting: notProvided<number, { readonly userId: string | null }>('countWaiting'),
    stopSending: notProvided<void, StopSendingInput>('stopSending'),
    leaveContentManagement: notProvided<void, { readonly session: Session }>('leaveContentManagement'),
    revokeToken: notProvided<RevokeResult, { readonly session: Session }>('revokeToken'),
    wipeDevice: notProvided<void, WipeInput>('wipeDevice'),
  },
  guards: {
    hasSession: (_, params: { session: Session | null }) => params.session !== null,
    hasSessionWithUser: (_, params: { session: Session | null }) => params.session !== null && params.session.user !== null,
    hasCachedUser: ({ context }) => context.session?.user !== null && context.session !== null,
    isAnsweredUser: (_, params: { outcome: UserOutcome }) => params.outcome.kind === 'answered',
    isTokenRefused: (_, params: { outcome: UserOutcome }) => outcome.isTokenRefused(params.outcome),
    isCompleteSignIn: (_, params: { outcome: SignInOutcome }) => outcome.candidateOf(params.outcome)?.user != null,
    isSignInWithoutUser: (_, params: { outcome: SignInOutcome }) => outcome.candidateOf(params.outcome) !== null,
    isSameUserSignIn: ({ context }, params: { outcome: SignInOutcome }) =>
      outcome.isSameUser(context, outcome.candidateOf(params.outcome)?.user ?? null),
    isSameUserAnswer: ({ context }, params: { outcome: UserOutcome }) =>
      params.outcome.kind === 'answered' && outcome.isSameUser(context, params.outcome.data),
    isSameUserElsewhere: ({ context }, params: { session: Session | null }) =>
      params.session !== null && outcome.isSameUser(context, params.session.user),
    isSessionInForce: ({ context }, params: { session: Session | null }) =>
      params.session !== null && params.session.apiToken === context.session?.apiToken,
    hasWaiting: (_, params: { count: number }) => params.count > 0,
    isRefused: ({ context }) => context.refused,
    isUnheard: (_, params: { result: RevokeResult }) => params.result !== null,
  },
  delays: {
    /** Taking the outbox from other tabs takes some milliseconds, unless the device is stuck. */
    stopTimeout: 2000,
    /** The hidden frame may never load; nobody waits longer for it. */
    leaveTimeout: 5000,
    /** Nobody waits longer for a server that does not answer: it is told later, where it has given a handle for that. */
    revokeTimeout: 3000,
  },
  actions: {
    rememberSession: assign({ session: (_, params: { session: Session | null }) => params.session, hasKept: false }),
    rememberUser: assign({ session: ({ context }, params: { outcome: UserOutcome }) => outcome.withUser(context.session, params.outcome) }),
    rememberKeep: assign({ keep: (_, params: { keep: boolean }) => params.keep, message: null }),
    takeCandidate: assign({ candidate: (_, params: { outcome: SignInOutcome }) => outcome.candidateOf(params.outcome) }),
    nameCandidate: assign({
      candidate: ({ context }, params: { outcome: UserOutcome }) => outcome.withUser(context.candidate, params.outcome),
    }),
    acceptCandidate: assign({
      session: ({ context }) => context.candidate ?? context.session,
      candidate: null,
      message: null,
      refused: false,
      hasKept: false,
    }),
    dropCandidate: assign({ candidate: null }),
    endExpiry: assign({ candidate: null, refused: false, message: null }),
    explainSignIn: assign({ message: (_, params: { outcome: SignInOutcome }) => outcome.signInMessage(params.outcome), candidate: null }),
    explainUser: assign({ message: (_, params: { outcome: UserOutcome }) => outcome.userMessage(params.outcome), candidate: null }),
    explainOtherUser: assign({ message: ({ context }) => outcome.otherUserMessage(context.session?.user ?? null), candidate: null }),
    explain: assign({ message: (_, params: { message: string }) => params.message, candidate: null }),
    markRefused: assign({ refused: true, message: null }),
    rememberWaiting: assign({ waitingCount: (_, params: { count: number }) => params.count, waitingChoice: 'keep' }),
    chooseDiscard: assign({ waitingChoice: 'discard' }),
    chooseKeep: assign({ waitingChoice: 'keep' }),
    /** To be taken before the count is forgotten. */
    noteKept: assign({ hasKept: ({ context }) => context.waitingCount > 0 && context.waitingChoice === 'keep' }),
    forget: assign({
      session: null,
      candidate: null,
      refused: false,
      waitingCount: 0,
      waitingChoice: 'keep',
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
    tell: emit((_, params: { toast: ToastContent }) => ({ type: 'toast' as const, toast: params.toast })),
    track: emit((_, params: { name: string }) => ({ type: 'track' as const, name: params.name })),
  },
});

/** The session in force. Throws where a state that only a session can enter was entered without one: a fault in the chart. */
export function sessionOf(session: Session | null): Session {
  if (session === null) throw new Error('no session in a state that needs one');
  return session;
}

/** What is told of a sign-out. Throws where there is nothing to tell: a fault in the chart. */
export function toastOf(result: RevokeResult): ToastContent {
  if (result === null) throw new Error('no toast in a transition that tells one');
  return result;
}

/** What a sign-in sends. Throws for any event but `signIn.submitted`: a fault in the chart. */
export function credentialsOf(event: SessionEvent): Credentials {
  assertEvent(event, 'signIn.submitted');
  return { email: event.email, password: event.password };
}

/** Nothing says what became of the sign-out on the server. */
export const tellMayStayOpen = { type: 'tell', params: { toast: outcome.mayStayOpen } } as const;

export const couldNotRemember: ToastContent = {
  type: 'warning',
  title: 'This device could not remember the sign-in',
  content: 'You are signed in until this tab is closed.',
};
