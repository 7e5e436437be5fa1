import { assign, emit, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import type { FieldMessages } from '#contract/errors.ts';
import type { ApiResult } from '#contract/api-result.ts';
import { cleanEmail } from '#contract/rules.ts';
import { notProvided } from '../placeholder.ts';
import { problemMessage, unknownMessage } from '../problem-messages.ts';
import { type ResetField, type ResetProblems, type ResetValues, resetProblem, resetProblems } from './password-reset.operations.ts';
import { withEvent, withOutput } from '../with-event.ts';

export interface ResetPasswordContext {
  readonly token: string;
  readonly values: ResetValues;
  readonly problems: ResetProblems;
  /** Why the password was not set. */
  readonly message: string | null;
}

export type ResetPasswordEvent =
  | { readonly type: 'field.changed'; readonly field: ResetField; readonly value: string }
  | { readonly type: 'field.blurred'; readonly field: ResetField }
  | { readonly type: 'submit.requested' };

export interface ResetInput {
  readonly token: string;
  readonly email: string;
  readonly new_password: string;
}

/** The wiring sends it to the session machine, which signs the user in with the new password. */
export interface SignInEmitted {
  readonly type: 'signIn.submitted';
  readonly email: string;
  readonly password: string;
  readonly keep: boolean;
}

export type ResetResult = ApiResult<{ readonly ok: boolean }>;

/** Sets a new password with a mailed token. The passwords leave the context as soon as the API has accepted them. */
export const resetPasswordMachine = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as ResetPasswordContext,
    events: {} as ResetPasswordEvent,
    /** `email` from the link, or an empty text where the link has none. */
    input: {} as { readonly token: string; readonly email: string },
    emitted: {} as SignInEmitted,
    tags: {} as 'busy',
  },
  actors: { resetPassword: notProvided<ResetResult, ResetInput>('resetPassword') },
  guards: {
    isInvalid: ({ context }) => Object.keys(resetProblems(context.values)).length > 0,
    isAnswered: (_, result: ResetResult) => result.kind === 'answered',
  },
  actions: {
    setField: assign(({ context }, params: { field: ResetField; value: string }) => {
      const values = { ...context.values, [params.field]: params.value };
      const { [params.field]: problem, ...others } = context.problems;
      const now = problem === undefined ? null : resetProblem(params.field, values);
      return { values, problems: now === null ? others : { ...others, [params.field]: now } };
    }),
    validateField: assign({
      problems: ({ context }, params: { field: ResetField }) => {
        const problem = context.values[params.field] === '' ? null : resetProblem(params.field, context.values);
        return problem === null ? context.problems : { ...context.problems, [params.field]: problem };
      },
    }),
    showProblems: assign({ problems: ({ context }) => resetProblems(context.values), message: null }),
    clearMessage: assign({ problems: {}, message: null }),
    showReason: assign({
      message: (_, params: { message: string; fields: FieldMessages }) => params.message,
      problems: (_, params: { message: string; fields: FieldMessages }) => ({
        ...(params.fields['email'] ? { email: params.fields['email'] } : {}),
        ...(params.fields['new_password'] ? { new_password: params.fields['new_password'] } : {}),
      }),
    }),
    signIn: emit(({ context }) => ({
      type: 'signIn.submitted' as const,
      email: cleanEmail(context.values.email),
      password: context.values.new_password,
      keep: false,
    })),
    forgetPasswords: assign({
      token: '',
      values: ({ context }) => ({ email: context.values.email, new_password: '', confirm_password: '' }),
    }),
  },
}).createMachine({
  id: 'reset-password',
  description: 'Setting a new password with a mailed link.',
  context: ({ input }) => ({
    token: input.token,
    values: { email: input.email, new_password: '', confirm_password: '' },
    problems: {},
    message: null,
  }),
  initial: 'editing',
  on: {
    'field.blurred': {
      actions: withEvent('validateField'),
      meta: { requirements: ['R151'] },
    },
  },
  states: {
    editing: {
      description: 'The form waits for the new password, twice.',
      meta: { testId: 'reset-editing', sees: 'New password (Minimum of 8 characters) and password confirmation.' },
      on: {
        'field.changed': {
          actions: withEvent('setField'),
          meta: { requirements: ['R151'] },
        },
        'submit.requested': [
          { guard: 'isInvalid', actions: 'showProblems', meta: { requirements: ['R151'] } },
          { target: 'submitting', actions: 'clearMessage', meta: { requirements: ['R152'] } },
        ],
      },
    },
    submitting: {
      description: 'The API is asked to set the password.',
      tags: ['busy'],
      meta: { testId: 'reset-submitting', sees: 'The button, busy.' },
      invoke: {
        id: 'resetPassword',
        src: 'resetPassword',
        input: ({ context }) => ({
          token: context.token,
          email: cleanEmail(context.values.email),
          new_password: context.values.new_password,
        }),
        onDone: [
          {
            guard: withOutput('isAnswered'),
            target: 'saved',
            actions: ['signIn', 'forgetPasswords'],
            description: 'After success the user is signed in automatically with the new password.',
            meta: { requirements: ['R153'] },
          },
          {
            target: 'error',
            actions: { type: 'showReason', params: ({ event }) => reasonOf(event.output) },
            meta: { requirements: ['R154'] },
          },
        ],
        onError: {
          target: 'error',
          actions: { type: 'showReason', params: { message: unknownMessage, fields: {} } },
          meta: { requirements: ['R154'] },
        },
      },
    },
    error: {
      description: 'The password was not set, and the message says why. The form is as it was sent, and so valid.',
      meta: { testId: 'reset-error', sees: 'The form with the message.' },
      on: {
        'field.changed': {
          target: 'editing',
          actions: withEvent('setField'),
          meta: { requirements: ['R154'] },
        },
        'submit.requested': { target: 'submitting', actions: 'clearMessage', meta: { requirements: ['R154'] } },
      },
    },
    saved: {
      description: 'The password is set and the sign-in is under way.',
      meta: { testId: 'reset-saved', sees: 'That the password is set.' },
    },
  },
});

function reasonOf(result: ResetResult): { message: string; fields: FieldMessages } {
  if (result.kind === 'answered') return { message: unknownMessage, fields: {} };
  return { message: problemMessage(result), fields: result.kind === 'refused' ? result.fields : {} };
}
