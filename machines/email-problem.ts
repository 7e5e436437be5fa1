import { isEmail } from '#contract/rules.ts';

/** What is wrong with an address; null where nothing is. By itself: the sign-in screen needs no more of what resets a password. */
export function emailProblem(email: string): string | null {
  if (email.trim() === '') return 'Email is required.';
  return isEmail(email.trim()) ? null : 'Enter a valid email address.';
}
