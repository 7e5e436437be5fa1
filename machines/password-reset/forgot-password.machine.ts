import { assign, emit, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import type { ApiResult } from '#contract/api-result.ts';
import { cleanEmail } from '#contract/rules.ts';
import { notProvided } from '../placeholder.ts';
import type { ToastEmitted } from '../ports.ts';
import { problemMessage, unknownMessage } from '../problem-messages.ts';
import { emailProblem } from '../email-problem.ts';
import { withEvent, withOutput } from '../with-event.ts';

export interface ForgotPasswordContext {
  readonly email: string;
  /** What is wrong with the address. Checked on sending, never while typing. */
  readonly problem: string | null;
  /** Why the request did not work. */
  readonly message: string | null;
}

export type ForgotPasswordEvent =
  | { readonly type: 'email.changed'; readonly email: string }
  | { readonly type: 'submit.requested' }
  /** From the "Check your inbox" screen: another address. */
  | { readonly type: 'again.requested' };

export type ResetRequestResult = ApiResult<{ readonly ok: boolean }>;

/** Asks for the mail with the reset link. The answer is the same whether or not the address is known. */
export const forgotPasswordMachine = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as ForgotPasswordContext,
    events: {} as ForgotPasswordEvent,
    input: {} as { readonly email: string },
    emitted: {} as ToastEmitted,
    tags: {} as 'busy',
  },
  actors: { requestReset: notProvided<ResetRequestResult, { readonly email: string }>('requestReset') },
  guards: {
    isInvalid: ({ context }) => emailProblem(context.email) !== null,
    isAnswered: (_, result: ResetRequestResult) => result.kind === 'answered',
  },
  actions: {
    setEmail: assign({ email: (_, params: { email: string }) => params.email, problem: null }),
    showProblem: assign({ problem: ({ context }) => emailProblem(context.email), message: null }),
    clearMessage: assign({ problem: null, message: null }),
    setMessage: assign({ message: (_, params: { message: string }) => params.message }),
    showToast: emit((_, params: { message: string }) => ({
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
        'email.changed': {
          actions: withEvent('setEmail'),
          meta: { requirements: ['R141'] },
        },
        'submit.requested': [
          {
            guard: 'isInvalid',
            actions: 'showProblem',
            description: 'The address is checked when it is sent, not while it is typed.',
            meta: { requirements: ['R141'] },
          },
          { target: 'submitting', actions: 'clearMessage', meta: { requirements: ['R142'] } },
        ],
      },
    },
    submitting: {
      description: 'The API is asked to send the mail.',
      tags: ['busy'],
      meta: { testId: 'forgot-submitting', sees: 'The button, busy.' },
      invoke: {
        id: 'requestReset',
        src: 'requestReset',
        input: ({ context }) => ({ email: cleanEmail(context.email) }),
        onDone: [
          {
            guard: withOutput('isAnswered'),
            target: 'sent',
            description: 'The screen says the same whether or not the address belongs to an account.',
            meta: { requirements: ['R142'] },
          },
          {
            target: 'error',
            actions: [
              { type: 'setMessage', params: ({ event }) => ({ message: messageOf(event.output) }) },
              { type: 'showToast', params: ({ event }) => ({ message: messageOf(event.output) }) },
            ],
            meta: { requirements: ['R143'] },
          },
        ],
        onError: {
          target: 'error',
          actions: [
            { type: 'setMessage', params: { message: unknownMessage } },
            { type: 'showToast', params: { message: unknownMessage } },
          ],
          meta: { requirements: ['R143'] },
        },
      },
    },
    sent: {
      description: 'The mail is on its way, if the address is known.',
      meta: { testId: 'forgot-sent', sees: 'Check your inbox' },
      on: { 'again.requested': { target: 'editing', meta: { requirements: ['R144'] } } },
    },
    error: {
      description: 'The request did not work. The address stays.',
      meta: { testId: 'forgot-error', sees: 'The form with the reason.' },
      on: {
        'email.changed': {
          target: 'editing',
          actions: withEvent('setEmail'),
          meta: { requirements: ['R143'] },
        },
        'submit.requested': { target: 'submitting', actions: 'clearMessage', meta: { requirements: ['R143'] } },
      },
    },
  },
});

function messageOf(result: ResetRequestResult): string {
  return result.kind === 'answered' ? unknownMessage : problemMessage(result);
}
