import type { SnapshotFrom } from 'xstate';
import { passwordHint, type ResetProblems, type ResetValues } from './password-reset.operations.ts';
import type { resetPasswordMachine } from './reset-password.machine.ts';

export interface ResetPasswordView {
  readonly status: 'editing' | 'submitting' | 'failed' | 'done';
  readonly values: ResetValues;
  readonly problems: ResetProblems;
  readonly message: string | null;
  readonly hint: string;
  readonly busy: boolean;
}

/** What the form with the new password needs. */
export function resetPasswordView(snapshot: SnapshotFrom<typeof resetPasswordMachine>): ResetPasswordView {
  const { values, problems, message } = snapshot.context;
  return { status: snapshot.value, values, problems, message, hint: passwordHint, busy: snapshot.hasTag('busy') };
}
