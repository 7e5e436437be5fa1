import { cleanEmail, isEmail } from '../rules.ts';
import type { TextFormat } from '../fields/text-format.ts';
import { keyOfTag, tagOf } from '../forms/tags.ts';

/** Where the answer to a mail goes: to an address, or to the one that a visitor filled into a field. */
export const replyAddress: TextFormat = {
  clean(text) {
    const trimmed = cleanEmail(text);
    // Single braces were meant as a tag.
    const key = keyOfTag(trimmed.replace(/^\{([^{}]*)\}$/u, '{{$1}}'));
    return key === null ? trimmed : tagOf(key);
  },
  problem: (text) =>
    isEmail(text) || keyOfTag(text) !== null ? null : 'Enter an email address, or the tag of an email field, such as {{email}}.',
  sample: (n) => `reply${n}@example.com`,
};
