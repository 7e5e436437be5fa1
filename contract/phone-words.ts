import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** The keys of a telephone from 2 to 9, by their letters. */
const keys = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

/** Numbers of services, which alone have letters, by the code of their country. */
const services: Readonly<Record<string, RegExp>> = {
  '61': /^(?:13|1800)/u,
  '44': /^(?:3|80[08]|84|87)/u,
  '64': /^(?:508|800)/u,
  '971': /^(?:600|800)/u,
  '1': /^8(?:00|33|44|55|66|77|88)/u,
};

/** Such a number begins with digits, which stand behind no others: "1-800" is another number than "800". */
const head = String.raw`(?<![\p{L}\p{N}+]|\p{N}[\s-])(?:\+\d{1,3}[\s-]?)?\(?(?:1300|1800|13|0?8\d\d|03\d\d|0508|508|600)\)?`;
const inCapitals = new RegExp(String.raw`(${head})([\s-]?[A-Z\d]+(?:[\s-][A-Z\d]+)*)(?!\p{L})`, 'gu');
/** In small letters only as all of a text: "1300 homes in Perth" is no number. */
const alone = /^\s*((?:1300|1800|080[08]|0508))([\s-]?[A-Za-z]{2,14})\s*$/u;

/** Australia's networks dial as many digits as such a number has, and ignore what its word has beyond. */
const australian = /^(?:1[38]00\d{6}|13(?!00)\d{4})|^\+61(?:1[38]00\d{6}|13(?!00)\d{4})/u;

type WordNumber = { readonly start: number; readonly end: number; readonly href: string };

/** The first number with letters for digits in a text, such as "1300 FLATMATES", with its place. Null where it can't be known. */
export function wordNumber(text: string, country: CountryCode): WordNumber | null {
  const whole = alone.exec(text);
  for (const [, prefix = '', letters = ''] of [...(whole ? [whole] : []), ...text.matchAll(inCapitals)]) {
    const start = text.indexOf(prefix + letters);
    const numbers = endings(letters).flatMap((end) => {
      const href = /[A-Z]/iu.test(letters.slice(0, end)) ? dialled(prefix, letters.slice(0, end), country) : null;
      return href === null ? [] : { start, end: start + prefix.length + end, href };
    });
    const hrefs = new Set(numbers.map(({ href }) => href));
    if (numbers[0] && hrefs.size === 1) return numbers[0];
  }
  return null;
}

/** Where the words of a text end. */
const endings = (letters: string): readonly number[] => [...letters.matchAll(/[A-Za-z\d]+/gu)].map((word) => word.index + word[0].length);

function dialled(prefix: string, letters: string, country: CountryCode): string | null {
  const digits = letters
    .toUpperCase()
    .replace(/[^A-Z\d]/gu, '')
    .replace(/[A-Z]/gu, keyOf);
  const whole = prefix.replace(/[^\d+]/gu, '') + digits;
  const [meant = whole] = country === 'AU' || whole.startsWith('+61') ? (australian.exec(whole) ?? []) : [];
  const number = parsePhoneNumberFromString(meant, country);
  return number?.isValid() && services[number.countryCallingCode]?.test(number.nationalNumber) ? number.getURI() : null;
}

const keyOf = (letter: string): string => String(keys.findIndex((key) => key.includes(letter)) + 2);
