import type { SnapshotFrom } from 'xstate';
import type { forgotPasswordMachine } from './forgot-password.machine.ts';
import { passwordHint, type ResetProblems, type ResetValues } from './password-reset.operations.ts';
import type { resetPasswordMachine } from './reset-password.machine.ts';

export interface ForgotPasswordView {
  readonly status: 'editing' | 'submitting' | 'sent' | 'error';
  readonly email: string;
  /** The message under the field. */
  readonly problem: string | null;
  /** The message above the form. */
  readonly message: string | null;
  readonly busy: boolean;
}

/** The form that asks for the mail. */
export function forgotPasswordView(snapshot: SnapshotFrom<typeof forgotPasswordMachine>): ForgotPasswordView {
  return { status: snapshot.value, ...snapshot.context, busy: snapshot.hasTag('busy') };
}

export interface ResetPasswordView {
  readonly status: 'editing' | 'submitting' | 'error' | 'saved';
  readonly values: ResetValues;
  readonly problems: ResetProblems;
  readonly message: string | null;
  readonly hint: string;
  readonly busy: boolean;
}

/** The form with the new password. */
export function resetPasswordView(snapshot: SnapshotFrom<typeof resetPasswordMachine>): ResetPasswordView {
  const { values, problems, message } = snapshot.context;
  return { status: snapshot.value, values, problems, message, hint: passwordHint, busy: snapshot.hasTag('busy') };
}
