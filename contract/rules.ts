import * as v from 'valibot';
import { withoutInvisible } from './invisible.ts';
import { limits } from './limits.ts';

/**
 * One rule for mail addresses on both sides. Deliberately looser than the standard: it refuses what is clearly no address and leaves the
 * rest to the mail that is sent. A quotation mark around an address would become a part of it, and its mail would be lost.
 */
const emailRule = /^[^\s\p{C}\p{VS}@<>"“”„«»(),:;[\]\\]+@(?:[\p{L}\p{N}\p{M}_·・-]+\.)+[\p{L}\p{N}\p{M}_·・-]+$/u;

/** `text` is not cleaned here: the caller does that. */
export function isEmail(text: string): boolean {
  return text.length <= limits.emailCharacters && emailRule.test(text);
}

/** What programs put around an address that they copy: quotation marks, brackets, the scheme of a link. */
const around = /^(?:mailto:|['"‘“<])+([^\s'"‘’“”<>:]+)['"’”>]*$/iu;

/** An address without what people paste around it or into it unseen. */
export function cleanEmail(text: string): string {
  const bare = withoutInvisible(text).trim();
  const inner = around.exec(bare)?.[1] ?? '';
  return isEmail(inner) ? inner : bare;
}

/** An address in a body. */
export const emailSchema = v.pipe(v.string(), v.maxLength(limits.emailCharacters), v.regex(emailRule));

export const newPasswordRule = v.pipe(v.string(), v.minLength(limits.passwordMinCharacters), v.maxLength(limits.passwordMaxCharacters));

/** A path on the website itself, such as /contact-us; never `//host` and never a scheme. */
export function isSitePath(text: string): boolean {
  return text.length <= limits.urlCharacters && /^\/(?![/\\])[^\s<>"\\^`{}|]*$/u.test(text);
}
