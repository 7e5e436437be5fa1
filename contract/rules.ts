import * as v from 'valibot';
import { withoutInvisible } from './invisible.ts';
import { limits } from './limits.ts';

/**
 * One rule for mail addresses on both sides. Deliberately looser than the standard: it refuses what is clearly no address and leaves the
 * rest to the mail that is sent.
 */
const emailRule = /^[^\s\p{C}\p{VS}@<>"(),:;[\]\\]+@[^\s\p{C}\p{VS}@<>"(),:;[\]\\.]+(\.[^\s\p{C}\p{VS}@<>"(),:;[\]\\.]+)+$/u;

/** `text` is not cleaned here: the caller does that. */
export function isEmail(text: string): boolean {
  return text.length <= limits.emailCharacters && emailRule.test(text);
}

/** An address without what people paste around it or into it unseen. */
export const cleanEmail = (text: string): string => withoutInvisible(text).trim();

/** An address in a body. */
export const emailSchema = v.pipe(v.string(), v.maxLength(limits.emailCharacters), v.regex(emailRule));

export const newPasswordRule = v.pipe(v.string(), v.minLength(limits.passwordMinCharacters), v.maxLength(limits.passwordMaxCharacters));

/** A path on the website itself, such as /contact-us; never `//host` and never a scheme. */
export function isSitePath(text: string): boolean {
  return text.length <= limits.urlCharacters && /^\/(?![/\\])[^\s<>"\\^`{}|]*$/u.test(text);
}
