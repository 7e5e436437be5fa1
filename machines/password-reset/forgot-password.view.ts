import type { SnapshotFrom } from 'xstate';
import type { forgotPasswordMachine } from './forgot-password.machine.ts';

export interface ForgotPasswordView {
  readonly status: 'editing' | 'sending' | 'sent' | 'failed';
  readonly email: string;
  /** Stands under the field. */
  readonly problem: string | null;
  /** Stands above the form. */
  readonly message: string | null;
  readonly busy: boolean;
}

/** What the form that asks for the mail needs. */
export function forgotPasswordView(snapshot: SnapshotFrom<typeof forgotPasswordMachine>): ForgotPasswordView {
  return { status: snapshot.value, ...snapshot.context, busy: snapshot.hasTag('busy') };
}
