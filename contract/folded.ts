/** Letters that no decomposition turns into the plain ones that people type for them. The server's function `folded` has the same. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};

/** A letter in lower case; unchanged where that is no single one. */
function lowerLetter(letter: string): string {
  const lower = letter.toLowerCase();
  return [...lower].length === 1 ? lower : letter;
}

/**
 * A text as lists search and sort it, on the device and in the database alike: without case, accents, and differences of Unicode form.
 */
export function folded(text: string): string {
  if (/^[\u0020-\u007e]*$/u.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .replaceAll(/./gsu, (letter) => {
      const lower = lowerLetter(letter);
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
