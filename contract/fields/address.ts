import { withoutInvisible } from '../invisible.ts';
import { limits } from '../limits.ts';
import { cleanEmail, isEmail, isSitePath } from '../rules.ts';
import { isWebUrl } from '../web-url.ts';
import type { FieldOf } from './field.ts';
import { textual } from './text.ts';

export const emailKind = textual<FieldOf<'email'>>({
  maxLength: limits.emailCharacters,
  trim: cleanEmail,
  clean: (_, address) => cleanEmail(address),
  sample: (_, n) => `office${n}@example.com`,
  problem: (_, address) => (isEmail(address) ? null : 'Enter a valid email address.'),
});

const visible = (address: string): string => withoutInvisible(address).trim();

export const urlKind = textual<FieldOf<'url'>>({
  maxLength: limits.urlCharacters,
  // People copy such characters unseen, and no page is at an address with them.
  trim: visible,
  clean: (_, url) => visible(url),
  sample: ({ key }, n) => `https://example.com/${key}/${n}`,
  problem({ accepts, problem }, url) {
    const own = problem?.(url) ?? null;
    if (own !== null || isWebUrl(url) || (accepts === 'any' && isSitePath(url))) return own;
    return accepts === 'any'
      ? 'Enter a full address (https://…) or a path such as /contact-us.'
      : 'Enter a full address, such as https://example.com.';
  },
});
