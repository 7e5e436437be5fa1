/**
 * Letters, each with those that people type for it where no decomposition has them: also final letters of Hebrew, variants of Arabic ones, and
 * signs. The server's function `folded` has the same.
 */
const typedFor =
  'ßss æae œoe þth øo đd ðd łl ħh ıi ςσ ךכ םמ ןנ ףפ ץצ \u0671\u0627 \u0672\u0627 \u0673\u0627 \u0649\u064a \u06cc\u064a \u0629\u0647 \u06c1\u0647 \u06be\u0647 \u06c3\u0647 \u06d5\u0647 \u06a9\u0643 \u0640 ' +
  '“" ”" „" «" »" ״" ‐- ‒- –- —- −- ־-';
const plain: Readonly<Record<string, string>> = Object.fromEntries(typedFor.split(' ').map((pair) => [pair.charAt(0), pair.slice(1)]));

/** Accents, vowel marks of Hebrew and Arabic, what nobody sees, and apostrophes: many people leave these out of a name. */
const leftOut = /(?=\p{M})[\u0300-\u06ed]|\p{DI}|['`‘’‛ʻʼ′׳]/gu;

/**
 * A text as lists search and sort it, on the device and in the database alike: without case, accents, vowel marks, apostrophes, differences of
 * Unicode form, and characters that nobody sees; with plain quotation marks, dashes and digits.
 */
export function folded(text: string): string {
  if (/^[ -~]*$/u.test(text)) return text.toLowerCase().replaceAll(/['`]/gu, '');
  return text
    .replaceAll('´', '')
    .normalize('NFKD')
    .replaceAll(leftOut, '')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/gu, (digit) => `${digit.charCodeAt(0) % 16}`)
    .replaceAll(/./gsu, (letter) => {
      const lower = letter.toLowerCase();
      return plain[lower] ?? lower;
    });
}

/** Only the beginning of a text is sorted by, since an entry of an index is limited. Characters. */
const sortedCharacters = 200;

/** The order of two folded texts, as a database compares them: by code points. */
export function compareFolded(a: string, b: string): number {
  const [one, other] = [a, b].map((text) => [...folded(text)].slice(0, sortedCharacters));
  for (let at = 0; one && other && at < Math.max(one.length, other.length); at += 1) {
    const difference = (one[at]?.codePointAt(0) ?? -1) - (other[at]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}
