import { isBlankText } from '#contract/invisible.ts';
import { cleanEmail, isEmail } from '#contract/rules.ts';

/** What is wrong with an address; null where nothing is. In its own file, since the sign-in screen needs no other code of the password reset. */
export function emailProblem(email: string): string | null {
  if (isBlankText(email)) return 'Email is required.';
  return isEmail(cleanEmail(email)) ? null : 'Enter a valid email address.';
}
