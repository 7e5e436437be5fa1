import type { SnapshotFrom } from 'xstate';
import type { SignInFormContext, signInFormMachine } from './sign-in-form.machine.ts';

export interface SignInFormView extends SignInFormContext {
  /** True right after a send that was stopped by the form itself: the first field with a problem takes the focus. */
  readonly invalid: boolean;
}

/** What the sign-in form needs. */
export function signInFormView(snapshot: SnapshotFrom<typeof signInFormMachine>): SignInFormView {
  return { ...snapshot.context, invalid: snapshot.matches('invalid') };
}
