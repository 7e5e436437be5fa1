import * as v from 'valibot';
import { limits } from './limits.ts';

/**
 * One rule for mail addresses on both sides. Deliberately looser than the standard: it refuses what is clearly no address and leaves the
 * rest to the mail that is sent.
 */
const emailRule = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\.]+(\.[^\s@<>"(),:;[\]\\.]+)+$/u;

/** `text` is not trimmed here: the caller does that. */
export function isEmail(text: string): boolean {
  return text.length <= limits.emailCharacters && emailRule.test(text);
}

/** An address in a body. */
export const emailSchema = v.pipe(v.string(), v.maxLength(limits.emailCharacters), v.regex(emailRule));

export const newPasswordRule = v.pipe(v.string(), v.minLength(limits.passwordMinCharacters), v.maxLength(limits.passwordMaxCharacters));

/**
 * Scheme, host (labels, or an IPv6 literal), optional port, then any characters that a browser would not have to repair. Within a label
 * each character matches in one place only, so checking takes linear time for any input.
 */
const webUrlRule =
  /^https?:\/\/(?:(?:[\p{L}\p{N}]+(?:[_-]+[\p{L}\p{N}]+)*\.)*[\p{L}\p{N}]+(?:-+[\p{L}\p{N}]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#][^\s<>"\\^`{}|]*)?$/iu;

/** An absolute http(s) address with a host. Refuses `javascript:`, `data:`, credentials and everything else that a page could run. */
export function isWebUrl(text: string): boolean {
  return text.length <= limits.urlCharacters && webUrlRule.test(text);
}

/** A path on the website itself, such as /contact-us; never `//host` and never a scheme. */
export function isSitePath(text: string): boolean {
  return text.length <= limits.urlCharacters && /^\/(?![/\\])[^\s<>"\\^`{}|]*$/u.test(text);
}
