import { shortened } from '../fields/line-rules.ts';
import { isBlankText } from '../invisible.ts';
import { phoneParts } from '../phone-parts.ts';
import type { ScreenWarnings } from './screen.ts';

/** Digits with what people write between them: as many as no extension or opening hour has. */
const likeNumber = /[+(]*\p{Nd}(?:[\s().\p{Pd}]*\p{Nd}){5,}/u;

/** Why a part of a typed telephone number stays plain text on the website; null where each number in it can be tapped. */
export function dialProblem(typed: string, country: string): string | null {
  if (isBlankText(typed)) return null;
  const parts = phoneParts(typed, country);
  const hasNone = parts.every(({ href }) => href === null);
  const [plain] = parts.flatMap(({ text, href }) => (href === null ? (likeNumber.exec(text) ?? []) : []));
  if (!hasNone && plain === undefined) return null;
  const which = hasNone || plain === undefined ? 'this' : `“${shortened(plain)}”`;
  return `Visitors can’t tap ${which} to call: it is no telephone number in ${country}. Write the area code too, or + and the country’s code.`;
}

/** Warns of telephone numbers that the website can't link, beside the other warnings of a screen. `keys`: of the fields with numbers. */
export function withDialWarnings(keys: readonly string[], others: ScreenWarnings): ScreenWarnings {
  return {
    ...others,
    keys: [...others.keys, ...keys],
    categories: ['site_info'],
    list(form) {
      const country = form.scope.setting('site_info', 'country');
      const found = keys.flatMap((key) => {
        const typed = form.fields.has(key) ? form.values[key] : null;
        const message =
          typeof typed === 'string' ? dialProblem(typed, typeof country === 'string' && country !== '' ? country : 'AU') : null;
        return message === null ? [] : [{ key, message }];
      });
      return [...others.list(form), ...found];
    },
  };
}
