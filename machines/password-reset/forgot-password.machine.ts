import { assign, emit, setup } from 'xstate';
import type { ApiResult } from '#contract/api-result.ts';
import { notProvided } from '../placeholder.ts';
import type { ToastEmitted } from '../ports.ts';
import { problemMessage, unknownMessage } from '../words.ts';
import { emailProblem } from './password-reset.operations.ts';

export interface ForgotPasswordContext {
  readonly email: string;
  /** What is wrong with the address; found when it is sent, never while typing. */
  readonly problem: string | null;
  /** Why the request failed. */
  readonly message: string | null;
}

export type ForgotPasswordEvent =
  | { readonly type: 'email.changed'; readonly email: string }
  | { readonly type: 'submit.requested' }
  /** From the "Check your inbox" screen: another address. */
  | { readonly type: 'again.requested' };

export type ResetRequested = ApiResult<{ readonly ok: boolean }>;

/** Asks for the mail with the reset link. The answer is the same whether or not the address is known. */
export const forgotPasswordMachine = setup({
  types: {
    context: {} as ForgotPasswordContext,
    events: {} as ForgotPasswordEvent,
    input: {} as { readonly email: string },
    emitted: {} as ToastEmitted,
    tags: {} as 'busy',
  },
  actors: { requestReset: notProvided<ResetRequested, { readonly email: string }>('requestReset') },
  guards: {
    isInvalid: ({ context }) => emailProblem(context.email) !== null,
    isAnswered: (_, params: { outcome: ResetRequested }) => params.outcome.kind === 'answered',
  },
  actions: {
    changeEmail: assign({ email: (_, params: { email: string }) => params.email, problem: null }),
    showProblem: assign({ problem: ({ context }) => emailProblem(context.email), message: null }),
    clearMessage: assign({ problem: null, message: null }),
    explain: assign({ message: (_, params: { message: string }) => params.message }),
    tellFailure: emit((_, params: { message: string }) => ({
      type: 'toast' as const,
      toast: { type: 'error' as const, title: 'Error', content: params.message },
    })),
  },
}).createMachine({
  id: 'forgot-password',
  description: 'Asking for a password-reset mail.',
  context: ({ input }) => ({ email: input.email, problem: null, message: null }),
  initial: 'editing',
  states: {
    editing: {
      description: 'The form waits for an address.',
      meta: { testId: 'forgot-editing', sees: 'The email field.' },
      on: {
        'email.changed': { actions: { type: 'changeEmail', params: ({ event }) => ({ email: event.email }) } },
        'submit.requested': [
          { guard: 'isInvalid', actions: 'showProblem' },
          { target: 'sending', actions: 'clearMessage' },
        ],
      },
    },
    sending: {
      description: 'The API is asked to send the mail.',
      tags: ['busy'],
      meta: { testId: 'forgot-sending', sees: 'The button, busy.' },
      invoke: {
        id: 'requestReset',
        src: 'requestReset',
        input: ({ context }) => ({ email: context.email.trim() }),
        onDone: [
          { guard: { type: 'isAnswered', params: ({ event }) => ({ outcome: event.output }) }, target: 'sent' },
          {
            target: 'failed',
            actions: [
              { type: 'explain', params: ({ event }) => ({ message: messageOf(event.output) }) },
              { type: 'tellFailure', params: ({ event }) => ({ message: messageOf(event.output) }) },
            ],
          },
        ],
        onError: {
          target: 'failed',
          actions: [
            { type: 'explain', params: { message: unknownMessage } },
            { type: 'tellFailure', params: { message: unknownMessage } },
          ],
        },
      },
    },
    sent: {
      description: 'The mail is on its way, if the address is known.',
      meta: { testId: 'forgot-sent', sees: 'Check your inbox' },
      on: { 'again.requested': { target: 'editing' } },
    },
    failed: {
      description: 'The request failed; the address stays.',
      meta: { testId: 'forgot-failed', sees: 'The form with the reason.' },
      on: {
        'email.changed': { target: 'editing', actions: { type: 'changeEmail', params: ({ event }) => ({ email: event.email }) } },
        'submit.requested': { target: 'sending', actions: 'clearMessage' },
      },
    },
  },
});

function messageOf(outcome: ResetRequested): string {
  return outcome.kind === 'answered' ? unknownMessage : problemMessage(outcome);
}
