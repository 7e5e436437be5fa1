import { type CountryCode, findPhoneNumbersInText, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { wordNumber } from './phone-words.ts';

/** A part of a typed telephone number: what can be dialled has a `tel:` link. */
export interface PhonePart {
  readonly text: string;
  readonly href: string | null;
}

/** By the country of a website, whose numbers are typed without its code. */
const codes: Readonly<Record<string, CountryCode>> = { AU: 'AU', UK: 'GB', NZ: 'NZ', UAE: 'AE' };

/** What stands between two numbers, or times beside one: the library takes their digits for a part of it. A comma may also stand before an extension. */
const between = /(\s[/+]\s|[;|\n]|\b24\/7\b|(?<=\s)\d{1,2}(?:(?:[:.]\d\d)?\s?[ap]m|:\d\d)\b|,(?!\s*(?:ext|x\d|x\s|#)))/iu;

/** The library knows extensions without brackets. */
const extensionInBrackets = /^\s*\(\s*(?:ext(?:ension)?\.?|x|#)\s*(\d{1,7})\s*\)/iu;

/** Groups of digits with nothing but blanks or dashes between them: the library reads them as one number. */
const digitGroups = /[+(]*\p{Nd}[\p{Nd}().]*(?:[\s\p{Pd}]+[+(]*\p{Nd}[\p{Nd}().]*)+/gu;
const mostGroups = 24;

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
    return [...otherParts(before, defaultCountry), { text: piece.slice(startsAt, at), href: number.getURI() }];
  });
  return [...parts, ...otherParts(piece.slice(at), defaultCountry)];
}

/** The parts of a text in which the library finds no number: one with letters for digits, or several that only blanks part. */
function otherParts(text: string, country: CountryCode): readonly PhonePart[] {
  const word = wordNumber(text, country);
  if (word) {
    const { start, end, href } = word;
    return [...otherParts(text.slice(0, start), country), { text: text.slice(start, end), href }, ...otherParts(text.slice(end), country)];
  }
  let at = 0;
  const parts = [...text.matchAll(digitGroups)].flatMap((run): readonly PhonePart[] => {
    const numbers = numbersOf(run[0], country);
    if (numbers === null) return [];
    const before = text.slice(at, run.index);
    at = run.index + run[0].length;
    return [{ text: before, href: null }, ...numbers];
  });
  return [...parts, { text: text.slice(at), href: null }];
}

/** The valid number that a whole text is. People write 00 for the plus, also where another prefix leads abroad. */
function numberOf(text: string, country: CountryCode) {
  const found = [text, text.replace(/^\(?00\s?(?=[1-9])/u, '+')].map((each) => parsePhoneNumberFromString(each, country));
  return found.find((number) => number?.isValid());
}

/** The numbers that groups of digits are, where there is one way only to share them out and none is left; else null. */
function numbersOf(run: string, country: CountryCode): readonly PhonePart[] | null {
  const pieces = run.split(/([\s\p{Pd}]+)/u);
  if (pieces.length > mostGroups * 2) return null;
  // By the piece that they begin with, the last first: at most two ways to share out the pieces from there on.
  const ways: Record<number, readonly (readonly PhonePart[])[]> = { [pieces.length + 1]: [[]] };
  for (let start = pieces.length - 1; start >= 0; start -= 2) {
    const found: (readonly PhonePart[])[] = [];
    for (let end = start + 1; end <= pieces.length; end += 2) {
      const rest = ways[end + 1] ?? [];
      const text = pieces.slice(start, end).join('');
      const number = rest.length > 0 ? numberOf(text, country) : null;
      if (!number) continue;
      found.push(...rest.map((parts) => [{ text, href: number.getURI() }, { text: pieces[end] ?? '', href: null }, ...parts]));
    }
    ways[start] = found.slice(0, 2);
  }
  return ways[0]?.length === 1 ? (ways[0][0] ?? null) : null;
}
