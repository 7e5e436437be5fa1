import { type CountryCode, findPhoneNumbersInText } from 'libphonenumber-js/min';
import type { PhonePart } from '../themes/page-model.ts';

/** By the country of a website, whose numbers are typed without its code. */
const codes: Readonly<Record<string, CountryCode>> = { AU: 'AU', UK: 'GB', NZ: 'NZ', UAE: 'AE' };

/** What stands between two numbers. A comma may also stand before an extension. */
const between = /(\s\/\s|[;|\n]|,(?!\s*(?:ext|x\d|x\s|#)))/iu;

/** The library knows extensions without brackets. */
const extensionInBrackets = /^\s*\(\s*(?:ext(?:ension)?\.?|x|#)\s*(\d{1,7})\s*\)/iu;

/** The numbers in a typed text, each with the link that dials it; what stands around them, and what is no number, has none. */
export function phoneParts(typed: string, country: string): readonly PhonePart[] {
  const parts = typed.split(between).flatMap((piece) => partsOf(piece, codes[country] ?? 'AU'));
  const joined: PhonePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.href === null && last?.href === null) joined[joined.length - 1] = { text: last.text + part.text, href: null };
    else if (part.text !== '') joined.push(part);
  }
  return joined;
}

function partsOf(piece: string, defaultCountry: CountryCode): readonly PhonePart[] {
  const found = findPhoneNumbersInText(piece, { defaultCountry }).filter(({ number }) => number.isValid());
  let at = 0;
  const parts = found.flatMap(({ startsAt, endsAt, number }): readonly PhonePart[] => {
    const before = piece.slice(at, startsAt);
    const [bracket = '', extension] = number.ext ? [] : (extensionInBrackets.exec(piece.slice(endsAt)) ?? []);
    if (extension !== undefined) number.setExt(extension);
    at = endsAt + bracket.length;
    return [
      { text: before, href: null },
      { text: piece.slice(startsAt, at), href: number.getURI() },
    ];
  });
  return [...parts, { text: piece.slice(at), href: null }];
}
