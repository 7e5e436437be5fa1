import { assign, emit, type SnapshotFrom, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import { limits } from '#contract/limits.ts';
import { cleanEmail } from '#contract/rules.ts';
import { emailProblem } from '../email-problem.ts';
import { withEvent } from '../with-event.ts';

export type SignInField = 'email' | 'password';

export interface SignInFormContext {
  readonly email: string;
  readonly password: string;
  readonly keep: boolean;
  readonly problems: Readonly<Partial<Record<SignInField, string>>>;
  /** The dialog over an expired session asks one user only; the address can't be changed then. */
  readonly fixedEmail: boolean;
}

export type SignInFormEvent =
  | { readonly type: 'field.changed'; readonly field: SignInField; readonly value: string }
  | { readonly type: 'field.blurred'; readonly field: SignInField }
  | { readonly type: 'keep.changed'; readonly keep: boolean }
  | { readonly type: 'submit.requested' }
  /** The session has finished the sign-in or stopped it: the password is cleared, the address stays. */
  | { readonly type: 'password.cleared' };

export interface SignInFormInput {
  readonly email: string;
  readonly keep: boolean;
  readonly fixedEmail: boolean;
}

/** The wiring sends it to the session machine. */
export interface SignInSubmitted {
  readonly type: 'signIn.submitted';
  readonly email: string;
  readonly password: string;
  readonly keep: boolean;
}

function problemOf(context: SignInFormContext, field: SignInField): string | null {
  if (field === 'email') return emailProblem(context.email);
  if (context.password === '') return 'Password is required.';
  return context.password.length > limits.passwordMaxCharacters
    ? `Password can have at most ${limits.passwordMaxCharacters} characters.`
    : null;
}

function problemsOf(context: SignInFormContext, fields: readonly SignInField[]): SignInFormContext['problems'] {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const problem = problemOf(context, field);
      return problem === null ? [] : [[field, problem]];
    }),
  );
}

function without(problems: SignInFormContext['problems'], field: SignInField): SignInFormContext['problems'] {
  return Object.fromEntries(Object.entries(problems).filter(([name]) => name !== field));
}

/** The sign-in form. It is apart from the session, so that no password stays in the session's context. */
export const signInFormMachine = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as SignInFormContext,
    events: {} as SignInFormEvent,
    input: {} as SignInFormInput,
    emitted: {} as SignInSubmitted,
  },
  guards: {
    isInvalid: ({ context }) => Object.keys(problemsOf(context, ['email', 'password'])).length > 0,
    canChange: ({ context }, params: { field: SignInField }) => !(context.fixedEmail && params.field === 'email'),
  },
  actions: {
    setField: assign(({ context }, params: { field: SignInField; value: string }) => {
      const changed: SignInFormContext = { ...context, [params.field]: params.value };
      const stillWrong = params.field in context.problems ? problemsOf(changed, [params.field]) : {};
      return { ...changed, problems: { ...without(context.problems, params.field), ...stillWrong } };
    }),
    validateField: assign({
      problems: ({ context }, params: { field: SignInField }) =>
        context[params.field] === ''
          ? context.problems
          : { ...without(context.problems, params.field), ...problemsOf(context, [params.field]) },
    }),
    setKeep: assign({ keep: (_, params: { keep: boolean }) => params.keep }),
    showProblems: assign({ problems: ({ context }) => problemsOf(context, ['email', 'password']) }),
    clearPassword: assign({ password: '', problems: {} }),
    submit: emit(({ context }) => ({
      type: 'signIn.submitted' as const,
      email: cleanEmail(context.email),
      password: context.password,
      keep: context.keep,
    })),
  },
}).createMachine({
  id: 'sign-in-form',
  description: 'Email, password, and whether to stay signed in.',
  context: ({ input }) => ({ ...input, password: '', problems: {} }),
  initial: 'editing',
  on: {
    'field.changed': {
      guard: withEvent('canChange'),
      target: '.editing',
      actions: withEvent('setField'),
      meta: { requirements: ['R132'] },
    },
    'field.blurred': {
      actions: withEvent('validateField'),
      meta: { requirements: ['R132'] },
    },
    'keep.changed': { actions: withEvent('setKeep'), meta: { requirements: ['R133'] } },
    'password.cleared': { target: '.editing', actions: 'clearPassword', meta: { requirements: ['R134'] } },
    'submit.requested': [
      {
        guard: 'isInvalid',
        target: '.invalid',
        actions: 'showProblems',
        description: 'Nothing is sent while the email or the password is missing or wrong; the fields say which.',
        meta: { requirements: ['R131'] },
      },
      { target: '.submitting', actions: 'submit', meta: { requirements: ['R133'] } },
    ],
  },
  states: {
    editing: { description: 'The form is being filled in.', meta: { testId: 'sign-in-editing', sees: 'The form.' } },
    invalid: {
      description: 'The form was submitted with something missing or wrong.',
      meta: { testId: 'sign-in-invalid', sees: 'The messages at the fields; the first has the focus.' },
    },
    submitting: {
      description: 'The session has the form, and shows the result.',
      meta: { testId: 'sign-in-submitting', sees: 'The form, busy while the session is.' },
    },
  },
});

export interface SignInFormView extends SignInFormContext {
  /** True right after the form itself has stopped a submit: the first field with a problem takes the focus. */
  readonly invalid: boolean;
}

/** What the sign-in form draws. */
export function signInFormView(snapshot: SnapshotFrom<typeof signInFormMachine>): SignInFormView {
  return { ...snapshot.context, invalid: snapshot.matches('invalid') };
}
