import { isEmail } from '../rules.ts';
import type { TextFormat } from '../fields/text-format.ts';

/** `{key}` or `{{key}}` of a form's field. */
const fieldKey = /^\{\{?\s*[\p{L}\p{N}][\p{L}\p{N}_-]*\s*\}?\}$/u;

/** Where the answer to a mail goes: to an address, or to the one that a visitor filled into a field. */
export const replyAddress: TextFormat = {
  clean: (text) => text.trim(),
  problem: (text) =>
    isEmail(text) || fieldKey.test(text) ? null : 'Enter an email address, or the key of an email field in braces, such as {email}.',
  sample: (n) => `reply${n}@example.com`,
};
